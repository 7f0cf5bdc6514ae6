/** The one message of an escrow that everybody in a channel reads: how far it is, whose turn it is, and the next button. */

import type { EscrowView } from '@countersign/core';
import { fromBaseUnits, toBaseUnits, toBasisPoints } from '@countersign/core/escrow';
import { payoutOf } from '@countersign/core/kinds';
import { format } from '@countersign/core/text/message';
import type { EscrowChange } from '@countersign/core/words';
import type { APIButtonComponent } from 'discord.js';
import type { Holders } from '../state/wallet-holders.ts';
import type { Words } from '../words/index.ts';
import { turnButton } from './escrow-buttons.ts';
import { line, linked, quote, relativeTime, wholeTime } from './markdown.ts';
import { button } from './parts.ts';

const TITLE = 100;
const MILESTONE = 60;
const STATUS = 60;
const EVIDENCE = 300;
const AMOUNT = 60;
const MOST_CELLS = 10;
const MOST_HOLDERS = 3;
/** One has its sentences, and one a short line. */
const MOST_TURNS = 2;
const MOST_CHANGES = 3;
/** Of every token that an escrow can hold here. */
const DECIMALS = 7;

type Turn = NonNullable<EscrowView['turn']>[number];

export type LivingFacts = {
  /** Who holds each wallet. */
  readonly holders: ReadonlyMap<string, Holders>;
  /** What happened since the last post, the newest last. */
  readonly changes: readonly EscrowChange[];
  /** Since when it is someone's turn, in epoch milliseconds. */
  readonly since?: number | undefined;
};

/** If nothing is certain, it is no one's turn. */
export const turnOf = ({ turn = [], codeIs }: EscrowView): readonly Turn[] => (codeIs === 'unknown' ? [] : turn);

const LATER: readonly Turn['action'][] = ['change-status', 'fund'];

/** What waits, the longest first. Work that is not reported yet waits only where nothing else does, and only the first of it. */
export function openTurns(view: EscrowView): readonly Turn[] {
  const all = turnOf(view);
  const waiting = all.filter(({ action }) => !LATER.includes(action));
  if (waiting.length > 0) return waiting;
  const funding = all.filter(({ action }) => action === 'fund');
  const work = all.filter(({ action }) => action === 'change-status').slice(0, 1);
  return view.held === '0' ? [...funding, ...(funding.length > 0 ? [] : work)] : [...work, ...funding];
}

/** At most three sentences below the title, and how much was paid out. */
export function livingLines(view: EscrowView, facts: LivingFacts, words: Words): string[] {
  const { living, core, watch } = words;
  const turns = openTurns(view);
  const [first, second] = turns;
  const title = `**${line(view.title, TITLE)}**${progressText(view, living)}`;
  const happened = facts.changes.slice(-MOST_CHANGES).flatMap((each) => happenedText(view, each, facts, words));
  if (view.codeIs === 'unknown' || view.turn === undefined) return [title, ...happened, watch.turnNotKnown];
  if (first === undefined) return [title, ...happened, core.turnsText([])];
  return [
    title,
    ...happened,
    ...turnLines(view, first, facts, words),
    ...(second === undefined ? [] : [alsoText(view, second, facts, words)]),
  ];
}

function progressText({ milestones, total, needed, asset }: EscrowView, { progress }: Words['living']): string {
  if (total === undefined || needed === undefined) return '';
  const paid = fromBaseUnits(units(total) - units(needed), DECIMALS);
  const done = milestones.filter(isDone).length;
  const cells = Math.min(milestones.length, MOST_CELLS);
  const full = Math.floor((done * cells) / Math.max(milestones.length, 1));
  const bar = `${'▰'.repeat(full)}${'▱'.repeat(cells - full)}`;
  return ` ${format(progress, { bar, paid, total: `${line(total, AMOUNT)} ${line(asset, AMOUNT)}` })}`;
}

const isDone = ({ state }: EscrowView['milestones'][number]): boolean => state === 'released' || state === 'resolved';

