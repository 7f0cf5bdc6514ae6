/** One escrow for a model, and how much of a long list a result holds: the rest is one call away. */
import type { EscrowView } from '@countersign/core';
import { escrowViewSchema } from '@countersign/core/escrow-views';
import { groupTurns, LIFE_WORDS, shownState } from '@countersign/core/words';
import * as z from 'zod';

/** A list of so many rows is given whole. */
const WHOLE = 10;
/** Of a longer one so many, if they take no more characters than this as JSON. */
const MOST = 8;
const MOST_CHARACTERS = 1_100;
/** Where a person asked for the rest of a list, it is all that they wait for. */
const MOST_OF_REST = 1_800;
/** Of an escrow whose milestones are not all listed. */
const MOST_OF_MILESTONES = 600;
const MOST_OF_HISTORY = 80;
const MOST_HISTORY = 40;
const MOST_TO_SIGN = 1;
/** Payments, and what each receiver gets: of an ordinary escrow, and of one with many milestones. */
const MOST_OF_ANSWERS = { ordinary: 3_000, many: 150 } as const;

/** As many of the first rows as take no more characters, but one at least. */
function within<Row>(rows: readonly Row[], most: number): Row[] {
  let left = most;
  return rows.filter((row, at) => {
    left -= JSON.stringify(row).length;
    return at === 0 || left >= 0;
  });
}

/** A list for a model, with how many of its rows are left out under `more`, where any are. */
export function shortRows<Row, const More extends string>(
  rows: readonly Row[],
  more: More,
  most = MOST,
): { readonly rows: Row[]; readonly left: Partial<Record<More, number>> } {
  const shown = rows.length <= WHOLE ? [...rows] : within(rows.slice(0, most), MOST_CHARACTERS);
  return { rows: shown, left: leftOut(more, rows.length - shown.length) };
}

const leftOut = <More extends string>(more: More, count: number): Partial<Record<More, number>> =>
  (count === 0 ? {} : { [more]: count }) as Partial<Record<More, number>>;

/** The same for sentences, the last of which counts the others. */
export function shortTexts(texts: readonly string[]): string[] {
  const { rows, left } = shortRows(texts, 'more');
  return left.more === undefined ? rows : [...rows, `And ${left.more} more.`];
}

/** Of a long list, what decides before what is only a text. */
export function shortDifferences<Row extends { readonly field: string }, const More extends string>(
  differences: readonly Row[],
  more: More,
): ReturnType<typeof shortRows<Row, More>> {
  if (differences.length <= WHOLE) return shortRows(differences, more);
  const isText = ({ field }: Row) => /^(?:engagementId|title|description|milestones\[\d+\]\.description)$/.test(field);
  return shortRows([...differences.filter((row) => !isText(row)), ...differences.filter(isText)], more);
}

/** Who can do what; `milestone` counts from 1, and is absent for the whole escrow. */
export const turnViewSchema = z.strictObject({
  role: z.string(),
  address: z.string().optional(),
  name: z.string().optional(),
  action: z.string(),
  milestone: z.number().optional(),
  also: z.array(z.number()).optional().describe('Other milestones of which they can do the same'),
});
type TurnView = z.output<typeof turnViewSchema>;

/** Many turns with one for each person and action. */
export function turnView(turns: NonNullable<EscrowView['turn']>, names: EscrowView['names'] = []): TurnView[] {
  return groupTurns(turns).map(({ milestones = [], ...turn }) => {
    const name = names.find(({ address }) => address === turn.address)?.name;
    const [, ...also] = milestones;
    return { ...turn, ...(name === undefined ? {} : { name }), ...(also.length === 0 ? {} : { also }) };
  });
}

const text = z.string();
const count = z.number().optional();
/** Core’s schema defines fields and values; a host, which shows a model none of it, need not know them. */
const texts = z.record(text, text.optional());
const { milestones, toSign, paid, sinceAgreed } = escrowViewSchema.shape;

export const escrowForModelSchema = escrowViewSchema.extend({
  status: text,
  kind: text,
  codeIs: text.optional(),
  state: text.optional(),
  roles: texts,
  milestones: z.array(milestones.element.extend({ state: text.optional(), number: count })),
  byState: text.optional(),
  names: texts.optional().describe('Of whom the person knows, by role'),
  moreMilestones: count.describe('Ask again with milestonesFrom'),
  moreHistory: count.describe('Ask again with historyFrom'),
  moreChanges: count,
  moreToSign: count.describe('find_escrows lists them'),
  morePaid: count.describe('Ask again with historyFrom'),
  moreGets: count.describe('Ask again with milestonesFrom'),
  turn: z.array(turnViewSchema).optional(),
  toSign: z.array(toSign.unwrap().element.extend({ action: text, status: text })).optional(),
  canBePaid: z.record(text, z.array(z.number())).optional(),
  gets: z.array(texts).optional(),
  paid: paid.unwrap().extend({ known: text }).optional(),
  sinceAgreed: sinceAgreed
    .unwrap()
    .extend({ is: text, differences: z.array(texts).optional() })
    .optional(),
  differences: z.array(texts).optional(),
  changedSince: z.array(texts).optional(),
  changes: z.array(texts).optional(),
});
type EscrowForModel = z.output<typeof escrowForModelSchema>;

