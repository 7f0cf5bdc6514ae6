/** The escrow that a payment's contract call expects: what the ledger held of it, compared field by field. */
import { Address, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import type { EscrowKind } from '../../kinds/escrow-kind.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { SERVED_KINDS } from '../../kinds/served-kinds.ts';
import { fieldName } from '../../text/text.ts';
import type { Differences } from '../differences.ts';

export type ExpectedEscrow = { readonly value: xdr.ScVal; readonly kind: EscrowKind; readonly escrow: EscrowOnChain };

/** @param expected XDR in base64. @returns nothing where it is no escrow whose contract compares it */
export function readExpected(expected: string): ExpectedEscrow | undefined {
  try {
    return expectedIn(xdr.ScVal.fromXdr(expected, 'base64'));
  } catch {
    return undefined;
  }
}

/** The kinds whose `fund_escrow` is known to take the expected escrow are those that a service makes. */
export function expectedIn(value: xdr.ScVal): ExpectedEscrow | undefined {
  for (const kind of SERVED_KINDS) {
    const { escrow, problems } = kind.decode(value);
    if (escrow !== undefined && problems.length === 0) return { value, kind, escrow };
  }
  return undefined;
}

/** Names each field in which they differ; what only is written in another way differs as a whole. */
export function compareEscrows(asked: xdr.ScVal, found: xdr.ScVal, path: string, differences: Differences): void {
  const before = differences.list.length;
  compare(asked, found, path, differences);
  if (differences.list.length === before && !asked.equals(found)) {
    differences.note(path, 'as the ledger holds it', 'the same fields, written in another way');
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
    else
      differences.note(
        at,
        part === undefined ? 'nothing' : shown(part),
        other === undefined ? 'nothing' : shown(other),
      );
  }
}

/** By the end of their path; nothing where it is one value. */
function partsOf(value: xdr.ScVal): ReadonlyMap<string, xdr.ScVal> | undefined {
  if (value.type === 'scvMap' && value.map !== null) {
    return new Map(
      value.map.map(({ key, val }) => [`.${key.type === 'scvSymbol' ? fieldName(key.sym.toString()) : key.type}`, val]),
    );
  }
  if (value.type === 'scvVec' && value.vec !== null) {
    return new Map([...value.vec].map((item, index) => [`[${index}]`, item]));
  }
  return undefined;
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
