/** The list as a table for a spreadsheet: RFC 4180, with a mark of UTF-8 since some would take it for another encoding. */
import type { ListedEscrow } from './escrows-view.ts';

const COLUMNS = [
  'title',
  'group',
  'status',
  'state',
  'total',
  'needed',
  'held',
  'asset',
  'contractId',
  'signer',
  'preparedAt',
  'id',
] as const satisfies readonly (keyof ListedEscrow)[];

export function escrowsCsv(escrows: readonly ListedEscrow[]): string {
  const rows = escrows.map((escrow) => COLUMNS.map((column) => cell(escrow[column] ?? '')));
  return `\ufeff${[COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('')}`;
}

/**
 * Marks a text that a spreadsheet would take for a formula with an apostrophe. In locales with decimal commas,
 * semicolons separate cells; a quoted cell stays whole there as well.
 */
function cell(text: string): string {
  const plain = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
