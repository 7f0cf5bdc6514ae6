/** What became of an escrow: the card once it is no longer waiting for a signature, and the answer to a submission. */

import type { EscrowView, Settlement, TransactionStatus } from '@countersign/core';
import { isStepName } from '@countersign/core/escrow';
import { format, pluralForm } from '@countersign/core/text/message';
import { naming } from '@countersign/core/words';
import type { APIButtonComponent } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import type { Words } from '../words/index.ts';
import type { Outcome, OutcomeWords } from '../words/keys.ts';
import { changed, type DifferencesCut, differenceParts } from './judgement.ts';
import { openTurns } from './living-message.ts';
import { clockTime, code, line, quote } from './markdown.ts';
import {
  ALL,
  type ButtonLook,
  button,
  buttonsIfAny,
  type Colour,
  container,
  firstLines,
  fitting,
  pageLines,
  RULE,
  rowsShown,
  text,
  textIfAny,
} from './parts.ts';
import { partyLines } from './people.ts';
import { type Length, signLink } from './signing.ts';

export const COLOURS: Readonly<Record<Outcome, Colour>> = {
  prepared: 'ready',
  'to-confirm': 'bad',
  'partly-signed': 'waiting',
  expired: 'waiting',
  displaced: 'waiting',
  sending: 'waiting',
  settled: 'good',
  taken: 'bad',
  rejected: 'bad',
  accepted: 'waiting',
  unknown: 'waiting',
  unsent: 'waiting',
  'given-up': 'waiting',
  superseded: 'waiting',
  declined: 'waiting',
  discarded: 'plain',
};

/** @param extras what it is about, if known, and a sentence about this card */
export function statusMessage(status: TransactionStatus, extras: OutcomeExtras, words: Words): Message {
  return stateMessage(asOfNow(status, extras), stateOf(status), extras, words);
}

/** The terms of a new escrow may have changed since it settled, which only a fresh look at it shows. */
function asOfNow(status: TransactionStatus, { escrow }: OutcomeExtras): TransactionStatus {
  if (status.status !== 'settled' || status.action !== undefined || escrow === undefined) return status;
  const { changedSince: _, ...rest } = status;
  return escrow.changedSince === undefined ? rest : { ...rest, changedSince: escrow.changedSince };
}

/** @param status after the person's word that it did not settle */
export function givenUpMessage(status: TransactionStatus, extras: OutcomeExtras, words: Words): Message {
  return status.status === 'unknown'
    ? stateMessage(status, 'given-up', extras, words)
    : statusMessage(status, extras, words);
}

export function sharedMessage(status: TransactionStatus, { escrow }: OutcomeExtras, words: Words): Message {
  const { onlySharerSigns: next, sharedToSee: note } = words.outcome;
  return outcome({ view: status, state: stateOf(status), choices: [], note, next, escrow, length: 'whole' }, words);
}

function stateOf({ status, neverSent }: TransactionStatus): Outcome {
  return status === 'unknown' && neverSent ? 'unsent' : status;
}

function stateMessage(
  status: TransactionStatus,
  state: Outcome,
  { note, escrow, length = 'short' }: OutcomeExtras,
  words: Words,
): Message {
  const { id } = status;
  const { outcome: own, card } = words;
  const page = signLink(status.signUrl, status.network, card);
  const renew = (look?: ButtonLook) => button(card.renew, 'renew', id, look);
  const forget = button(words.escrow.forget, 'forget', id);
  const over = Date.parse(status.expiresAt) <= Date.now();
  const choices: Partial<Record<Outcome, APIButtonComponent[]>> = {
    prepared: [...page.button, renew()],
    // The person who confirms must see the reasons against it.
    'to-confirm': [button(own.showIt, 'renew', id, 'Primary')],
    expired: [renew('Primary')],
    displaced: [renew('Primary')],
    superseded: [...signLink(status.newerVersion?.signUrl, status.network, card, own.openNewer).button, forget],
    declined: [forget],
    discarded: [forget],
    rejected: [renew('Primary')],
    unsent: [renew('Primary')],
    'given-up': [renew('Primary'), button(own.checkAgain, 'check', id)],
    accepted: [button(own.checkAgain, 'check', id, 'Primary')],
    unknown: [
      button(own.checkAgain, 'check', id, 'Primary'),
      ...(over ? [button(own.didNotSettle, 'failed', id, 'Danger')] : []),
    ],
  };
  const all = [
    ...(choices[state] ?? []),
    ...afterwards(status, words),
    ...(length === 'short' ? [button(card.details, 'details', id)] : []),
    ...(DISCARDED.includes(state) ? [button(card.discard, 'discard', id)] : []),
  ];
  const notes = [note, state === 'prepared' ? page.where : undefined].filter((each) => each !== undefined).join(' ');
  return outcome(
    {
      view: status,
      state,
      choices: all,
      note: notes === '' ? undefined : notes,
      next: nextOf(status, state, escrow, length, words),
      escrow,
      length,
    },
    words,
  );
}

