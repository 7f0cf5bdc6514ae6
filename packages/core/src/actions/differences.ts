/** The list of everything in which a transaction differs from what was asked for. */

import { Address, scValToBigInt, type xdr } from '@stellar/stellar-sdk/base';
import { createSide, type Difference, type Side } from '../errors/differences.ts';
import { cleanLine, fieldName } from '../text/text.ts';

/** Long enough for two addresses or a whole description line. */
const SHOWN = 160;

/** A longer list helps no one, and a hostile transaction may hold thousands. */
const MOST = 50;

type Value = string | bigint | number | undefined;

export class Differences {
  readonly #noted: Difference[] = [];
  #left = 0;

  get list(): readonly Difference[] {
    if (this.#left === 0) return this.#noted;
    return [
      ...this.#noted,
      { field: '…', asked: createSide('NONE'), found: createSide('MORE_DIFFERENCES', { count: this.#left }) },
    ];
  }

  /** Notes a difference; values are shown to people, so they are cleaned and cut here. */
  note(field: string, requested: Side, found: Side): void {
    if (this.#noted.length >= MOST) {
      this.#left++;
      return;
    }
    this.#noted.push({ field: cleanLine(field, 100), asked: cleanSide(requested), found: cleanSide(found) });
  }

  atMost(field: string, most: number, found: number): void {
    if (found > most) this.note(field, createSide('AT_MOST', { value: `${most} bytes` }), `${found} bytes`);
  }

  /** Notes a difference unless the two are the same; either may be absent. Texts that look alike are distinguished by their code points. */
  same(field: string, requested: Value, found: Value): void {
    if (requested === found) return;
    if (requested === undefined || found === undefined) {
      this.note(field, sideOf(requested), sideOf(found));
      return;
    }
    const [left, right] = [String(requested), String(found)];
    if (cleanLine(left, SHOWN) === cleanLine(right, SHOWN))
      this.note(field, codePoints(left, right), codePoints(right, left));
    else this.note(field, left, right);
  }
}

const cleanSide = (side: Side): Side => (typeof side === 'string' ? cleanLine(side, SHOWN) : side);

const sideOf = (value: Value): Side => (value === undefined ? createSide('NONE') : String(value));

function codePoints(text: string, other: string): Side {
  const points = [...text];
  const others = [...other];
  const at = points.findIndex((point, index) => point !== others[index]);
  const from = at === -1 ? Math.min(points.length, others.length) : at;
  const shown = points
    .slice(from, from + 8)
    .map((point) => `U+${(point.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`);
  return createSide('CODE_POINTS', { from: from + 1, points: shown });
}

/** Notes each field that differs. Values that differ only in their encoding are noted as a whole. */
export function compareValues(requested: xdr.ScVal, found: xdr.ScVal, path: string, differences: Differences): void {
  const before = differences.list.length;
  compare(requested, found, path, differences);
  if (differences.list.length === before && !requested.equals(found)) {
    differences.note(path, createSide('AS_ASKED'), createSide('OTHER_ENCODING'));
  }
}

function compare(requested: xdr.ScVal, found: xdr.ScVal, path: string, differences: Differences): void {
  if (requested.equals(found)) return;
  const [parts, others] = [partsOf(requested), partsOf(found)];
  if (parts === undefined || others === undefined) {
    differences.note(path, shown(requested), shown(found));
    return;
  }
  for (const key of new Set([...parts.keys(), ...others.keys()])) {
    const [part, other] = [parts.get(key), others.get(key)];
    const at = `${path}${key}`;
    if (part !== undefined && other !== undefined) compare(part, other, at, differences);
    else differences.same(at, part && shown(part), other && shown(other));
  }
}

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