/** Before it is on the ledger: who signs what, for everybody who reads it. @param who is to sign */
export function waitingLines(view: EscrowView, who: string, facts: LivingFacts, words: Words): string[] {
  const { living } = words;
  const { title, total = '', asset, roles, milestones, signer, preparedAt, kind, platformFeePercent } = view;
  const amounts = kind === 'single' ? [total] : milestones.map(({ amount = '' }) => amount);
  const fee = toBasisPoints(platformFeePercent) ?? 0;
  const after = amounts.reduce((sum, amount) => sum + payoutOf(units(amount), fee).receiver, 0n);
  const receivers = [...new Set(milestones.map((_, at) => receiverOf(view, at + 1)))];
  const deal = {
    amount: money(fromBaseUnits(after, DECIMALS), asset),
    fees: fromBaseUnits(units(total) - after, DECIMALS),
    payee: whoGets(receivers[0], facts, words),
    approver: whoActs('approver', roles.approver, facts, words),
  };
  const { many, once, parts } = living.gets;
  const as = amounts.length === 1 ? once : parts;
  const isOwn = roles.approver === signer;
  const when = relativeTime(preparedAt ?? 0).replace(':R>', ':t>');
  return [
    `**${line(title, TITLE)}** · ${money(total, asset)}`,
    format(living.waiting, { who, when }),
    receivers.length > 1
      ? format(many, { ...deal, count: receivers.length })
      : format(isOwn ? as.you : as.other, { ...deal, count: amounts.length }),
  ];
}

/** Nothing that the turn below says as well. */
function happenedText(view: EscrowView, change: EscrowChange, facts: LivingFacts, words: Words): string[] {
  const { kind, milestone, amount, to, token = view.asset } = change;
  if (kind === 'released' && to !== undefined && amount !== undefined) {
    const who = whoGets(to, facts, words);
    return [format(words.living.got, { who, amount: money(amount, token), milestone: milestoneText(view, milestone) })];
  }
  const [first, second] = openTurns(view);
  const isNext = [first, second].some((turn) => turn !== undefined && turn.milestone === milestone);
  const isTold = kind === 'status' ? first?.action === 'approve' && first.milestone === milestone : isNext;
  if (kind === 'deployed' || (isTold && ['status', 'approved', 'disputed'].includes(kind))) return [];
  if (kind === 'funded' && isFunded(view) && first?.action === 'change-status') return [words.living.funded];
  const changed = (kind === 'status' ? linked : line)(words.core.changeText(change), 500);
  const paid = (change.payees ?? []).map((payee) => whoGets(payee, facts, words));
  return [[changed, ...paid.filter((who) => who.startsWith('<@'))].join(' ')];
}

const isFunded = ({ funded }: EscrowView): boolean => funded === 'fully' || funded === 'over';

function turnLines(view: EscrowView, turn: Turn, facts: LivingFacts, words: Words): string[] {
  const { living } = words;
  const { action, milestone, role, address } = turn;
  const who = whoActs(role, address, facts, words);
  const named = milestoneText(view, milestone);
  const amount = amountText(view, amountOf(view, milestone), action, words);
  const since = facts.since === undefined ? '' : ` ${format(living.since, { when: wholeTime(facts.since) })}`;
  switch (action) {
    case 'fund':
      return [format(living.fund, { amount: money(view.missing ?? view.needed ?? '', view.asset) })];
    case 'change-status': {
      const isBegun = view.milestones.some(isDone);
      return [format(isBegun ? living.next : living.work, { who, milestone: named, amount })];
    }
    case 'approve':
      return [
        reportText(view, milestone, facts, words),
        `${format(living.approve, { who, ...payout(view, turn, facts, words) })}${since}`,
      ];
    case 'release':
      return [`${format(living.release, { who, milestone: named, ...payout(view, turn, facts, words) })}${since}`];
    case 'resolve': {
      const { roles } = view;
      const parties = [
        whoActs('approver', roles.approver, facts, words),
        whoActs('serviceProvider', roles.serviceProvider, facts, words),
      ];
      return [
        format(living.resolve, { who, milestone: named, amount }),
        format(living.fair, { parties: parties.join(', ') }),
      ];
    }
    case 'withdraw':
      return [format(living.withdraw, { who, amount: money(view.held ?? '', view.asset) })];
    default:
      return [line(words.core.turnText({ ...turn, address: undefined }), 200)];
  }
}

/** In the worker's own words, which nothing proves. */
function reportText(view: EscrowView, milestone: number | undefined, facts: LivingFacts, words: Words): string {
  const { status, evidence } = view.milestones[(milestone ?? 1) - 1] ?? {};
  const names = {
    who: whoActs('serviceProvider', view.roles.serviceProvider, facts, words),
    milestone: milestoneText(view, milestone),
  };
  const { says, reported } = words.living;
  const sentence =
    status === undefined ? format(reported, names) : format(says, { ...names, status: quote(status, STATUS) });
  return evidence === undefined || evidence === '' ? `${sentence}.` : `${sentence}: ${linked(evidence, EVIDENCE)}`;
}