/** What its person may throw away. */
const DISCARDED: readonly Outcome[] = ['prepared', 'to-confirm', 'expired', 'displaced', 'rejected', 'unsent'];

/** @param id the request, if known */
export function settlementMessage(
  settlement: Settlement,
  id: string | undefined,
  { escrow }: Pick<OutcomeExtras, 'escrow'>,
  words: Words,
): Message {
  const { outcome: own } = words;
  const isOpen = settlement.status === 'unknown' || settlement.status === 'accepted';
  const again = id === undefined || !isOpen ? [] : [button(own.checkAgain, 'check', id, 'Primary')];
  const note = settlement.preparedHere === false ? own.notPreparedHere : undefined;
  const choices = [...again, ...afterwards(settlement, words)];
  // Its request has its own card with *Details*.
  const length = settlement.status === 'settled' && note === undefined ? 'short' : 'whole';
  const next = nextOf(settlement, settlement.status, escrow, length, words);
  return outcome({ view: settlement, state: settlement.status, choices, note, next, escrow, length }, words);
}

type OutcomeView = Settlement | TransactionStatus;

export type OutcomeExtras = {
  readonly escrow?: EscrowView | undefined;
  readonly note?: string | undefined;
  /** Default: `short`, with *Details*. */
  readonly length?: Length;
};

function nextOf(
  { action, status, ...rest }: OutcomeView,
  state: Outcome,
  escrow: EscrowView | undefined,
  length: Length,
  words: Words,
): string {
  const isVersion = 'displacedBy' in rest && rest.displacedBy?.earlierVersion === true;
  const own = isVersion
    ? words.outcome.afterEarlierVersion
    : [
        words.core.meansText(action ?? 'deploy', state),
        ownWords(action, words.outcome)[state] ?? words.outcome.next[state],
      ]
        .filter((sentence) => sentence !== '')
        .join(' ');
  const turns = length === 'short' && escrow?.turn !== undefined ? openTurns(escrow).slice(0, 1) : escrow?.turn;
  const turn = status === 'settled' ? turns : undefined;
  // The button next to it shows the escrow of a step.
  const first = action === 'fund' || action === undefined ? `${own}\n` : '';
  return turn === undefined
    ? own
    : `${first}**${words.card.next}** ${line(naming(escrow?.names ?? [])(words.core.turnsText(turn)), 500)}`;
}

function ownWords(action: OutcomeView['action'], own: Words['outcome']): Partial<OutcomeWords> {
  if (action === undefined) return {};
  if (action === 'fund') return own.nextOfPayment;
  return action === 'trust' ? own.nextOfTrustline : own.nextOfStep;
}

