/** A post about a followed escrow: its one message, and the members whom it calls. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk, EscrowView } from '@countersign/core';
import type { RoleName } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import type { EscrowChange } from '@countersign/core/words';
import { ComponentType } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import { languageOfServer } from '../state/server-rows.ts';
import { type BotParts, deskOf } from '../state/state.ts';
import { holdersIn, type Wallets } from '../state/wallet-holders.ts';
import type { Watched, WatchPlace } from '../state/watch-rows.ts';
import { type LivingFacts, livingButtons, livingLines, openTurns, walletsNamed } from '../views/living-message.ts';
import { line, relativeTime } from '../views/markdown.ts';
import { withNewWallets } from '../views/members.ts';
import { button, buttons, container, section, text } from '../views/parts.ts';
import { type Words, wordsOf } from '../words/index.ts';
import type { QueuedPost } from './happenings.ts';

const MOST_OUTSIDE = 3;

/** Of one message. */
const MOST_MENTIONS = 5;

/** What to post, or to write into the message that is there. */
export type Announcement = {
  readonly message: Message;
  /** Whom it may mention: in a private thread only those in it. */
  readonly members: readonly string[];
  /** Whose wallets it calls on. */
  readonly called: string;
  readonly isPayment: boolean;
};

/** How long a message waits for the first look at the ledger. */
const LONGEST_MS = 5_000;

/**
 * Begins before the escrow is read for its first message, so that nothing is lost between the two.
 * @throws CountersignError SETTING_INVALID where there is no ledger to ask
 */
export async function beginToFollow(desk: Desk, { escrow, follower }: Watched): Promise<void> {
  // The watcher reports it.
  const leave = () => Promise.reject(new Error('it only begins here'));
  const { begun, stop } = await desk.follow({ escrows: [escrow], follower }, leave);
  await Promise.race([begun(), sleep(LONGEST_MS, undefined, { ref: false })]);
  await stop();
}

/** @returns as it is posted: in the server's language, for everybody who reads that channel */
export async function announcementFor(
  bot: BotParts,
  queued: QueuedPost,
  view: EscrowView,
  about: {
    readonly watched: Watched;
    /** What changed before, and was not posted. */
    readonly earlier?: readonly EscrowChange[];
    /** Who began it, and is not called. */
    readonly by?: string;
  },
): Promise<Announcement> {
  const { posts, state, now } = bot;
  const { guildId, channelId } = about.watched;
  const changes = [...(about.earlier ?? []), ...(queued.kind === 'change' ? [queued.change] : [])];
  const wallets = walletsNamed(view, changes);
  const holders = await holdersIn(bot, guildId, wallets);
  const membersOf = (addresses: readonly string[]) =>
    [...new Set(addresses.flatMap((each) => holders.get(each)?.members ?? []))].filter((each) => each !== about.by);
  const addresses = pinged(queued, view, changes);
  const next = membersOf(addresses.next);
  const called = [...new Set([...membersOf(addresses.paid), ...next])];
  // A mention in a private thread would let the member in.
  const absent = await posts.outside(channelId, called);
  const members = called.filter((each) => !absent.includes(each)).slice(0, MOST_MENTIONS);
  const words = wordsOf(languageOfServer(await state.servers.settingsOf(guildId)));
  const outside = next.filter((each) => absent.includes(each));
  const plain = announcement(queued, view, { ...about, changes, holders, outside }, words);
  // Everybody reads it, so no change is left out for its author. Mentions replace the addresses of those called on.
  const everybody = { guildId, userId: '' };
  return {
    message: await withNewWallets(plain, everybody, state, now(), words, wallets),
    members,
    called: calledBy(changes.at(-1), view).toSorted().join(' '),
    isPayment: addresses.paid.length > 0,
  };
}

export function announcement(
  queued: QueuedPost,
  view: EscrowView,
  about: {
    readonly watched: Watched;
    readonly holders: LivingFacts['holders'];
    readonly outside: readonly string[];
    readonly changes?: readonly EscrowChange[];
  },
  words: Words,
): Message {
  const { watch } = words;
  const { watched, holders, outside, changes = [] } = about;
  const since = queued.kind === 'reminder' ? undefined : watched.changed;
  const [title = '', ...lines] = livingLines(view, { holders, changes, since }, words);
  const notes = queued.kind === 'change' ? [] : noteText(queued, view, watch);
  return {
    components: container(queued.kind === 'reminder' ? 'waiting' : 'plain', [
      text(title, ...notes, ...lines),
      ...outsideParts(watched, outside, watch),
      buttons(...livingButtons(view, words)),
    ]),
  };
}

