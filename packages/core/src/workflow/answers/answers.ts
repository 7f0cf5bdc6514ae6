/** What people ask about an escrow, one field for each question, from what the ledger shows of it. */

import { endingOf, endingPlan } from '../../actions/steps/ending.ts';
import type { EscrowState } from '../../actions/steps/escrow-state.ts';
import { addAmounts, fromBaseUnits } from '../../escrow/amount.ts';
import type { RoleName } from '../../escrow/steps.ts';
import { type EscrowOnChain, type MilestoneOnChain, payoutOf, receivers, sumOf } from '../../kinds/escrow-on-chain.ts';
import { isPaidOut, missingAmount, shortfalls, stateOf } from '../../kinds/progress.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { DeskContext } from '../context.ts';
import type { EscrowView, TermsView } from '../model/escrow-views.ts';
import type { EscrowLife, Happening } from '../model/list-views.ts';
import { partyFields, readerOf } from '../people/names-shown.ts';
import type { SettledNow } from './settled-now.ts';

type Amounts = Pick<EscrowState, 'escrow' | 'held' | 'decimals'>;
type Milestones = EscrowView['milestones'];

/** Whether the money in it is enough, and what happens if the work never comes. */
export function moneyAnswers(
  state: EscrowState,
  { words }: Pick<DeskContext, 'words'>,
): Pick<EscrowView, 'missing' | 'canBePaid' | 'ifNotDelivered'> {
  const { escrow, held, decimals, token } = state;
  return {
    missing: fromBaseUnits(missingAmount(escrow, held), decimals),
    canBePaid: canBePaid(state),
    ifNotDelivered: words.notDeliveredText(
      endingPlan(state, endingOf(state)),
      `${fromBaseUnits(held, decimals)} ${token}`,
    ),
  };
}

const isOpen = ({ flags }: Pick<MilestoneOnChain, 'flags'>): boolean => !isPaidOut(flags) && flags.disputed !== true;

/** Each milestone alone: paying one leaves less for the others. */
function canBePaid({ escrow, held }: Amounts): NonNullable<EscrowView['canBePaid']> {
  const states = escrow.milestones.map((milestone) => stateOf(escrow, milestone));
  // With one amount for all, nothing is paid until everything is approved.
  const isApproved = escrow.amount === undefined || states.every((state) => state === 'approved');
  const lists = escrow.milestones.map(({ amount = escrow.amount ?? 0n }, index) => {
    const state = states[index];
    if (state !== 'open' && state !== 'approved') return undefined;
    if (held < amount) return 'notEnoughFor';
    return state === 'approved' && isApproved ? 'now' : 'onceApproved';
  });
  const numbersOf = (wanted: (typeof lists)[number]) =>
    lists.flatMap((list, index) => (list === wanted ? [index + 1] : []));
  return { now: numbersOf('now'), onceApproved: numbersOf('onceApproved'), notEnoughFor: numbersOf('notEnoughFor') };
}

/** The milestones, each with the amount it lacks once the earlier ones are paid from the same money. */
export function withMissing(milestones: Milestones, { escrow, held, decimals }: Amounts): Milestones {
  const missing = shortfalls(escrow, held);
  return milestones.map((milestone, index) => {
    const onChain = escrow.milestones[index];
    if (onChain?.amount === undefined || !isOpen(onChain)) return milestone;
    return { ...milestone, missing: fromBaseUnits(missing[index] ?? 0n, decimals) };
  });
}

/** What each receiver has yet to get, after fees, if everything that is open is paid out. */
export function getsOf(escrow: EscrowOnChain, decimals: number): NonNullable<EscrowView['gets']> {
  const { amount, milestones, platformFee, roles, flags = {} } = escrow;
  const parts =
    amount === undefined
      ? milestones.map((each) => ({ to: each.receiver ?? roles.receiver, units: each.amount ?? 0n, flags: each.flags }))
      : [{ to: roles.receiver, units: amount, flags }];
  return receivers(escrow).map((to) => {
    const own = parts.filter((part) => part.to === to);
    const toCome = sumOf(own.filter(isOpen).map(({ units }) => payoutOf(units, platformFee).receiver));
    const disputed = sumOf(own.filter(({ flags }) => flags.disputed && !isPaidOut(flags)).map(({ units }) => units));
    return {
      to,
      toCome: fromBaseUnits(toCome, decimals),
      ...(disputed > 0n && { inDispute: fromBaseUnits(disputed, decimals) }),
    };
  });
}

/** How its terms differ from those that were signed; `now` is absent where the ledger did not answer. */
export function sinceAgreedOf(now: SettledNow | undefined): NonNullable<EscrowView['sinceAgreed']> {
  const { changes = [], own = [], isCompared = false } = now ?? {};
  const differences = [...changes, ...own].map(({ field, asked, found }) => ({ field, agreed: asked, now: found }));
  if (changes.length > 0) return { is: 'changed', differences };
  if (!isCompared) return { is: 'not-known' };
  return differences.length > 0 ? { is: 'changed-by-you', differences } : { is: 'unchanged' };
}

