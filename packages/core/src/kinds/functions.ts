/** The contracts' functions and events. Sources: docs/contract.md. */
import { STEP_NAMES } from '../escrow/steps.ts';

/** The contract type of each argument, by meaning. */
export const ARGUMENTS = {
  /** Who acts, by a role or as anyone: the one who must authorise the call. */
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

export type Argument = keyof typeof ARGUMENTS;
/** The values of arguments that are a number, a text or an address in a request as well. */
export type PlainValues = {
  readonly [Each in Argument as (typeof ARGUMENTS)[Each] extends 'u32' | 'string' | 'address'
    ? Each
    : never]?: (typeof ARGUMENTS)[Each] extends 'u32' ? number : string;
};
export type ContractFunction = { readonly name: string; readonly takes: readonly Argument[] };

/** What can be done to an existing escrow. */
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