function noteText(
  queued: Exclude<QueuedPost, { readonly kind: 'change' }>,
  { held, asset }: EscrowView,
  { nothingSince, interrupted, heldNotKnown, holds }: Words['watch'],
): string[] {
  if (queued.kind === 'began') return [];
  if (queued.kind === 'reminder') return [format(nothingSince, { when: relativeTime(queued.since) })];
  const amount = held === undefined ? heldNotKnown : format(holds, { amount: `${line(held, 60)} ${line(asset, 60)}` });
  return [format(interrupted, { holds: amount })];
}

/** Named without a mention, which would let them in to the thread (`commands/follow.ts`). */
function outsideParts({ number }: Watched, outside: readonly string[], words: Words['watch']) {
  return outside
    .slice(0, MOST_OUTSIDE)
    .map((id) =>
      section(format(words.outside, { who: `<@${id}>` }), button(words.letIn, 'watch-let', `${number}.${id}`)),
    );
}

/** What stays of a post once a newer one has its buttons, as it is kept. */
export const withoutButtons = ({ components }: Message): string =>
  JSON.stringify(
    components.map((part) =>
      part.type !== ComponentType.Container
        ? part
        : { ...part, components: part.components.filter(({ type }) => type === ComponentType.TextDisplay) },
    ),
  );

/** Addresses whose turn it is. A step that anyone may take mentions no one. */
export function calledOn(view: EscrowView): string[] {
  return [
    ...new Set(
      openTurns(view).flatMap(({ role, address }) => (role === 'anyone' || address === undefined ? [] : [address])),
    ),
  ];
}

/** Who did it; undefined where that is not known. */
function actorOf({ kind, by }: EscrowChange, { roles }: EscrowView): string | undefined {
  const role = ACTORS[kind];
  return by ?? (role && roles[role]);
}

const ACTORS: Readonly<Partial<Record<EscrowChange['kind'], RoleName>>> = {
  updated: 'platformAddress',
  status: 'serviceProvider',
  approved: 'approver',
  released: 'releaseSigner',
  resolved: 'disputeResolver',
  withdrawn: 'disputeResolver',
};

/** Addresses whose members are pinged: who was paid, and whose turn it is; no one for their own act. */
export function pinged(queued: QueuedPost, view: EscrowView, changes: readonly EscrowChange[]) {
  // Nothing waits for anyone before there is money.
  if (queued.kind === 'began' && (view.held ?? '0') === '0') return { paid: [], next: [] };
  const last = changes.at(-1);
  const paid = changes.flatMap((change) => {
    const { to, payees = to === undefined ? [] : [to] } = change;
    return payees.filter((address) => address !== actorOf(change, view));
  });
  const next = calledBy(last, view).filter((address) => last === undefined || address !== actorOf(last, view));
  return { paid, next };
}

/** Several parties may dispute, and nothing shows which one did. So a dispute calls on its resolver alone. */
function calledBy(change: EscrowChange | undefined, view: EscrowView): string[] {
  if (change?.kind !== 'disputed') return calledOn(view);
  const { turn = [] } = view;
  return calledOn({ ...view, turn: turn.filter(({ action }) => action === 'resolve') });
}

/** Members of that server who hold a wallet whose turn it is. */
export async function membersCalled(bot: Wallets, guildId: string, view: EscrowView): Promise<string[]> {
  const found = await holdersIn(bot, guildId, calledOn(view));
  return [...new Set([...found.values()].flatMap(({ members }) => members))];
}

/** Not a member: Discord's ids are never 0. */
const NO_ONE = '0';

/** An escrow as everybody may see it: without anything that a member prepared or named for themselves. */
export async function readPublic(
  desk: Desk,
  { guildId, escrow }: Pick<WatchPlace, 'guildId' | 'escrow'>,
  signal: AbortSignal | undefined,
): Promise<EscrowView> {
  return await deskOf(desk, { guildId, userId: NO_ONE }).get(
    { contractId: escrow, named: true },
    signal === undefined ? {} : { signal },
  );
}
