/** A kind of escrow contract: what sets it apart from the others, and how its escrow is written and read. */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { TransactionProblem } from '../errors/problems.ts';
import type { Network, Release } from '../escrow/network.ts';
import { STEP_NAMES } from '../escrow/steps.ts';
import type { EscrowOnChain, SplitRule } from './escrow-on-chain.ts';
import { type Layout, Problems } from './layout.ts';

/** In words, as a view of an escrow shows them. */
export const GENERATIONS = {
  A0: 'generation A0, of summer 2025',
  A1: 'generation A1, of autumn 2025',
  'B-int': 'between generations A and B, of November 2025',
  B: 'generation B, live today',
  C: 'generation C, in beta',
} as const;

/** Each is in a file of its own and in the registry; docs/contract.md has the sources of the shapes. */
export type EscrowKind = {
  readonly id: string;
  readonly generation: keyof typeof GENERATIONS;
  readonly release: Release;
  readonly factoryFunction: string;
  /** From whose address the escrow's own is derived. */
  readonly addressFrom: 'deployer' | 'factory';
  /** Known hashes of its code, lower-case hex. Another build is recognised by its layout alone. */
  readonly codes: readonly string[];
  /** Where the value under `["Escrow"]` is stored: in the contract's instance, or as a persistent entry of its own. */
  readonly storage: 'instance' | 'persistent';
  readonly functions: ContractFunctions;
  /** Functions that differ from `functions` on public, other than by the fee address, which no call names there. */
  readonly functionsOnPublic?: ContractFunctions;
  /** The rounding rule of distributions, and whether it was seen in this kind's builds; absent: unknown. */
  readonly split?: { readonly rule: SplitRule; readonly isCertain: boolean };
  readonly events: ContractEvents;
  /** The contract's argument. Fields that this kind does not store are left out. */
  encode(escrow: EscrowOnChain): xdr.ScVal;
  decode(value: xdr.ScVal): Decoded;
};

type Decoded = {
  /**
   * Absent where a field could not be read at all. An integer of the wrong type is read, to be explained; the contract
   * would fail on it, so it is among the problems.
   */
  readonly escrow?: EscrowOnChain;
  /** Missing, unknown, doubled, misplaced or unreadable fields. A deploy is offered only where there are none. */
  readonly problems: readonly TransactionProblem[];
};

export function byLayout<Escrow extends EscrowOnChain>(layout: Layout<Escrow>): Pick<EscrowKind, 'encode' | 'decode'> {
  return {
    encode: layout.write,
    decode(value) {
      const problems = new Problems();
      const escrow = layout.read(value, 'escrow', problems);
      return problems.isWhole ? { escrow, problems: problems.list } : { problems: problems.list };
    },
  };
}

export type ReadEscrow = Required<Decoded> & { readonly kind: EscrowKind };
export type Unreadable = { readonly unreadable: readonly TransactionProblem[] };

/** Reads by the kind of its code if that works, else by the first kind without problems, else by the first that can. */
export function readAs(kinds: readonly EscrowKind[], value: xdr.ScVal, code?: string): ReadEscrow | Unreadable {
  const known = kinds.find(({ codes }) => code !== undefined && codes.includes(code));
  let readable: ReadEscrow | undefined;
  let unreadable: readonly TransactionProblem[] | undefined;
  for (const kind of known === undefined ? kinds : [known, ...kinds]) {
    const { escrow, problems } = kind.decode(value);
    if (escrow === undefined) unreadable ??= problems;
    else if (kind === known || problems.length === 0) return { kind, escrow, problems };
    else readable ??= { kind, escrow, problems };
  }
  return readable ?? { unreadable: unreadable ?? [] };
}

