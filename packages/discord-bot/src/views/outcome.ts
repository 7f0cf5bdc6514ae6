/** What became of an escrow: the card once it is no longer waiting for a signature, and the answer to a submission. */
import type { EscrowView, Settlement, TransactionStatus } from '@countersign/core';
import { ERROR_CATALOGUE } from '@countersign/core/errors';
import { isStepName } from '@countersign/core/escrow';
import { STATE_WORDS, STEP_WORDS, turnsText } from '@countersign/core/words';
import type { APIButtonComponent } from 'discord.js';
import type { Message } from '../answers.ts';
import { CHANGED, type DifferencesCut, differenceParts } from './differences.ts';
import { clockTime, code, line, quote } from './markdown.ts';
import { button, buttons, type Colour, container, fits, RULE, text } from './parts.ts';
import { partyLines } from './people.ts';
import { signLink } from './sign-link.ts';
import { IF_SETTLED } from './signing.ts';

/** Of `unknown` there are two more: never sent from here; and so that the person said that it did not settle. */
type Outcome = TransactionStatus['status'] | Settlement['status'] | 'unsent' | 'given-up';

const HEADINGS: Readonly<Record<Outcome, string>> = {
  ...STATE_WORDS,
  // By whoever had the page open: that need not be the signer.
  declined: 'Declined on the signing page',
  unsent: STATE_WORDS.expired,
  'given-up': 'You said that it did not settle',
};

