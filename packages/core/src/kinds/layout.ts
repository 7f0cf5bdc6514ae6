/**
 * Layouts of contract values: one description of each, for reading and writing it. A struct is a map with symbol keys
 * in alphabetical order (docs/contract.md).
 */
import { Address, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import { fromHex, toHex } from '../envelope/bytes.ts';
import {
  type ContractType,
  createProblem,
  type Problem,
  type TransactionProblem,
  type TransactionProblemCode,
} from '../errors/problems.ts';
import { type CrossChainReceiver, NO_CROSS_CHAIN_RECEIVER } from '../escrow/cross-chain.ts';
import { fieldName } from '../text/text.ts';

export type Layout<T> = {
  /** The contract's name of the field, where it is not ours. */
  readonly name?: string;
  /** Reads the value. If it cannot be read, that is noted in `problems` and the result is meaningless. */
  readonly read: (value: xdr.ScVal, path: string, problems: Problems) => T;
  readonly write: (value: T) => xdr.ScVal;
};

export class Problems {
  readonly #list: TransactionProblem[] = [];
  #isWhole = true;

  get list(): readonly TransactionProblem[] {
    return this.#list;
  }

  /** Whether every field could be read, even if it has problems. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  note(path: string, problem: Problem<TransactionProblemCode>): void {
    this.#list.push({ path, problem });
  }

  /** Notes a problem and continues, so that all are found; the returned value is not used. */
  unreadable<T>(path: string, problem: Problem<TransactionProblemCode>): T {
    this.#isWhole = false;
    this.note(path, problem);
    return undefined as T;
  }
}

export const notOfType = (found: xdr.ScVal, wanted: ContractType): Problem<TransactionProblemCode> =>
  createProblem('NOT_OF_TYPE', { found: found.type, wanted });

export const text: Layout<string> = {
  read: (value, path, problems) => {
    if (value.type !== 'scvString') return problems.unreadable(path, notOfType(value, 'string'));
    try {
      return value.str.toStringStrict();
    } catch {
      return problems.unreadable(path, createProblem('NOT_OF_TYPE', { wanted: 'utf8' }));
    }
  },
  write: (value) => xdr.ScVal.scvString(value),
};

const INTEGERS: ReadonlySet<string> = new Set(['scvU32', 'scvI32', 'scvU64', 'scvI64', 'scvU128', 'scvI128']);

/** Reads an integer of either type, so that it can be explained, but notes the one that the contract would fail on. */
function integer(own: 'scvU32' | 'scvI128', value: xdr.ScVal, path: string, problems: Problems): bigint {
  if (!INTEGERS.has(value.type)) return problems.unreadable(path, notOfType(value, 'integer'));
  if (value.type !== own) problems.note(path, notOfType(value, own === 'scvU32' ? 'u32' : 'i128'));
  return scValToBigInt(value);
}

export const u32: Layout<number> = {
  read: (value, path, problems) => Number(integer('scvU32', value, path, problems)),
  write: (value) => xdr.ScVal.scvU32(value),
};

/** A u32 that other kinds hold as an i128. */
export const u32AsBigint: Layout<bigint> = {
  read: (value, path, problems) => integer('scvU32', value, path, problems),
  write: (value) => xdr.ScVal.scvU32(Number(value)),
};

export const i128: Layout<bigint> = {
  read: (value, path, problems) => integer('scvI128', value, path, problems),
  write: (value) => xdr.ScVal.scvI128(new xdr.Int128Parts({ hi: value >> 64n, lo: value & 0xffff_ffff_ffff_ffffn })),
};

/** A small number that other kinds hold as a u32. */
export const i128AsNumber: Layout<number> = {
  read: (value, path, problems) => Number(integer('scvI128', value, path, problems)),
  write: (value) => i128.write(BigInt(value)),
};

export const bool: Layout<boolean> = {
  read: (value, path, problems) =>
    value.type === 'scvBool' ? value.b : problems.unreadable(path, notOfType(value, 'boolean')),
  write: (value) => xdr.ScVal.scvBool(value),
};

export const address: Layout<string> = {
  read: (value, path, problems) => {
    if (value.type !== 'scvAddress') return problems.unreadable(path, notOfType(value, 'address'));
    const { type } = value.address;
    if (type !== 'scAddressTypeAccount' && type !== 'scAddressTypeContract') {
      return problems.unreadable(path, createProblem('ODD_ADDRESS'));
    }
    return Address.fromScAddress(value.address).toString();
  },
  write: (value) => Address.fromString(value).toScVal(),
};

export const list = <T>(item: Layout<T>): Layout<readonly T[]> => ({
  read: (value, path, problems) => {
    if (value.type !== 'scvVec' || value.vec === null) return problems.unreadable(path, notOfType(value, 'list'));
    return [...value.vec].map((element, index) => item.read(element, `${path}[${index}]`, problems));
  },
  write: (values) => xdr.ScVal.scvVec(values.map(item.write)),
});

const bytes32: Layout<string> = {
  read: (value, path, problems) => {
    const bytes = value.type === 'scvBytes' ? value.bytes.toBytes() : undefined;
    return bytes?.length === 32 ? toHex(bytes) : problems.unreadable(path, notOfType(value, 'bytes32'));
  },
  write: (value) => xdr.ScVal.scvBytes(fromHex(value)),
};

/** The same, under the contract's own name. */
export const named = <T>(name: string, layout: Layout<T>): Layout<T> => ({ ...layout, name });

type Layouts<T> = { readonly [Key in keyof T]: Layout<T[Key]> };

export function struct<T extends object, Optional extends object = object>(
  fields: Layouts<T>,
  optional: Layouts<Optional> = {} as Layouts<Optional>,
): Layout<T & Partial<Optional>> {
  const all = Object.entries<Layout<unknown>>({ ...fields, ...optional }).map(([key, layout]) => ({
    key,
    layout,
    name: layout.name ?? key,
    isOptional: !Object.hasOwn(fields, key),
  }));
  const known = new Map(all.map((field) => [field.name, field]));
  const ordered = all.toSorted((one, other) => (one.name < other.name ? -1 : 1));

  function read(value: xdr.ScVal, path: string, problems: Problems): T & Partial<Optional> {
    if (value.type !== 'scvMap' || value.map === null) {
      return problems.unreadable(path, notOfType(value, 'struct'));
    }
    const result: Record<string, unknown> = {};
    let previous = '';
    for (const { key, val } of value.map) {
      // Our field names are ASCII, and decoding UTF-8 would cost more than everything else here.
      const name = key.type === 'scvSymbol' ? String.fromCharCode(...key.sym.bytes) : undefined;
      if (name === undefined) {
        problems.note(path, createProblem('ODD_KEY', { found: key.type }));
        continue;
      }
      const field = known.get(name);
      // A symbol in XDR may have any bytes.
      if (field === undefined) problems.note(`${path}.${fieldName(name)}`, createProblem('UNKNOWN_TO_CONTRACT'));
      else if (Object.hasOwn(result, field.key)) problems.note(`${path}.${name}`, createProblem('FIELD_TWICE'));
      else {
        if (name < previous) problems.note(`${path}.${name}`, createProblem('FIELD_OUT_OF_ORDER'));
        previous = name;
        result[field.key] = field.layout.read(val, `${path}.${name}`, problems);
      }
    }
    for (const { key, name, isOptional } of all) {
      if (!isOptional && !Object.hasOwn(result, key)) problems.unreadable(`${path}.${name}`, createProblem('MISSING'));
    }
    return result as T & Partial<Optional>;
  }

  function write(value: T & Partial<Optional>): xdr.ScVal {
    const parts = value as Readonly<Record<string, unknown>>;
    return xdr.ScVal.scvMap(
      ordered.flatMap(({ key, name, layout, isOptional }) =>
        isOptional && parts[key] === undefined
          ? []
          : [new xdr.ScMapEntry({ key: symbolOf(name), val: layout.write(parts[key]) })],
      ),
    );
  }

  return { read, write };
}

/** Of our own field names, each made once: of what an escrow takes to encode, they were a sixth. */
const symbols = new Map<string, xdr.ScVal>();

function symbolOf(name: string): xdr.ScVal {
  const symbol = symbols.get(name) ?? xdr.ScVal.scvSymbol(name);
  symbols.set(name, symbol);
  return symbol;
}

export const TEXTS = { description: text, engagementId: named('engagement_id', text), title: text };

const ROLES = {
  approver: address,
  disputeResolver: named('dispute_resolver', address),
  releaseSigner: named('release_signer', address),
  serviceProvider: named('service_provider', address),
};
const platformAddress = named('platform_address', address);
const platform = named('platform', address);

/** By what the contract calls the platform, and by whether the receiver is among the roles or each milestone's own. */
export const earlierRoles = struct({ ...ROLES, platformAddress, receiver: address });
export const earlierRolesWithoutReceiver = struct({ ...ROLES, platformAddress });
export const liveRoles = struct({ ...ROLES, platformAddress: platform, receiver: address });
export const liveRolesWithoutReceiver = struct({ ...ROLES, platformAddress: platform });

export const singleFlags = struct({ disputed: bool, released: bool, resolved: bool });
const milestoneFlags = struct({ approved: bool, disputed: bool, released: bool, resolved: bool });

/** One flag that is on the milestone itself. */
const approvedAlone: Layout<{ readonly approved: boolean }> = named('approved', {
  read: (value, path, problems) => ({ approved: bool.read(value, path, problems) }),
  write: ({ approved }) => bool.write(approved),
});

const PROGRESS = { description: text, evidence: text, status: text };
const OF_MULTI = { ...PROGRESS, amount: i128, flags: milestoneFlags };

/** Without a receiver of their own, and with one. */
export const milestones = list(struct(OF_MULTI));
export const paidMilestones = list(struct({ ...OF_MULTI, receiver: address }));
export const singleMilestones = list(struct({ ...PROGRESS, flags: approvedAlone }));

const crossChain = struct({ domain: named('destination_domain', u32), recipient: bytes32 });

/** The coming build's source had it as a struct first, and as `None` or `Some(struct)` later; neither was seen deployed. */
export const crossChainReceiver: Layout<CrossChainReceiver> = {
  name: 'cross_chain_receiver',
  read: (value, path, problems) => {
    const [variant, ...values] = value.type === 'scvVec' ? (value.vec ?? []) : [];
    const name = variant?.type === 'scvSymbol' ? `${variant.sym}` : undefined;
    if (name === 'None' && values.length === 0) return NO_CROSS_CHAIN_RECEIVER;
    return crossChain.read(name === 'Some' && values[0] !== undefined ? values[0] : value, path, problems);
  },
  write: crossChain.write,
};