/** From which row on a list is asked for, counted from 1. */
export type AskedRows = {
  readonly milestonesFrom?: number | undefined;
  readonly historyFrom?: number | undefined;
};

/** The whole of an ordinary escrow. Of one with many milestones, its state now; with `asked`, one of its lists. */
export function escrowForModel(view: EscrowView, { milestonesFrom, historyFrom }: AskedRows): EscrowForModel {
  const { names = [], turn, toSign, history, pageUrl: _, ...shown } = view;
  const { gets: _gets, paid, canBePaid: _can, ifNotDelivered: _if, sinceAgreed: _since, ...terms } = shown;
  const rest = { ...terms, message: messageOf(view), ...namesByRole(names), ...shortChanges(view) };
  const numbered = view.milestones.map((each, at) => ({ number: at + 1, ...each }));
  if (milestonesFrom !== undefined) {
    const milestones = within(numbered.slice(milestonesFrom - 1), MOST_OF_REST);
    return { ...rest, milestones, ...leftOut('moreMilestones', numbered.length - milestones.length) };
  }
  if (historyFrom !== undefined) {
    const rows = within(history?.slice(historyFrom - 1) ?? [], MOST_OF_REST);
    const milestones = { milestones: [], moreMilestones: numbered.length };
    return { ...rest, ...milestones, history: rows, ...leftOut('moreHistory', (history?.length ?? 0) - rows.length) };
  }
  const isOrdinary = numbered.length <= WHOLE;
  // What is paid already comes last.
  const first = numbered.findIndex(({ state }) => state !== 'released' && state !== 'resolved');
  const milestones = isOrdinary
    ? [...view.milestones]
    : within(numbered.slice(Math.max(first, 0)).slice(0, MOST), MOST_OF_MILESTONES);
  const waiting = isOrdinary ? toSign : toSign?.slice(0, MOST_TO_SIGN);
  const newest = history?.toReversed();
  const rows = newest && paid !== undefined ? newest.map(({ paid: _paid, ...row }) => row) : newest;
  const latest = (isOrdinary ? rows?.slice(0, MOST_HISTORY) : rows && within(rows, MOST_OF_HISTORY))?.toReversed();
  return {
    ...rest,
    ...answersIn(view, isOrdinary ? MOST_OF_ANSWERS.ordinary : MOST_OF_ANSWERS.many),
    milestones,
    ...(isOrdinary ? {} : statesOf(view)),
    ...leftOut('moreMilestones', numbered.length - milestones.length),
    ...(turn === undefined ? {} : { turn: turnView(turn, names) }),
    ...(waiting === undefined
      ? {}
      : { toSign: waiting, ...leftOut('moreToSign', (toSign?.length ?? 0) - waiting.length) }),
    ...(latest === undefined
      ? {}
      : { history: latest, ...leftOut('moreHistory', (history?.length ?? 0) - latest.length) }),
  };
}

/** With its state as a person reads it elsewhere: `state` is for programs. */
const messageOf = ({ message, state, turn }: EscrowView): string =>
  state === undefined ? message : `${message} State: ${LIFE_WORDS[shownState(state, turn)]}.`;

/** The fields that answer questions: the latest payments, and the first of the payees. */
function answersIn(
  { canBePaid, gets, paid, ifNotDelivered, sinceAgreed }: EscrowView,
  most: number,
): Partial<EscrowForModel> {
  const payees = gets && within(gets, most);
  const all = paid?.payments ?? [];
  const latest = within(all.toReversed(), most).toReversed();
  const differences = sinceAgreed?.differences && shortDifferences(sinceAgreed.differences, 'moreChanges').rows;
  return {
    ...(canBePaid === undefined ? {} : { canBePaid }),
    ...(payees === undefined ? {} : { gets: payees, ...leftOut('moreGets', (gets?.length ?? 0) - payees.length) }),
    ...(paid === undefined ? {} : { paid: paid.payments === undefined ? paid : { ...paid, payments: latest } }),
    ...leftOut('morePaid', all.length - latest.length),
    ...(ifNotDelivered === undefined ? {} : { ifNotDelivered }),
    ...(sinceAgreed === undefined
      ? {}
      : { sinceAgreed: { ...sinceAgreed, ...(differences === undefined ? {} : { differences }) } }),
  };
}

/** The addresses are in the roles and milestones. */
function namesByRole(names: NonNullable<EscrowView['names']>): Pick<EscrowForModel, 'names'> {
  const rows = names.map(({ field, name }) => [field.replace(/^roles\./, ''), name] as const);
  return rows.length === 0 ? {} : { names: Object.fromEntries(rows) };
}

function shortChanges({ changedSince }: EscrowView): Pick<EscrowForModel, 'changedSince' | 'moreChanges'> {
  if (changedSince === undefined) return {};
  const { rows, left } = shortDifferences(changedSince, 'moreChanges');
  return { changedSince: rows, ...left };
}

/** "8 released, 12 open" */
function statesOf({ milestones }: EscrowView): Pick<EscrowForModel, 'byState'> {
  const groups = [...Map.groupBy(milestones, ({ state }) => state)];
  const texts = groups.flatMap(([state, { length }]) => (state === undefined ? [] : `${length} ${state}`));
  return texts.length === 0 ? {} : { byState: texts.join(', ') };
}