/** What follows once it has settled: to pay into a new escrow, and to look at it. */
function afterwards(
  { status, action, contractId, ...rest }: OutcomeView,
  { core, outcome: { showEscrow, nextMilestone } }: Words,
): APIButtonComponent[] {
  if (status !== 'settled' || action === 'trust' || contractId === undefined) return [];
  const isChanged = 'changedSince' in rest && rest.changedSince !== undefined;
  const show = button(showEscrow, 'show', contractId);
  const plan = 'plan' in rest && rest.plan?.stopped === undefined ? rest.plan : undefined;
  if (plan?.next !== undefined && 'id' in rest) {
    return [button(format(nextMilestone, { milestone: plan.next.milestone }), 'plan-next', rest.id, 'Primary'), show];
  }
  return action === undefined && !isChanged
    ? [button(core.actions.fund.label, 'fund', contractId, 'Primary'), show]
    : [show];
}

type OutcomeParts = {
  readonly view: OutcomeView;
  readonly state: Outcome;
  readonly choices: APIButtonComponent[];
  readonly note: string | undefined;
  readonly next: string;
  readonly escrow: EscrowView | undefined;
  readonly length: Length;
};

function outcome({ view, state, choices, note, next, escrow, length }: OutcomeParts, words: Words): Message {
  const { outcome: own, card, core } = words;
  const { network, id } = 'id' in view ? view : {};
  const { status, expiresAt } = { expiresAt: undefined, ...view };
  const isChanged = status === 'settled' && view.changedSince !== undefined;
  const isWhole = length === 'whole';
  const facts = [
    ...(isWhole && view.action !== undefined && isStepName(view.action)
      ? [`**${own.step}** ${core.actions[view.action].title}`]
      : []),
    ...(network === undefined || !isWhole ? [] : [`**${card.network}** ${network}`]),
    ...(isWhole || view.action === undefined ? addressFact(view, state, words) : []),
    ...(status === 'settled' && escrow !== undefined ? pageLines(escrow, words) : []),
    ...(isWhole ? [`**${card.transaction}** ${code(view.transactionHash)}`] : []),
    ...displacedLines(view, words),
    ...signerFacts(view, own),
    ...((status === 'prepared' || status === 'partly-signed') && expiresAt !== undefined
      ? [`**${own.until}** ${clockTime(expiresAt)}`]
      : []),
    ...(isWhole || view.by !== 'ledger' ? [`**${own.reportedBy}** ${sourceText(view, own)}`] : []),
  ];
  const last = [note, id === undefined || !isWhole ? undefined : format(card.idText, { id: code(id) })].filter(
    (part) => part !== undefined,
  );
  const parts = (cut: Cut) => [
    text(`## ${headingOf(state, words)}${titled(escrow, cut)}`, ...amountLine(escrow, words)),
    ...(view.message === '' ? [] : [text(line(messageOf(view, words), 500))]),
    // If the ledger says that it settled, no other source matters.
    ...(view.detail === undefined || (status === 'settled' && view.by === 'ledger')
      ? []
      : [text(`${status === 'declined' ? own.reason : own.fromService}: ${quote(view.detail, 300)}`)]),
    ...('plan' in view && view.plan !== undefined ? [text(line(core.severalText(view.plan), 500))] : []),
    ...differencesOf(view, cut, words),
    text(isChanged ? own.changedSince : next),
    ...buttonsIfAny(choices),
    ...(isWhole ? [RULE, ...termsParts(view, escrow, cut, words)] : []),
    ...textIfAny(facts),
    ...(last.length === 0 ? [] : [text(`-# ${last.join(' ')}`)]),
  ];
  const fit = fitting(CUTS.slice(isWhole ? 0 : 2), parts);
  return { components: container(isChanged ? 'waiting' : COLOURS[state], fit) };
}

/** Once it has settled, also what that did. */
const messageOf = ({ status, action, message }: OutcomeView, { core }: Words): string =>
  status === 'settled' ? `${core.actions[action ?? 'deploy'].settled}. ${message}` : message;

function headingOf(state: Outcome, { outcome: own, core }: Words): string {
  if (state === 'given-up') return own.givenUp;
  return core.STATE_WORDS[state === 'unsent' ? 'expired' : state];
}

const titled = (escrow: EscrowView | undefined, { title }: Cut): string =>
  escrow === undefined ? '' : `: ${line(escrow.title, title)}`;