const COLOURS: Readonly<Record<Outcome, Colour>> = {
  prepared: 'ready',
  'to-confirm': 'bad',
  'partly-signed': 'waiting',
  expired: 'waiting',
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

const NEXT: Readonly<Record<Outcome, string>> = {
  prepared: 'Sign it before it expires, or press Renew.',
  'to-confirm': 'Press “I have read this” on its card; /escrow pending shows the card.',
  'partly-signed':
    'Share the signing page with the other signers, or have them run /escrow submit with what their wallet signed. After the time above, everybody signs a new one.',
  expired: 'Press Renew to prepare it again, when you are ready to sign.',
  sending: 'This takes a few seconds.',
  settled: 'Fund the escrow at its address with /escrow fund; /escrow show tells how it stands and whose turn it is.',
  taken: '**Do not fund it.** Pay nothing to this address, and tell the person who runs this bot.',
  rejected: 'No escrow was created. Press Renew to prepare it again.',
  accepted: 'The ledger does not show it yet. Pay nothing to it until it does; check again in a minute.',
  unknown: 'Do not sign another transaction for this escrow. Check again in a minute.',
  unsent: 'Press Renew to prepare it again, when you are ready to sign.',
  'given-up': 'Press Renew to prepare it again. If the ledger shows later that it settled, that counts.',
  superseded: ERROR_CATALOGUE.SUPERSEDED.remedy,
  declined: 'Ask what is wanted instead, then prepare that with /escrow deploy.',
  discarded: 'Give the whole request again: attach your file to /escrow deploy.',
};
/** Of a payment, where that is told otherwise. */
const NEXT_OF_PAYMENT: Readonly<Partial<Record<Outcome, string>>> = {
  settled: 'The payment arrived; /escrow balance shows what the escrow holds.',
  rejected: 'Nothing was paid. Press Renew to prepare it again.',
  accepted: 'The ledger does not show it yet. Do not pay again; check again in a minute.',
  unknown: 'Do not sign another payment. Check again in a minute.',
  declined: 'Ask what is wanted instead, then prepare that with /escrow fund.',
  discarded: 'Prepare it again with /escrow fund.',
};
/** Of a step of an escrow's life. */
const NEXT_OF_STEP: Readonly<Partial<Record<Outcome, string>>> = {
  settled: 'Use /escrow show to see whose turn it is.',
  rejected: 'Nothing was changed. Press Renew to prepare it again.',
  accepted: 'The ledger does not show it yet. Do not do it again; check again in a minute.',
  unknown: 'Do not sign it again. Check again in a minute.',
  declined: 'Ask what is wanted instead, then press that on /escrow show.',
  discarded: 'Press it again on /escrow show.',
};

const NEXT_OF_TRUSTLINE: Readonly<Partial<Record<Outcome, string>>> = {
  settled: 'Nothing more needs to be done.',
  rejected: 'No trustline was added. Press Renew to prepare it again.',
  accepted: 'The ledger does not show it yet. Check again in a minute.',
  unknown: 'Do not sign it again. Check again in a minute.',
  declined: 'Prepare it again with /escrow trustline, if it is wanted after all.',
  discarded: 'Prepare it again with /escrow trustline.',
};

const SEEN = 'To sign it, or to prepare it again, is up to whoever shared it with you.';
const CHANGED_SINCE = 'Read what was changed before you pay anything to it.';

/**
 * @param status of a handle, as the desk tells it; @param note a sentence about this card
 * @param escrow what it is about, where that could be told
 */
export function statusMessage(status: TransactionStatus, note?: string, escrow?: EscrowView): Message {
  return stateMessage(status, stateOf(status), note, escrow);
}

/** @param status after the person's word that it did not settle */
export function givenUpMessage(status: TransactionStatus, escrow?: EscrowView): Message {
  return status.status === 'unknown'
    ? stateMessage(status, 'given-up', undefined, escrow)
    : statusMessage(status, undefined, escrow);
}

/** For somebody who may only see it. */
export function sharedMessage(status: TransactionStatus, escrow?: EscrowView): Message {
  const note = 'It was shared with you to see. This card does not change by itself.';
  return outcome({ of: status, state: stateOf(status), choices: [], note, next: SEEN, escrow });
}

function stateOf({ status, neverSent }: TransactionStatus): Outcome {
  return status === 'unknown' && neverSent ? 'unsent' : status;
}

function stateMessage(status: TransactionStatus, state: Outcome, note?: string, escrow?: EscrowView): Message {
  const { id } = status;
  const page = signLink(status.signUrl, status.network);
  const over = Date.parse(status.expiresAt) <= Date.now();
  const choices: Partial<Record<Outcome, APIButtonComponent[]>> = {
    prepared: [...page.button, button('Renew', 'renew', id), discard(id)],
    // What stands against it must be before the person who confirms it.
    'to-confirm': [button('Show it', 'renew', id, 'Primary'), discard(id)],
    expired: [button('Renew', 'renew', id, 'Primary'), discard(id)],
    rejected: [button('Renew', 'renew', id, 'Primary'), discard(id)],
    unsent: [button('Renew', 'renew', id, 'Primary'), discard(id)],
    'given-up': [button('Renew', 'renew', id, 'Primary'), button('Check again', 'check', id)],
    accepted: [button('Check again', 'check', id, 'Primary')],
    unknown: [
      button('Check again', 'check', id, 'Primary'),
      ...(over ? [button('It did not settle', 'failed', id, 'Danger')] : []),
    ],
  };
  return outcome({
    of: status,
    state,
    choices: [...(choices[state] ?? []), ...afterwards(status)],
    note,
    next: nextOf(status, state, escrow),
    escrow,
  });
}

/** @param id the handle, where it is known; @param escrow what it is about, where that could be told */
export function settlementMessage(settlement: Settlement, id?: string, escrow?: EscrowView): Message {
  const isOpen = settlement.status === 'unknown' || settlement.status === 'accepted';
  const again = id === undefined || !isOpen ? [] : [button('Check again', 'check', id, 'Primary')];
  const foreign =
    settlement.preparedHere === false
      ? 'This transaction was not prepared here. It was verified, but no request here matches it.'
      : undefined;
  return outcome({
    of: settlement,
    state: settlement.status,
    choices: [...again, ...afterwards(settlement)],
    note: foreign,
    next: nextOf(settlement, settlement.status, escrow),
    escrow,
  });
}

type Told = Settlement | TransactionStatus;

function nextOf({ action, status }: Told, state: Outcome, escrow: EscrowView | undefined): string {
  const own = ownWords(action)[state] ?? NEXT[state];
  const turn = status === 'settled' ? escrow?.turn : undefined;
  // The button beside it shows the escrow of a step.
  const first = action === 'fund' || action === undefined ? `${own}\n` : '';
  return turn === undefined ? own : `${first}**Next** ${line(turnsText(turn), 500)}`;
}

function ownWords(action: Told['action']): Readonly<Partial<Record<Outcome, string>>> {
  if (action === undefined) return {};
  if (action === 'fund') return NEXT_OF_PAYMENT;
  return action === 'trust' ? NEXT_OF_TRUSTLINE : NEXT_OF_STEP;
}

/** What follows once it has settled: to pay into a new escrow, and to look at it. */
function afterwards({ status, action, contractId, ...told }: Told): APIButtonComponent[] {
  if (status !== 'settled' || action === 'trust' || contractId === undefined) return [];
  const isChanged = 'changedSince' in told && told.changedSince !== undefined;
  const show = button('Show the escrow', 'show', contractId);
  return action === undefined && !isChanged ? [button('Fund', 'fund', contractId, 'Primary'), show] : [show];
}

type Shown = {
  readonly of: Told;
  readonly state: Outcome;
  readonly choices: APIButtonComponent[];
  readonly note: string | undefined;
  readonly next: string;
  readonly escrow: EscrowView | undefined;
};

function outcome({ of, state, choices, note, next, escrow }: Shown): Message {
  const { network, id } = 'id' in of ? of : {};
  const { status, expiresAt } = { expiresAt: undefined, ...of };
  const isChanged = status === 'settled' && of.changedSince !== undefined;
  const facts = [
    ...(of.action !== undefined && isStepName(of.action) ? [`**Step** ${STEP_WORDS[of.action].title}`] : []),
    ...(network === undefined ? [] : [`**Network** ${network}`]),
    ...addressFact(of, state),
    `**Transaction** ${code(of.transactionHash)}`,
    ...signerFacts(of),
    ...((status === 'prepared' || status === 'partly-signed') && expiresAt !== undefined
      ? [`**Until** ${clockTime(expiresAt)}`]
      : []),
    `**Said by** ${saidBy(of)}`,
  ];
  const last = [note, id === undefined ? undefined : `Id ${code(id)}`].filter((part) => part !== undefined);
  const parts = (cut: Cut) => [
    text([`## ${HEADINGS[state]}${titled(escrow, cut)}`, ...amountLine(escrow)].join('\n')),
    ...(of.message === '' ? [] : [text(line(of.message, 400))]),
    // Of what the ledger says settled, nobody else's word is needed.
    ...(of.detail === undefined || (status === 'settled' && of.by === 'ledger')
      ? []
      : [text(`${status === 'declined' ? 'The reason given' : 'The service said'}: ${quote(of.detail, 300)}`)]),
    ...differencesOf(of, cut),
    text(isChanged ? CHANGED_SINCE : next),
    ...(choices.length === 0 ? [] : [buttons(...choices)]),
    RULE,
    ...termsParts(of, escrow, cut),
    text(facts.join('\n')),
    ...(last.length === 0 ? [] : [text(`-# ${last.join(' ')}`)]),
  ];
  const fitting = CUTS.map(parts).find(fits) ?? parts({ differences: 0, value: 0, title: 20, milestones: 0 });
  return { components: container(isChanged ? 'waiting' : COLOURS[state], fitting) };
}

const titled = (escrow: EscrowView | undefined, { title }: Cut): string =>
  escrow === undefined ? '' : `: ${line(escrow.title, title)}`;

function amountLine(escrow: EscrowView | undefined): string[] {
  if (escrow?.total === undefined) return [];
  const { total, asset, milestones } = escrow;
  const count = milestones.length;
  return [`**${line(total, 60)} ${line(asset, 60)}** for ${count === 1 ? 'one milestone' : `${count} milestones`}`];
}

/** Whoever pays into a new escrow reads here what for, and who decides about it. */
function termsParts({ status, action }: Told, escrow: EscrowView | undefined, cut: Cut) {
  if (status !== 'settled' || action !== undefined || escrow === undefined) return [];
  const { milestones, roles, asset } = escrow;
  const shown = milestones
    .slice(0, cut.milestones)
    .map(
      ({ amount, description }, at) =>
        `${at + 1}. ${amount === undefined ? '' : `**${line(amount, 60)} ${line(asset, 60)}** `}${line(description, cut.value)}`,
    );
  const left = milestones.length - shown.length;
  const people = partyLines({ ...roles, receiver: roles.receiver ?? '' });
  return [text([...shown, ...(left > 0 ? [`and ${left} more`] : [])].join('\n') || '-'), text(people.join('\n'))];
}

/** What may never come to be, or is over, shows no address: nobody shall pay to it. */
const WITHOUT_ADDRESS: readonly Outcome[] = ['expired', 'unsent', 'rejected', 'superseded', 'declined', 'discarded'];

function addressFact({ status, action, contractId }: Told, state: Outcome): string[] {
  if (contractId === undefined || action === 'trust') return [];
  if (action !== undefined || status === 'settled') return [`**Escrow address** ${code(contractId)}`];
  if (WITHOUT_ADDRESS.includes(state)) return [];
  return [`**Escrow address, ${status === 'taken' ? 'taken by another one' : IF_SETTLED}** ${code(contractId)}`];
}

type Cut = DifferencesCut & { readonly title: number; readonly milestones: number };

/** The first that makes the message fit is taken. */
const CUTS: readonly Cut[] = [
  { differences: 20, value: 200, title: 200, milestones: 50 },
  { differences: 12, value: 100, title: 120, milestones: 50 },
  { differences: 6, value: 40, title: 60, milestones: 20 },
  { differences: 3, value: 15, title: 30, milestones: 5 },
];

/** Of an account that needs several. */
function signerFacts({ signers }: Told): string[] {
  return (signers?.signers ?? []).slice(0, MOST_SIGNERS).map(({ address, weight, signed }) => {
    return `**${signed ? 'Has signed' : 'May still sign'}** ${code(address)} (weight ${weight})`;
  });
}

/** As many as an account can have, and its own key. */
const MOST_SIGNERS = 21;

/** Whose word it is. */
function saidBy({ by, ledger }: Told): string {
  switch (by) {
    case 'ledger':
      return ledger === undefined ? 'the ledger' : `the ledger, asked at ${code(ledger)}`;
    case 'service':
      return 'the escrow service alone';
    case 'here':
      return 'this bot’s own records';
  }
}

function differencesOf({ status, differences, changedSince }: Told, cut: DifferencesCut) {
  return [
    ...(status === 'superseded'
      ? differenceParts('What the newer version says', differences, CHANGED, cut)
      : differenceParts('What stands there', differences, { asked: 'asked for', found: 'found' }, cut)),
    ...differenceParts('Changed since it settled', changedSince, { asked: 'before', found: 'now' }, cut),
  ];
}

function discard(id: string): APIButtonComponent {
  return button('Discard', 'discard', id, 'Danger');
}
