/** What a contract's code declares of its functions (SEP-48), compared as texts with those of a kind. */
import { xdr } from '@stellar/stellar-sdk/base';
import type { Network } from '../escrow/network.ts';
import { fieldName } from '../text/text.ts';
import { ACTS, type Act, ARGUMENTS, type Argument, type EscrowKind, functionOf, TYPES } from './escrow-kind.ts';
import type { EscrowOnChain } from './escrow-on-chain.ts';
import { INIT_FUNCTION } from './read-deploy.ts';

/** The types of each function's arguments, by its name. */
export type ContractInterface = ReadonlyMap<string, readonly string[]>;

/** `factory`: the function that creates an escrow; `initialise`: what a factory calls on the new contract. */
export type InterfacePart = Act | 'factory' | 'initialise';

export type InterfaceDifference = {
  readonly part: InterfacePart;
  readonly name: string;
  readonly wanted: string;
  /** Absent where the code has no function of this name. */
  readonly found?: string;
};

/** @param wasm bytes whose hash was verified. @returns undefined where they describe no function */
export function interfaceIn(wasm: Uint8Array): ContractInterface | undefined {
  try {
    const sections = customSections(wasm, 'contractspecv0');
    const entries = sections.flatMap((section) => xdr.decodeStream(xdr.ScSpecEntry, section));
    const structs = new Map(
      entries.flatMap((entry) =>
        entry.type === 'scSpecEntryUdtStructV0' ? [[`${entry.udtStructV0.name}`, entry.udtStructV0] as const] : [],
      ),
    );
    const typeText = typesWith(structs);
    const functions = entries.flatMap((entry) => (entry.type === 'scSpecEntryFunctionV0' ? [entry.functionV0] : []));
    if (functions.length === 0) return undefined;
    return new Map(functions.map(({ name, inputs }) => [nameOf(name), inputs.map(({ type }) => typeText(type))]));
  } catch {
    return undefined;
  }
}

/** The contents of the custom sections of that name. @throws RangeError where the bytes are no WebAssembly */
function customSections(wasm: Uint8Array, wanted: string): Uint8Array[] {
  let at = 8;
  const take = (length: number): Uint8Array => {
    if (length > wasm.length - at) throw new RangeError('the bytes end too early');
    at += length;
    return wasm.subarray(at - length, at);
  };
  /** LEB128 of at most 32 bits. */
  const number = (): number => {
    for (let value = 0, shift = 0; shift < 35; shift += 7) {
      const [byte = 0] = take(1);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('a number of more than 32 bits');
  };
  const found: Uint8Array[] = [];
  while (at < wasm.length) {
    const [id] = take(1);
    const end = number() + at;
    if (id === 0) {
      const name = new TextDecoder().decode(take(number()));
      if (end < at) throw new RangeError('a section that is shorter than its name');
      const content = take(end - at);
      if (name === wanted) found.push(content);
    } else take(end - at);
  }
  return found;
}

/** A contract's names are a stranger's text. */
const nameOf = (name: xdr.XdrString): string => fieldName(`${name}`);

/** All types of one interface together: no contract of ours has a tenth of them, and a hostile one may nest without end. */
const MOST_TYPES = 5_000;

/** A struct is written out with its fields, in the order of their names. */
function typesWith(structs: ReadonlyMap<string, xdr.ScSpecUdtStructV0>): (type: xdr.ScSpecTypeDef) => string {
  let length = 0;
  const typeText = (type: xdr.ScSpecTypeDef): string => {
    length += 1;
    if (length > MOST_TYPES) throw new RangeError('too many types');
    switch (type.type) {
      case 'scSpecTypeOption':
        return `${typeText(type.option.valueType)}?`;
      case 'scSpecTypeVec':
        return `[${typeText(type.vec.elementType)}]`;
      case 'scSpecTypeMap':
        return `map<${typeText(type.map.keyType)},${typeText(type.map.valueType)}>`;
      case 'scSpecTypeBytesN':
        return `bytes${type.bytesN.n}`;
      case 'scSpecTypeUdt': {
        const struct = structs.get(`${type.udt.name}`);
        if (struct === undefined) return nameOf(type.udt.name);
        return structText(struct.fields.map((field) => [nameOf(field.name), typeText(field.type)]));
      }
      default:
        return type.type.slice('scSpecType'.length).toLowerCase();
    }
  };
  return typeText;
}

const structText = (fields: readonly (readonly [name: string, type: string])[]): string =>
  `{${fields
    .map(([name, type]) => `${name}:${type}`)
    .sort()
    .join(',')}}`;

function typeOfValue(value: xdr.ScVal): string {
  if (value.type === 'scvMap') {
    return structText(
      (value.map ?? []).map(({ key, val }) => [key.type === 'scvSymbol' ? `${key.sym}` : key.type, typeOfValue(val)]),
    );
  }
  if (value.type === 'scvVec') return `[${value.vec?.[0] === undefined ? '' : typeOfValue(value.vec[0])}]`;
  return value.type.slice('scv'.length).toLowerCase();
}

const CONTRACT = 'CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD2KM';
const FLAGS = { approved: false, disputed: false, released: false, resolved: false };
/** An escrow with every field that we ask for, to learn from what a kind writes which types it has. */
const EXAMPLE: EscrowOnChain = {
  engagementId: '',
  title: '',
  description: '',
  roles: {
    approver: CONTRACT,
    serviceProvider: CONTRACT,
    platformAddress: CONTRACT,
    releaseSigner: CONTRACT,
    disputeResolver: CONTRACT,
    receiver: CONTRACT,
  },
  platformFee: 0,
  amount: 0n,
  flags: FLAGS,
  milestones: [{ description: '', amount: 0n, receiver: CONTRACT, status: '', evidence: '', flags: FLAGS }],
  trustline: { address: CONTRACT, multiplier: 1 },
  receiverMemo: 0n,
};

const FACTORY = ['address', 'bytes32', 'bytes32', 'symbol', '[val]', '[val]'];

/** @param parts whose functions to look at */
export function interfaceDifferences(
  found: ContractInterface,
  kind: EscrowKind,
  network: Pick<Network, 'name'>,
  parts: readonly InterfacePart[] = [...ACTS, 'initialise'],
): readonly InterfaceDifference[] {
  const escrow = typeOfValue(kind.encode(EXAMPLE));
  return parts.flatMap((part): InterfaceDifference[] => {
    const ours = functionFor(part, kind, network, escrow);
    if (ours === undefined) return [];
    const { name, takes } = ours;
    const own = found.get(name);
    if (own !== undefined && own.join() === takes.join()) return [];
    return [{ part, name, wanted: takes.join(', '), ...(own && { found: own.join(', ') }) }];
  });
}

function functionFor(
  part: InterfacePart,
  kind: EscrowKind,
  network: Pick<Network, 'name'>,
  escrow: string,
): { readonly name: string; readonly takes: readonly string[] } | undefined {
  if (part === 'factory') return { name: kind.factoryFunction, takes: FACTORY };
  if (part === 'initialise') return { name: INIT_FUNCTION, takes: [escrow] };
  const called = functionOf(kind, part, network);
  const typeOf = (argument: Argument) => (argument === 'escrow' ? escrow : TYPES[ARGUMENTS[argument]].declared);
  return called && { name: called.name, takes: called.takes.map(typeOf) };
}
