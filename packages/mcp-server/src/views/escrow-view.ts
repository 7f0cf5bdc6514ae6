/** One escrow for a model, and how much of a long list a result holds: the rest is one call away. */
import type { EscrowView } from '@countersign/core';
import { addAmounts } from '@countersign/core/escrow';
import { escrowViewSchema } from '@countersign/core/escrow-views';
import { groupTurns, LIFE_WORDS, shownState } from '@countersign/core/words';
import * as z from 'zod';
import { rowsWithin } from './fit.ts';

/** A list of so many rows is given whole. */
const WHOLE = 10;
/** Of a longer one so many, if they take no more characters than this as JSON. */
const MOST = 8;
const MOST_CHARACTERS = 1_100;
/** Where a person asked for the rest of a list, it is all that they wait for. */
const MOST_OF_REST = 1_800;
/** Of an escrow whose milestones are not all listed. */
const MOST_OF_MILESTONES = 600;
const MOST_OF_HISTORY = 250;
const MOST_OF_PARTIES = 150;
const MOST_HISTORY = 40;
const MOST_TO_SIGN = 1;

/** @param most characters as JSON */
const within = <Row>(rows: readonly Row[], most: number): Row[] =>
  rowsWithin(rows, most, (row) => JSON.stringify(row).length);