function alsoText(view: EscrowView, { action, milestone, role, address }: Turn, facts: LivingFacts, words: Words) {
  const { living, core } = words;
  if (action === 'fund') return format(living.fund, { amount: money(view.missing ?? view.needed ?? '', view.asset) });
  const step = (core.actions[action].label ?? core.actions[action].title).toLowerCase();
  return format(living.also, {
    who: whoActs(role, address, facts, words),
    step,
    milestone: milestoneText(view, milestone),
  });
}

/** “@Ben ✓”, or the role where no member holds its wallet. */
function whoActs(role: Turn['role'], address: string | undefined, { holders }: LivingFacts, { core }: Words): string {
  const known = address === undefined ? undefined : holders.get(address);
  return membersText(known) ?? (role === 'anyone' ? '' : core.ROLE_WORDS[role]);
}

/** Money depends on it, so an unproven wallet is marked. */
function whoGets(address: string | undefined, { holders }: LivingFacts, { core, draft }: Words): string {
  const known = address === undefined ? undefined : holders.get(address);
  const members = membersText(known);
  if (members === undefined) return core.ROLE_WORDS.receiver;
  return known?.isProven ? members : `${members} (${draft.unproven})`;
}

function membersText(known: Holders | undefined): string | undefined {
  if (known === undefined || known.members.length === 0) return undefined;
  const members = known.members.slice(0, MOST_HOLDERS).map((id) => `<@${id}>`);
  return `${members.join(', ')}${known.isProven ? ' ✓' : ''}`;
}

function milestoneText({ milestones, title }: EscrowView, milestone: number | undefined): string {
  const name = milestone === undefined ? title : (milestones[milestone - 1]?.description ?? '');
  return `*${line(name, MILESTONE) || milestone}*`;
}

const amountOf = ({ milestones, total = '' }: EscrowView, milestone: number | undefined): string =>
  (milestone === undefined ? undefined : milestones[milestone - 1]?.amount) ?? total;

const receiverOf = ({ milestones, roles }: EscrowView, milestone: number | undefined): string | undefined =>
  (milestone === undefined ? undefined : milestones[milestone - 1]?.receiver) ?? roles.receiver;

const money = (amount: string, asset: string): string => `${line(amount, AMOUNT)} ${line(asset, AMOUNT)}`;

const units = (amount: string): bigint => toBaseUnits(amount, DECIMALS) ?? 0n;

/** Who gets how much once it is paid out, after fees. */
function payout(view: EscrowView, { action, milestone }: Turn, facts: LivingFacts, words: Words) {
  const { platformFeePercent } = view;
  const { receiver } = payoutOf(units(amountOf(view, milestone)), toBasisPoints(platformFeePercent) ?? 0);
  return {
    payee: whoGets(receiverOf(view, milestone), facts, words),
    amount: amountText(view, fromBaseUnits(receiver, DECIMALS), action, words),
  };
}

/** With one amount for all, no single report or approval leads to its payment. */
function amountText(view: EscrowView, amount: string, action: Turn['action'], { living }: Words): string {
  const { kind, milestones, asset } = view;
  const isForAll = kind === 'single' && milestones.length > 1 && (action === 'change-status' || action === 'approve');
  return isForAll ? format(living.onceAll, { amount: money(amount, asset) }) : money(amount, asset);
}

/** The next one is coloured. Anyone who presses one acts with their own wallet. */
export function livingButtons(view: EscrowView, words: Words): APIButtonComponent[] {
  const { contractId } = view;
  const turns = openTurns(view);
  const steps = turns.slice(0, MOST_TURNS).flatMap((turn, at) => turnButton(view, turn, at === 0, words));
  const left = turns[MOST_TURNS];
  const isToDecide = turns[0]?.action === 'resolve' && view.pageUrl === undefined;
  return [
    ...steps,
    ...(isToDecide ? [button(words.living.refund, 'end', contractId)] : []),
    ...(left === undefined ? [] : [button(words.living.moreSteps, 'show', `${contractId}.${left.milestone ?? 1}`)]),
    button(words.living.details, 'show', contractId),
  ];
}

/** Wallets that the message names by their members. */
export function walletsNamed(view: EscrowView, changes: readonly EscrowChange[]): readonly string[] {
  const { approver, serviceProvider } = view.roles;
  const shown = openTurns(view).slice(0, MOST_TURNS);
  const ofTurns = shown.flatMap(({ action, milestone, address = [] }) => [
    ...[address].flat(),
    ...(action === 'approve' || action === 'release' ? [receiverOf(view, milestone) ?? []].flat() : []),
    ...(action === 'approve' || action === 'resolve' ? [serviceProvider] : []),
    ...(action === 'resolve' ? [approver] : []),
  ]);
  const paid = changes.flatMap(({ payees = [], to = [] }) => [payees, to].flat());
  return [...new Set([...ofTurns, ...paid])];
}
