/** An explanation as lines for a terminal: what could be lost first, then everything that the transaction says. */

import type { Explanation } from '@countersign/core/explain';
import { wrapped } from '@countersign/core/text/layout';

/** However narrow the terminal is, texts get this much of it. */
const NARROWEST = 30;
/** Beyond so many lines, what stands at the top has left the screen when the last one is printed. */
const ONE_SCREEN = 30;

/**
 * @param columns of the terminal; absent where there is none. Lines are broken here and set in, since a terminal
 *   would go on at its edge, where a text could be made to look like a field of ours
 */
export function explanationText({ heading, lines, warnings }: Explanation, columns = Number.POSITIVE_INFINITY): string {
  const width = Math.max(...lines.map(({ label }) => label.length));
  const fold = (text: string, indent: number) =>
    wrapped(text, Math.max(columns - indent, NARROWEST), ' '.repeat(indent));
  const text = [
    fold(heading, 4),
    '',
    ...(warnings.length === 0
      ? []
      : ['Before anyone signs:', ...warnings.map((warning) => `  ! ${fold(warning.text, 4)}`), '']),
    ...lines.map(({ label, value }) => `  ${label.padEnd(width)}  ${fold(value, width + 4)}`),
    '',
  ].join('\n');
  const isLong = warnings.length > 0 && text.split('\n').length > ONE_SCREEN;
  return isLong ? `${text}\nBefore anyone signs: read the ${countOf(warnings.length)} at the top.\n` : text;
}

function countOf(warnings: number): string {
  return warnings === 1 ? 'warning' : `${warnings} warnings`;
}
