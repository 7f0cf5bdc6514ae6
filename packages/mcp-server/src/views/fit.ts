/** Keeps results within what hosts give to a model: one cuts at 25,000 tokens. The rest is another call away. */
import type { FoundEscrows } from '@countersign/core/escrow-views';
import { foundEscrowsSchema } from '@countersign/core/escrow-views';
import { type Explained, explainedSchema } from '@countersign/core/results';
import * as z from 'zod';

/** For the long lists of one result, in tokens as `sizeOf` estimates them. */
export const MOST_ROOM = 20_000;

/** Addresses, hashes and base64, which take many tokens. */
const DENSE = /[A-Za-z0-9+/=]{20,}/g;
const BEYOND_ASCII = /[^\p{ASCII}]/gu;
const SIGNS = /[^A-Za-z0-9+/=\s]/g;

/** About how many tokens a value takes as JSON: rather too many than too few. */
export function sizeOf(value: unknown): number {
  const text = JSON.stringify(value);
  const count = (found: RegExp) => (text.match(found) ?? []).reduce((sum, { length }) => sum + length, 0);
  const [dense, beyond] = [count(DENSE), count(BEYOND_ASCII)];
  const signs = count(SIGNS) - beyond;
  return Math.ceil(dense / 1.2 + beyond * 2.5 + signs / 1.4 + (text.length - dense - beyond - signs) / 2.5);
}

/** As many of the first rows as have room, but one at least. */
export function rowsWithin<Row>(rows: readonly Row[], room: number, size: (row: Row) => number = sizeOf): Row[] {
  let left = room;
  return rows.filter((row, at) => {
    left -= size(row);
    return at === 0 || left >= 0;
  });
}

export const explainedViewSchema = explainedSchema.extend({
  moreRows: z.number().optional().describe('Warnings and lines that are not listed: ask again with rowsFrom'),
});

/**
 * Warnings first, then lines: what could cost the most is never left out first.
 * @param rowsFrom of warnings and lines together, counted from 1
 */
export function explainedView(
  { warnings, lines, note, ...rest }: Explained,
  rowsFrom = 1,
): z.output<typeof explainedViewSchema> {
  const skipped = rowsFrom - 1;
  const rows = [...warnings, ...lines].slice(skipped);
  const shown = rowsWithin(rows, MOST_ROOM);
  const left = rows.length - shown.length;
  const words = shown.filter((row) => typeof row === 'string');
  return {
    ...rest,
    warnings: words,
    lines: shown.filter((row) => typeof row !== 'string'),
    note:
      left === 0
        ? note
        : `${note} This is not all: ${left} more warnings and lines follow with rowsFrom ${skipped + shown.length + 1}.`,
    ...(left === 0 ? {} : { moreRows: left }),
  };
}

const { escrows: found, toSign: waiting } = foundEscrowsSchema.shape;
const escrow = z.string();

export const foundViewSchema = foundEscrowsSchema.extend({
  escrows: z.array(found.element.omit({ contractId: true }).extend({ escrow })),
  toSign: z
    .array(waiting.unwrap().element.omit({ contractId: true, action: true }).extend({ escrow, step: z.string() }))
    .optional(),
  moreToSign: z.number().optional().describe('Of toSign, not listed'),
  proveUrl: z
    .string()
    .optional()
    .describe('For the person alone: there the wallet signs a text once, within 15 minutes'),
});

const PROVE =
  'If that wallet is the person’s own, give them proveUrl, where it signs a text; then call find_escrows again: it lists the escrows in which it has a role.';

/** What waits for a signature has half of the room at most, and escrows the rest. */
export function foundView(
  { escrows, toSign, more, next: last, ...rest }: FoundEscrows,
  proveUrl?: string,
): z.output<typeof foundViewSchema> {
  const next = proveUrl === undefined ? last : `${last} ${PROVE}`;
  const waiting =
    toSign &&
    rowsWithin(
      toSign.map(({ contractId, action: step, ...row }) => ({ ...row, step, escrow: contractId })),
      MOST_ROOM / 2,
    );
  const shown = rowsWithin(
    escrows.map(({ contractId, ...row }) => ({ ...row, escrow: contractId })),
    MOST_ROOM - (waiting === undefined ? 0 : sizeOf(waiting)),
  );
  const moreToSign = (toSign?.length ?? 0) - (waiting?.length ?? 0);
  const isCut = shown.length < escrows.length || moreToSign > 0;
  return {
    ...rest,
    escrows: shown,
    more: more + escrows.length - shown.length,
    ...(waiting === undefined ? {} : { toSign: waiting }),
    ...(moreToSign === 0 ? {} : { moreToSign }),
    ...(proveUrl === undefined ? {} : { proveUrl }),
    next: isCut
      ? `Not all of it fits into one result. Narrow it: more words, a wallet, a status, or since. ${next}`
      : next,
  };
}