/** What happened, what was paid out, and what each receiver gets in the end; empty before it is on the ledger. */
export async function lifeAnswers(
  context: DeskContext,
  view: EscrowView,
  life: EscrowLife | undefined,
): Promise<Pick<EscrowView, 'paidNote' | 'gets' | 'history' | 'historyIsPartial'>> {
  const { names } = await readerOf(context);
  const nameOf = (address = '') => names.get(address)?.name;
  const named = <Row extends Named>(row: Row): Row => ({
    ...row,
    ...omitUndefined({ name: nameOf(row.to), byName: nameOf(row.by), payerName: nameOf(row.payer) }),
  });
  const paidNote = life && paidNoteOf(context, view, life);
  const payments = life?.happened.flatMap(({ by, paid = [] }) => (by === 'ledger' ? paid : [])) ?? [];
  const gets = view.gets?.map((row) => {
    const got = addAmounts(payments.filter(({ to }) => to === row.to).map(({ amount }) => amount));
    return { ...named(row), ...(paidNote === undefined ? { got, inTheEnd: addAmounts([got, row.toCome]) } : {}) };
  });
  return { ...omitUndefined({ paidNote, gets }), ...(life && historyOf(context, view, life, named)) };
}

/** A row with addresses. */
type Named = { readonly [Field in 'to' | 'by' | 'payer']?: string | undefined };

type Payment = NonNullable<Happening['paid']>[number];

/** More than a life of fifty milestones usually has. */
const MOST_HISTORY = 250;

/** What the ledger shows of an escrow's life. */
function historyOf(
  { network }: Pick<DeskContext, 'network'>,
  view: EscrowView,
  { happened, isWhole }: EscrowLife,
  named: <Row extends Named>(row: Row) => Row,
): Pick<EscrowView, 'history' | 'historyIsPartial'> {
  const holders = partyFields(view.roles, view.milestones).map(([, address]) => address);
  const paymentRow = (payment: Payment) => ({
    ...payment,
    ...(payment.to === network.feeAddress && !holders.includes(payment.to) ? { isServiceFee: true as const } : {}),
  });
  const history = happened
    .filter(({ by }) => by === 'ledger')
    .map(({ at, kind, milestone, amount, paid: payments, transactionHash: transaction, ...done }) => {
      const time = at === undefined ? undefined : new Date(at).toISOString();
      const paid = payments?.map((each) => named(paymentRow(each)));
      const actor = actorOf(view, { kind, ...done });
      const by = kind === 'funded' ? { payer: actor } : { by: actor };
      return named(omitUndefined({ at: time, kind, milestone, amount, paid, ...by, transaction }));
    });
  const isPartial = !isWhole || history.length > MOST_HISTORY;
  return { history: history.slice(-MOST_HISTORY), ...(isPartial ? { historyIsPartial: true } : {}) };
}

/** Where the event does not name its signer: the contract lets only the holder of this role do it. */
const ACTORS: Readonly<Partial<Record<Happening['kind'], RoleName>>> = {
  updated: 'platformAddress',
  status: 'serviceProvider',
  approved: 'approver',
  released: 'releaseSigner',
  resolved: 'disputeResolver',
  withdrawn: 'disputeResolver',
};

/** Whose account did it, where that is known. */
function actorOf({ roles }: TermsView, { by, kind, actor }: Pick<Happening, 'by' | 'kind' | 'actor'>) {
  const role = by === 'ledger' ? ACTORS[kind] : undefined;
  return actor ?? (role && roles[role]);
}

/** The same, each with whose account did it where that is known. */
export const withActors = (terms: TermsView, happened: readonly Happening[]): readonly Happening[] =>
  happened.map((each) => ({ ...each, ...omitUndefined({ actor: actorOf(terms, each) }) }));

const PAYING: readonly Happening['kind'][] = ['released', 'resolved', 'withdrawn'];

/** Why the token’s events do not show all that left the escrow; undefined where they do. */
export function paidNoteOf(
  { words }: Pick<DeskContext, 'words'>,
  { milestones }: TermsView,
  { happened, isWhole }: EscrowLife,
): string | undefined {
  const paying = happened.filter(({ by, kind }) => by === 'ledger' && PAYING.includes(kind));
  // No milestone is finished, and before that nothing can leave it.
  const isUntouched = milestones.every(({ state }) => state === 'open' || state === 'approved' || state === 'disputed');
  if (isUntouched || (isWhole && paying.every(({ paid }) => paid !== undefined))) return undefined;
  const isInPart = paying.some(({ paid = [] }) => paid.length > 0);
  return isInPart ? words.PAID_IN_PART : words.PAID_NOT_AVAILABLE;
}
