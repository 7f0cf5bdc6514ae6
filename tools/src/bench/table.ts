/** Figures for a terminal and for docs/performance.md. */
import { type Bench, type Figure, ratioOf, withUnit } from './figure.ts';

/** A Markdown table. */
export function tableOf(bench: Pick<Bench, 'title'>, figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const ratio = ratioOf(figure);
    const against =
      figure.against === undefined ? '' : `${withUnit(figure.against.value, figure.unit)} ${figure.against.name}`;
    const aim = figure.aim === undefined ? '' : `${figure.aim.text}: ${figure.aim.met ? 'met' : 'MISSED'}`;
    return [
      figure.name,
      withUnit(figure.value, figure.unit),
      against,
      ratio === undefined ? '' : `${ratio.toFixed(2)} x`,
      aim,
    ];
  });
  const cells = [[bench.title, 'measured', 'floor or rival', 'ratio', 'aim'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(3, ...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells.map(line);
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}
