/**
 * Layouts of contract values: one description of each, for reading and writing it.
 *
 * A struct is a map with symbol keys in alphabetical order (docs/contract.md). Reading notes everything that is
 * missing, unknown, misplaced or of another type than the contract takes.
 */
import { Address, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import {
  type ContractType,
  createProblem,
  type Problem,
  type TransactionProblem,
  type TransactionProblemCode,
} from '../errors/problems.ts';

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

/** The same, under the contract's own name. */
export const named = <T>(name: string, layout: Layout<T>): Layout<T> => ({ ...layout, name });