function amountLine(escrow: EscrowView | undefined, { card, language }: Words): string[] {
  if (escrow?.total === undefined) return [];
  const { total, asset, milestones } = escrow;
  const count = milestones.length;
  return [
    format(card.forMilestones[pluralForm(language, count)], { amount: `${line(total, 60)} ${line(asset, 60)}`, count }),
  ];
}

/** Tells the payer of a new escrow what it is for and who decides about it. */
function termsParts({ status, action }: OutcomeView, escrow: EscrowView | undefined, cut: Cut, words: Words) {
  if (status !== 'settled' || action !== undefined || escrow === undefined) return [];
  const { milestones, asset } = escrow;
  const lines = milestones.map(
    ({ amount, description }, at) =>
      `${at + 1}. ${amount === undefined ? '' : `**${line(amount, 60)} ${line(asset, 60)}** `}${line(description, cut.value)}`,
  );
  const most = Math.min(cut.milestones, rowsShown(milestones.length));
  return [
    text(firstLines(lines, most, words.card.more).join('\n') || '-'),
    text(...partyLines(escrow, undefined, words)),
  ];
}

/** No address for an escrow that may never exist or is over, so that no one pays to it. */
const WITHOUT_ADDRESS: readonly Outcome[] = [
  'expired',
  'displaced',
  'unsent',
  'rejected',
  'superseded',
  'declined',
  'discarded',
];

function addressFact({ status, action, contractId }: OutcomeView, state: Outcome, { card, outcome: own }: Words) {
  if (contractId === undefined || action === 'trust') return [];
  if (action !== undefined || status === 'settled') return [`**${card.escrowAddress}** ${code(contractId)}`];
  if (WITHOUT_ADDRESS.includes(state)) return [];
  return [`**${card.escrowAddress}, ${status === 'taken' ? own.takenByAnother : card.ifSettled}** ${code(contractId)}`];
}

type Cut = DifferencesCut & { readonly title: number; readonly milestones: number };

/** The first that makes the message fit is taken. */
const CUTS: readonly Cut[] = [
  { differences: 20, value: 200, title: 200, milestones: ALL },
  { differences: 12, value: 100, title: 120, milestones: ALL },
  { differences: 6, value: 40, title: 60, milestones: ALL },
  { differences: 3, value: 15, title: 30, milestones: 5 },
  { differences: 0, value: 0, title: 20, milestones: 0 },
];

/** What took the place of a displaced transaction. */
function displacedLines(view: OutcomeView, { core, outcome: own }: Words): string[] {
  const by = 'displacedBy' in view ? view.displacedBy : undefined;
  if (by === undefined) return [];
  const title = by.title === undefined ? '' : ` “${line(by.title, 100)}”`;
  const what = core.actions[by.action ?? 'deploy'].transaction;
  return [`**${own.wentFirst}** ${what}${title}, ${code(by.transactionHash)}`];
}

function signerFacts({ signers }: OutcomeView, own: Words['outcome']): string[] {
  return (signers?.signers ?? []).slice(0, MOST_SIGNERS).map(({ address, weight, signed }) => {
    return `**${signed ? own.hasSigned : own.maySign}** ${code(address)} (${format(own.weight, { number: weight })})`;
  });
}

/** As many as an account can have, and its own key. */
const MOST_SIGNERS = 21;

function sourceText({ by, ledger }: OutcomeView, own: Words['outcome']): string {
  if (by !== 'ledger') return by === 'service' ? own.byService : own.byBot;
  return ledger === undefined ? own.byLedger : format(own.byLedgerAt, { host: code(ledger) });
}

function differencesOf({ status, differences, changedSince }: OutcomeView, cut: DifferencesCut, words: Words) {
  const { outcome: own, card } = words;
  return [
    ...(status === 'superseded'
      ? differenceParts(own.newerSays, differences, changed(card), cut, words)
      : differenceParts(own.whatIsThere, differences, { asked: own.requested, found: own.found }, cut, words)),
    ...differenceParts(own.changedAfter, changedSince, { asked: card.before, found: card.now }, cut, words),
  ];
}
