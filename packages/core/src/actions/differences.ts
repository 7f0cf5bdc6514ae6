/** The list of everything in which a transaction differs from what was asked for. */
import type { Difference } from '../errors/errors.ts';
import { cleanLine } from '../text/text.ts';

/** Long enough for two addresses or a whole description line. */
const SHOWN = 160;

/** More than this many help nobody, and a hostile transaction may hold thousands. */
const MOST = 50;

export class Differences {
  readonly #noted: Difference[] = [];
  #left = 0;

  get list(): readonly Difference[] {
    if (this.#left === 0) return this.#noted;
    return [...this.#noted, { field: '…', asked: 'nothing more', found: `${this.#left} more differences` }];
  }

  /** Notes a difference; both sides are shown to people, so they are cleaned and cut here. */
  note(field: string, asked: string, found: string): void {
    if (this.#noted.length >= MOST) {
      this.#left++;
      return;
    }
    this.#noted.push({ field: cleanLine(field, 100), asked: cleanLine(asked, SHOWN), found: cleanLine(found, SHOWN) });
  }

  /** Notes a size in bytes that is beyond what the network takes. */
  atMost(field: string, most: number, found: number): void {
    if (found > most) this.note(field, `at most ${most} bytes`, `${found} bytes`);
  }

  /** Notes a difference unless the two are the same. Texts that look alike are told apart by their code points. */
  same(field: string, asked: string | bigint | number, found: string | bigint | number): void {
    if (asked === found) return;
    const [left, right] = [String(asked), String(found)];
    if (cleanLine(left, SHOWN) === cleanLine(right, SHOWN))
      this.note(field, codePoints(left, right), codePoints(right, left));
    else this.note(field, left, right);
  }
}

function codePoints(text: string, other: string): string {
  const points = [...text];
  const others = [...other];
  const at = points.findIndex((point, index) => point !== others[index]);
  const from = at === -1 ? Math.min(points.length, others.length) : at;
  const shown = points
    .slice(from, from + 8)
    .map((point) => `U+${(point.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`);
  return `from character ${from + 1}: ${shown.join(' ') || '(ends)'}`;
}