/** A list for a model, with how many of its rows are left out under `more`, where any are. */
export function shortRows<Row, const More extends string>(rows: readonly Row[], more: More, most = MOST) {
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

/** Who can take which step of `prepare_step`; `milestone` counts from 1, and is absent for the whole escrow. */
export const turnViewSchema = z.strictObject({
  who: z.string().describe('Their name, else their role'),
  role: z.string().optional(),
  step: z.string(),
  milestone: z.number().optional(),
  also: z.array(z.number()).optional().describe('Other milestones of which they can do the same'),
});
type TurnView = z.output<typeof turnViewSchema>;

/** One for each person and step. */
export function turnView(turns: NonNullable<EscrowView['turn']>, names: EscrowView['names'] = []): TurnView[] {
  return groupTurns(turns).map(({ milestones = [], address, role, action: step, milestone }) => {
    const name = names.find((each) => each.address === address)?.name;
    const [, ...also] = milestones;
    return {
      ...(name === undefined ? { who: role } : { who: name, role }),
      step,
      ...(milestone === undefined ? {} : { milestone }),
      ...(also.length === 0 ? {} : { also }),
    };
  });
}

const text = z.string();
const count = z.number().optional();
/** Core’s schema defines fields and values; a host, which shows a model none of it, need not know them. */
const texts = z.record(text, text.optional());
const { milestones, toSign, gets, history, sinceAgreed } = escrowViewSchema.shape;
const { to: _to, name: _name, ...getsFields } = gets.unwrap().element.shape;

const partySchema = z.strictObject({
  address: text,
  roles: text,
  name: text.optional(),
  milestones: z.array(z.number()).optional().describe('For which they are paid'),
  ...getsFields,
  toCome: getsFields.toCome.optional(),
});
type Party = z.output<typeof partySchema>;

const shownFields = escrowViewSchema.omit({
  ...{ contractId: true, roles: true, gets: true, generation: true, token: true, funded: true },
}).shape;

export const escrowForModelSchema = z.strictObject({
  ...shownFields,
  escrow: text.describe('Its address'),
  status: text,
  kind: text,
  codeIs: text.optional(),
  state: text.optional(),
  parties: z.array(partySchema).describe('Elsewhere each is named by their name, else their role; with what they get'),
  milestones: z.array(milestones.element.extend({ state: text.optional(), number: count })),
  byState: text.optional(),
  moreMilestones: count.describe('Ask again with milestonesFrom'),
  moreParties: count.describe('Who are only paid: ask again with milestonesFrom'),
  moreHistory: count.describe('Ask again with historyFrom'),
  moreChanges: count,
  moreToSign: count.describe('find_escrows lists them'),
  turn: z.array(turnViewSchema).optional().describe('All that can be done now, each a step of prepare_step'),
  toSign: z
    .array(
      toSign
        .unwrap()
        .element.omit({ contractId: true, title: true, action: true })
        .extend({ step: text, status: text }),
    )
    .optional(),
  canBePaid: z.record(text, z.array(z.number())).optional(),
  history: z
    .array(
      history
        .unwrap()
        .element.omit({ byName: true, payerName: true })
        .extend({ paid: z.record(text, text).optional().describe('Who was paid how much') }),
    )
    .optional()
    .describe('Oldest first. transaction: of what moved money; with historyFrom of all'),
  sinceAgreed: sinceAgreed
    .unwrap()
    .extend({ is: text, differences: z.array(texts).optional() })
    .optional(),
  differences: z.array(texts).optional(),
  changedSince: z.array(texts).optional(),
  changes: z.array(texts).optional(),
});
type EscrowForModel = z.output<typeof escrowForModelSchema>;
type HistoryRow = NonNullable<EscrowForModel['history']>[number];

/** From which row on a list is asked for, counted from 1. */
export type AskedRows = {
  readonly milestonesFrom?: number | undefined;
  readonly historyFrom?: number | undefined;
};

/** The whole of an ordinary escrow. Of one with many milestones, its state now; with `asked`, one of its lists. */
export function escrowForModel(view: EscrowView, { milestonesFrom, historyFrom }: AskedRows): EscrowForModel {
  const { names = [], turn, toSign, history, pageUrl: _, milestones: terms, ...shown } = view;
  const { gets: _gets, canBePaid: _can, ifNotDelivered: _if, sinceAgreed: _since, funded: _funded, ...others } = shown;
  const { contractId: escrow, roles: _roles, generation: _kindOf, heldBy, token: _token, signer, ...known } = others;
  const { detail, preparedAt, transactionHash, state, ...fields } = known;
  const isOrdinary = terms.length <= WHOLE;
  const { parties, moreParties, refer } = partiesOf(view, names, isOrdinary);
  const rows = history?.map((row) => historyRow(row, refer));
  // Then the history says who deployed it, when and by which transaction.
  const hasDeploy = rows?.some(({ transaction }) => transaction !== undefined && transaction === transactionHash);
  const isByLedger = view.status === 'settled' && view.by === 'ledger';
  const rest = {
    escrow,
    ...fields,
    ...(state === undefined ? {} : { state: LIFE_WORDS[shownState(state, turn)] }),
    ...(detail === undefined || isByLedger ? {} : { detail }),
    ...(transactionHash === undefined || hasDeploy ? {} : { transactionHash }),
    ...(preparedAt === undefined || hasDeploy ? {} : { preparedAt }),
    ...(heldBy === 'service' ? { heldBy } : {}),
    ...(signer === undefined || hasDeploy ? {} : { signer: refer(signer) }),
    parties,
    ...leftOut('moreParties', moreParties),
    ...shortChanges(view),
  };
  const numbered = terms.map(({ receiver, missing, status, ...each }, at) => ({
    ...(isOrdinary && milestonesFrom === undefined ? {} : { number: at + 1 }),
    ...each,
    ...(status === undefined || status === each.state ? {} : { status }),
    ...(missing === undefined || missing === '0' ? {} : { missing }),
    // Where parties list it, they say for which milestones they are paid.
    ...(receiver === undefined || isOrdinary ? {} : { receiver }),
  }));
  if (milestonesFrom !== undefined) {
    const milestones = within(numbered.slice(milestonesFrom - 1), MOST_OF_REST);
    return { ...rest, milestones, ...leftOut('moreMilestones', numbered.length - milestones.length) };
  }
  if (historyFrom !== undefined) {
    const shownRows = within(rows?.slice(historyFrom - 1) ?? [], MOST_OF_REST);
    return {
      ...rest,
      milestones: [],
      moreMilestones: numbered.length,
      history: shownRows,
      ...leftOut('moreHistory', (rows?.length ?? 0) - shownRows.length),
    };
  }
  // What is paid already comes last.
  const first = numbered.findIndex(({ state }) => state !== 'released' && state !== 'resolved');
  const milestones = isOrdinary
    ? numbered
    : within(numbered.slice(Math.max(first, 0)).slice(0, MOST), MOST_OF_MILESTONES);
  const waiting = isOrdinary ? toSign : toSign?.slice(0, MOST_TO_SIGN);
  const newest = rows?.map(withoutHash).toReversed();
  const latest = (
    isOrdinary ? newest?.slice(0, MOST_HISTORY) : newest && within(newest, MOST_OF_HISTORY)
  )?.toReversed();
  return {
    ...rest,
    ...answersIn(view),
    milestones,
    ...(isOrdinary ? {} : statesOf(view)),
    ...leftOut('moreMilestones', numbered.length - milestones.length),
    ...(turn === undefined ? {} : { turn: turnView(turn, names) }),
    ...(waiting && {
      toSign: waiting.map(({ contractId: _escrow, title: _title, action: step, signer, ...row }) => ({
        ...{ step, ...row },
        signer: refer(signer),
      })),
      ...leftOut('moreToSign', (toSign?.length ?? 0) - waiting.length),
    }),
    ...(latest && { history: latest, ...leftOut('moreHistory', (rows?.length ?? 0) - latest.length) }),
  };
}

/** Of a step that moved no money, which `historyFrom` has: a hash takes more room than all else of a row. */
const withoutHash = (row: HistoryRow): HistoryRow =>
  ['deployed', 'funded', 'released', 'resolved', 'withdrawn'].includes(row.kind)
    ? row
    : { ...row, transaction: undefined };

function historyRow(
  { at, by, byName: _by, payer, payerName: _payer, paid, ...row }: NonNullable<EscrowView['history']>[number],
  refer: Refer,
): HistoryRow {
  const payments = Map.groupBy(paid ?? [], ({ to, isServiceFee }) => (isServiceFee ? 'service fee' : refer(to)));
  const sums = [...payments].map(([who, own]) => [who, addAmounts(own.map(({ amount }) => amount))] as const);
  return {
    ...(at === undefined ? {} : { at: at.replace('.000Z', 'Z') }),
    ...row,
    ...(by === undefined ? {} : { by: refer(by) }),
    ...(payer === undefined ? {} : { payer: refer(payer) }),
    ...(paid === undefined ? {} : { paid: Object.fromEntries(sums) }),
  };
}

/** How a result names an address that `parties` has in full. */
type Refer = (address: string) => string;

/** Each address once, with all its roles, its name and what it gets. Of many payees as many as there is room for. */
function partiesOf(
  { roles, milestones, gets = [] }: EscrowView,
  names: NonNullable<EscrowView['names']>,
  isWhole: boolean,
): { readonly parties: Party[]; readonly moreParties: number; readonly refer: Refer } {
  const held = new Map<string, { roles: string[]; milestones: number[] }>();
  const entry = (address: string) => held.get(address) ?? { roles: [], milestones: [] };
  for (const [role, address] of Object.entries(roles)) {
    if (address !== undefined) held.set(address, { ...entry(address), roles: [...entry(address).roles, role] });
  }
  for (const [at, { receiver }] of milestones.entries()) {
    if (receiver === undefined || receiver === roles.receiver) continue;
    const { roles: before, milestones: paidFor } = entry(receiver);
    const all = before.includes('receiver') ? before : [...before, 'receiver'];
    held.set(receiver, { roles: all, milestones: [...paidFor, at + 1] });
  }
  const all = [...held].map(([address, own]): Party => {
    const name = names.find((each) => each.address === address)?.name;
    const { to: _, name: __, got, toCome, ...amounts } = gets.find(({ to }) => to === address) ?? { to: address };
    return {
      address,
      roles: own.roles.join(', '),
      ...(name === undefined ? {} : { name }),
      ...(own.milestones.length === 0 || !isWhole ? {} : { milestones: own.milestones }),
      ...amounts,
      ...(got === undefined || got === '0' ? {} : { got }),
      ...(toCome === undefined || toCome === '0' ? {} : { toCome }),
    };
  });
  const isOnlyPaid = ({ roles: own }: Party) => own === 'receiver';
  const payees = all.filter(isOnlyPaid);
  const shown = isWhole ? payees : within(payees, MOST_OF_PARTIES);
  const parties = all.filter((party) => !isOnlyPaid(party) || shown.includes(party));
  const keyOf = ({ name, roles: own, milestones: [paidFor] = [] }: Party) =>
    name ?? (own === 'receiver' && paidFor !== undefined ? `receiver of ${paidFor}` : (own.split(', ')[0] ?? ''));
  return {
    parties,
    moreParties: all.length - parties.length,
    refer: (address) => {
      const party = parties.find((each) => each.address === address);
      // Two with one name are told apart by their addresses.
      const isClear = party !== undefined && all.filter((each) => keyOf(each) === keyOf(party)).length === 1;
      return isClear ? keyOf(party) : address;
    },
  };
}

/** The fields that answer questions. */
function answersIn({ canBePaid, ifNotDelivered, sinceAgreed }: EscrowView): Partial<EscrowForModel> {
  const payable = Object.entries(canBePaid ?? {}).filter(([, numbers]) => numbers.length > 0);
  const differences = sinceAgreed?.differences && shortDifferences(sinceAgreed.differences, 'moreChanges').rows;
  return {
    ...(payable.length === 0 ? {} : { canBePaid: Object.fromEntries(payable) }),
    ...(ifNotDelivered === undefined ? {} : { ifNotDelivered }),
    ...(sinceAgreed && { sinceAgreed: { ...sinceAgreed, ...(differences && { differences }) } }),
  };
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
