/** A contract's struct: a map whose keys are the names of its fields. */
import { xdr } from '@stellar/stellar-sdk/base';
import { createProblem } from '../errors/problems.ts';
import { fieldName } from '../text/text.ts';
import { type Layout, notOfType, type Problems } from './layout.ts';

type Layouts<T> = { readonly [Key in keyof T]: Layout<T[Key]> };

/** @param optional fields that may be absent */
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
          : [new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol(name), val: layout.write(parts[key]) })],
      ),
    );
  }

  return { read, write };
}
