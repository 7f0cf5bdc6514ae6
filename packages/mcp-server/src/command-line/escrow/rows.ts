/** Labelled values for a terminal: a label once, and what belongs to it beneath. */
import { wrapped } from '@countersign/core/text/layout';

export type Row = readonly [label: string, values: readonly string[]];

/** However narrow the terminal is, values get this much of it. */
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
