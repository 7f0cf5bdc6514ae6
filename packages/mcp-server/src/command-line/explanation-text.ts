/** An explanation as lines for a terminal: first what could be lost, then everything in the transaction. */
import { type Explanation, explainTransaction } from '@countersign/core/explain';
import type { Settings } from '@countersign/core/settings';
import { wrapped } from '@countersign/core/text/layout';

/** Texts get at least this width, however narrow the terminal. */
const NARROWEST = 30;
/** With more lines than this, the top has scrolled away when the last one is printed. */
const ONE_SCREEN = 30;

/**
 * @param columns of the terminal; absent where there is none. Lines are broken and indented here: a terminal would
 *   continue them at its left edge, where a text could look like a field of ours
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

/** What a transaction does, for a person at a terminal before it is signed. */
export function explainedText(xdr: string, { feeStop, network }: Settings): string {
  const explained = explainTransaction(xdr, network, Math.floor(Date.now() / 1_000), { feeStop });
  return explanationText(explained, process.stderr.columns);
}
