/** Labelled values for a terminal: each label once, with its values below. */
import { wrapped } from '@countersign/core/text/layout';

export type Row = readonly [label: string, values: readonly string[]];

/** Values get at least this width, however narrow the terminal. */
const NARROWEST = 40;
const LABEL = 24;

export function rowLines(rows: readonly Row[], columns: number = Number.POSITIVE_INFINITY): string {
  const indent = ' '.repeat(LABEL + 2);
  const fold = (text: string) => wrapped(text, Math.max(columns - LABEL - 2, NARROWEST), indent);
  return rows
    .flatMap(([label, values]) =>
      values.map((value, index) => `  ${(index === 0 ? label : '').padEnd(LABEL)}${fold(value)}`.trimEnd()),
    )
    .map((line) => `${line}\n`)
    .join('');
}
