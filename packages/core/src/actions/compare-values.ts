/** Compares two contract values field by field: what was asked for, and what was found. */
import { Address, scValToBigInt, type xdr } from '@stellar/stellar-sdk/base';
import { createSide } from '../errors/differences.ts';
import { fieldName } from '../text/text.ts';
import type { Differences } from './differences.ts';

/** Notes each field that differs. Values that differ only in their encoding are noted as a whole. */
export function compareValues(asked: xdr.ScVal, found: xdr.ScVal, path: string, differences: Differences): void {
  const before = differences.list.length;
  compare(asked, found, path, differences);
  if (differences.list.length === before && !asked.equals(found)) {
    differences.note(path, createSide('AS_ASKED'), createSide('OTHER_ENCODING'));
  }
}

function compare(asked: xdr.ScVal, found: xdr.ScVal, path: string, differences: Differences): void {
  if (asked.equals(found)) return;
  const [parts, others] = [partsOf(asked), partsOf(found)];
  if (parts === undefined || others === undefined) {
    differences.note(path, shown(asked), shown(found));
    return;
  }
  for (const key of new Set([...parts.keys(), ...others.keys()])) {
    const [part, other] = [parts.get(key), others.get(key)];
    const at = `${path}${key}`;
    if (part !== undefined && other !== undefined) compare(part, other, at, differences);
    else differences.same(at, part && shown(part), other && shown(other));
  }
}

/** The parts of a value, by the end of their path; undefined for a value without parts. */
function partsOf(value: xdr.ScVal): ReadonlyMap<string, xdr.ScVal> | undefined {
  if (value.type === 'scvMap' && value.map !== null) {
    return new Map(value.map.map(({ key, val }) => [nameOf(key), val]));
  }
  if (value.type === 'scvVec' && value.vec !== null) {
    return new Map([...value.vec].map((item, index) => [`[${index}]`, item]));
  }
  return undefined;
}

function nameOf(key: xdr.ScVal): string {
  if (key.type === 'scvAddress') return `[${shown(key)}]`;
  return `.${key.type === 'scvSymbol' ? fieldName(key.sym.toString()) : key.type}`;
}

/** A difference is cleaned and cut where it is noted. */
function shown(value: xdr.ScVal): string {
  switch (value.type) {
    case 'scvString':
      return value.str.toString();
    case 'scvAddress':
      return Address.fromScAddress(value.address).toString();
    case 'scvBool':
      return String(value.b);
    case 'scvU32':
    case 'scvI128':
      return scValToBigInt(value).toString();
    default:
      return value.type;
  }
}
