/** An explanation as lines for a terminal. */
import type { Explanation } from '@countersign/core/transaction';

export function explanationText({ heading, lines, warnings }: Explanation): string {
  const width = Math.max(...lines.map(({ label }) => label.length));
  return [
    heading,
    '',
    ...lines.map(
      ({ label, value }) => `  ${label.padEnd(width)}  ${value.replaceAll('\n', `\n${' '.repeat(width + 4)}`)}`,
    ),
    ...(warnings.length === 0 ? [] : ['', 'Before anyone signs:', ...warnings.map((warning) => `  ! ${warning}`)]),
    '',
  ].join('\n');
}
