/** Contract values read by the names of their fields, with everything that is missing, unknown or misplaced noted. */
import { Address, scValToBigInt, type xdr } from '@stellar/stellar-sdk/base';
import type { FieldProblem } from '../errors/errors.ts';
import { fieldName } from '../text/text.ts';

type ReadField = (value: xdr.ScVal, path: string) => unknown;

type Fields = Readonly<Record<string, ReadField>>;

const UNREADABLE = 'cannot be read: ';
const INTEGERS: ReadonlySet<string> = new Set(['scvU32', 'scvI32', 'scvU64', 'scvI64', 'scvU128', 'scvI128']);

/** Integers are read whatever their width, since builds of the contract differ in it; nothing else is stretched. */
export class StructReader {
  readonly #problems: FieldProblem[] = [];

  get problems(): readonly FieldProblem[] {
    return this.#problems;
  }

  /** Whether a field could not be read at all; what was read is then not whole. */
  get failed(): boolean {
    return this.#problems.some(({ problem }) => problem.startsWith(UNREADABLE));
  }

  readonly string: ReadField = (value, path) => {
    if (value.type !== 'scvString') return this.#unreadable(path, `is ${value.type}, not a string`);
    try {
      return value.str.toStringStrict();
    } catch {
      return this.#unreadable(path, 'is not UTF-8');
    }
  };

  readonly integer: ReadField = (value, path) =>
    INTEGERS.has(value.type) ? scValToBigInt(value) : this.#unreadable(path, `is ${value.type}, not an integer`);

  readonly bool: ReadField = (value, path) =>
    value.type === 'scvBool' ? value.b : this.#unreadable(path, `is ${value.type}, not true or false`);

  readonly address: ReadField = (value, path) => {
    if (value.type !== 'scvAddress') return this.#unreadable(path, `is ${value.type}, not an address`);
    const kind = value.address.type;
    if (kind !== 'scAddressTypeAccount' && kind !== 'scAddressTypeContract') {
      return this.#unreadable(path, 'is an address of a kind that an escrow cannot hold');
    }
    return Address.fromScAddress(value.address).toString();
  };

  readonly list =
    (item: ReadField): ReadField =>
    (value, path) => {
      if (value.type !== 'scvVec' || value.vec === null) return this.#unreadable(path, `is ${value.type}, not a list`);
      return [...value.vec].map((element, index) => item(element, `${path}[${index}]`));
    };

  /** @param optional fields that may be absent */
  readonly struct = (fields: Fields, optional: Fields = {}): ReadField => {
    const known = new Map(Object.entries({ ...fields, ...optional }));
    return (value, path) => {
      if (value.type !== 'scvMap' || value.map === null)
        return this.#unreadable(path, `is ${value.type}, not a struct`);
      const result: Record<string, unknown> = {};
      let previous = '';
      for (const { key, val } of value.map) {
        // A name of ours is ASCII. Decoders of UTF-8 cost more than all else that is done with it.
        const name = key.type === 'scvSymbol' ? String.fromCharCode(...key.sym.bytes) : undefined;
        if (name === undefined) {
          this.#note(path, `has a key of type ${key.type}`);
          continue;
        }
        const read = known.get(name);
        // A symbol may be any bytes until a contract reads it.
        if (read === undefined) this.#note(`${path}.${fieldName(name)}`, 'is unknown to this contract');
        else if (Object.hasOwn(result, name)) this.#note(`${path}.${name}`, 'stands twice');
        else {
          if (name < previous) this.#note(`${path}.${name}`, 'stands out of order');
          previous = name;
          result[name] = read(val, `${path}.${name}`);
        }
      }
      for (const name of Object.keys(fields)) {
        if (!Object.hasOwn(result, name)) this.#unreadable(`${path}.${name}`, 'is missing');
      }
      return result;
    };
  };

  #note(path: string, problem: string): void {
    this.#problems.push({ path, problem });
  }

  #unreadable(path: string, why: string): undefined {
    this.#problems.push({ path, problem: UNREADABLE + why });
    return undefined;
  }
}
