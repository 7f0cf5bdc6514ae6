/** The list of everything in which a transaction differs from what was asked for. */
import { createSide, type Difference, type Side } from '../errors/differences.ts';
import { cleanLine } from '../text/text.ts';

/** Long enough for two addresses or a whole description line. */
const SHOWN = 160;

/** More than this many help nobody, and a hostile transaction may hold thousands. */
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
  note(field: string, asked: Side, found: Side): void {
    if (this.#noted.length >= MOST) {
      this.#left++;
      return;
    }
    this.#noted.push({ field: cleanLine(field, 100), asked: cleanSide(asked), found: cleanSide(found) });
  }

  /** Notes a size in bytes that is beyond what the network takes. */
  atMost(field: string, most: number, found: number): void {
    if (found > most) this.note(field, createSide('AT_MOST', { value: `${most} bytes` }), `${found} bytes`);
  }

  /** Notes a difference unless the two are the same; either may be absent. Texts that look alike are told apart by their code points. */
  same(field: string, asked: Value, found: Value): void {
    if (asked === found) return;
    if (asked === undefined || found === undefined) {
      this.note(field, sideOf(asked), sideOf(found));
      return;
    }
    const [left, right] = [String(asked), String(found)];
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