/** The contract type of each argument, by meaning. */
export const ARGUMENTS = {
  /** The actor, by a role or anyone: this account must authorise the call. */
  signer: 'address',
  escrow: 'struct',
  amount: 'i128',
  index: 'u32',
  /** The index in earlier generations. */
  wideIndex: 'i128',
  indices: 'list of u32',
  /** Several milestones at once, each `{ evidence, index, status }`. */
  statusChanges: 'list of structs',
  status: 'string',
  /** Void where there is none. */
  evidence: 'string or void',
  /** Whether it is approved: an approval could be taken back. */
  approval: 'bool',
  reason: 'string',
  /** Only on testnet: on public the address is in the contract's code. */
  feeAddress: 'address',
  distributions: 'map of address to i128',
  approverFunds: 'i128',
  serviceProviderFunds: 'i128',
  receiverFunds: 'i128',
  ledgers: 'u32',
} as const;

/** The contracts' functions and events. Sources: docs/contract.md. */
export type Argument = keyof typeof ARGUMENTS;
/** The values of arguments that are a number, a text or an address in a request as well. */
export type PlainValues = {
  readonly [Each in Argument as (typeof ARGUMENTS)[Each] extends 'u32' | 'string' | 'address'
    ? Each
    : never]?: (typeof ARGUMENTS)[Each] extends 'u32' ? number : string;
};
export type ContractFunction = { readonly name: string; readonly takes: readonly Argument[] };

export const ACTS = ['fund', ...STEP_NAMES] as const;
export type Act = (typeof ACTS)[number];
/** A missing function is unknown, or does not exist. */
export type ContractFunctions = Readonly<Partial<Record<Act, ContractFunction>>>;
/** The first topic of the event that follows an act. */
export type ContractEvents = Readonly<Partial<Record<Act | 'deploy', string>>>;

export const call = (name: string, ...takes: readonly Argument[]): ContractFunction => ({ name, takes });

/** Since September 2025. */
export const EVENTS = {
  deploy: 'tw_init',
  fund: 'tw_fund',
  'change-status': 'tw_ms_change',
  approve: 'tw_ms_approve',
  release: 'tw_release',
  dispute: 'tw_dispute',
  resolve: 'tw_disp_resolve',
  update: 'tw_update',
  extend: 'tw_ttl_extend',
} as const satisfies ContractEvents;
export const EVENTS_OF_MULTI = { ...EVENTS, withdraw: 'tw_withdraw' } as const satisfies ContractEvents;

/** On public the service's fee account is in the code; elsewhere a call names it. @returns undefined where unknown */
export function functionOf(
  { functions, functionsOnPublic }: Pick<EscrowKind, 'functions' | 'functionsOnPublic'>,
  act: Act,
  network: Pick<Network, 'name'>,
): ContractFunction | undefined {
  if (network.name !== 'public') return functions[act];
  const called = functionsOnPublic?.[act] ?? functions[act];
  return called && { ...called, takes: called.takes.filter((argument) => argument !== 'feeAddress') };
}

/** Whether the arguments are as many, and of the types, as the function takes. */
export function isTakenBy({ takes }: ContractFunction, args: readonly xdr.ScVal[]): boolean {
  return (
    takes.length === args.length &&
    takes.every((argument, index) => TYPES[ARGUMENTS[argument]].values.includes((args[index] as xdr.ScVal).type))
  );
}

type ArgumentType = { readonly declared: string; readonly values: readonly xdr.ScVal['type'][] };

/** As a contract's interface declares each type (of a struct: of an escrow's, that depends on the kind), and its values. */
export const TYPES: Readonly<Record<(typeof ARGUMENTS)[Argument], ArgumentType>> = {
  address: { declared: 'address', values: ['scvAddress'] },
  struct: { declared: '', values: ['scvMap'] },
  i128: { declared: 'i128', values: ['scvI128'] },
  u32: { declared: 'u32', values: ['scvU32'] },
  bool: { declared: 'bool', values: ['scvBool'] },
  string: { declared: 'string', values: ['scvString'] },
  'string or void': { declared: 'string?', values: ['scvString', 'scvVoid'] },
  'list of u32': { declared: '[u32]', values: ['scvVec'] },
  'list of structs': { declared: '[{evidence:string?,index:u32,status:string}]', values: ['scvVec'] },
  'map of address to i128': { declared: 'map<address,i128>', values: ['scvMap'] },
};
