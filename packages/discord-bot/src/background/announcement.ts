/** A post about a followed escrow: one short message, with the buttons of those whose turn it is. */

import type { Desk, EscrowView } from '@countersign/core';
import type { RoleName } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import { type EscrowChange, groupTurns } from '@countersign/core/words';
import type { APIButtonComponent, APIComponentInContainer } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import type { Posts } from '../discord/posts.ts';
import { languageOfServer } from '../state/server-rows.ts';
import { deskOf, type State } from '../state/state.ts';
import { holdersOf, type Wallets } from '../state/wallet-holders.ts';
import type { Watched, WatchPlace } from '../state/watch-rows.ts';
import { turnButtons } from '../views/escrow-buttons.ts';
import { line, linked, relativeTime, wholeTime } from '../views/markdown.ts';
import { withNewWallets } from '../views/members.ts';
import { button, buttons, container, pageLines, section, text } from '../views/parts.ts';
import { type Words, wordsOf } from '../words/index.ts';
import type { QueuedPost } from './happenings.ts';

/** A row has five buttons: one shows the escrow, and one may put a reminder off. */
const MOST_STEPS = 3;
const MOST_OUTSIDE = 3;
const TITLE = 100;

/** Who put the next reminder off, and until when (epoch milliseconds). */
export type PutOff = { readonly by: string; readonly until: number };

/** Of one message. */
const MOST_MENTIONS = 5;

/**
 * As it is posted: in the server's language, for everybody who reads that channel.
 * @returns with the members it may mention: in a private thread only those in it
 */
export async function announcementFor(
  bot: { readonly desk: Desk; readonly posts: Posts; readonly state: State; readonly now: () => number },
  queued: QueuedPost,
  view: EscrowView,
  about: { readonly watched: Watched; readonly isLast: boolean; readonly putOff?: PutOff },
): Promise<{ message: Message; members: readonly string[] }> {
  const { posts, state, now } = bot;
  const { guildId, channelId } = about.watched;
  const addresses = pinged(queued, view, about.isLast);
  const paid = await membersOf(bot, guildId, addresses.paid);
  const next = await membersOf(bot, guildId, addresses.next);
  const { members, absent } = await presentIn(posts, channelId, [...new Set([...paid, ...next])]);
  const isMentioned = (each: string) => members.includes(each);
  const words = wordsOf(languageOfServer(await state.servers.settingsOf(guildId)));
  const mentioned = { paid: paid.filter(isMentioned), next: next.filter(isMentioned) };
  const outside = next.filter((each) => absent.includes(each));
  const plain = announcement(queued, view, { ...about, ...mentioned, outside }, words);
  // Everybody reads it, so no change is left out for its author. Mentions replace the addresses of those called on.
  const everybody = { guildId, userId: '' };
  const named = [...addresses.paid, ...addresses.next];
  return { message: await withNewWallets(plain, everybody, state, now(), words, named), members };
}

/** A mention in a private thread would let the member in. */
async function presentIn(posts: Posts, channelId: string, called: readonly string[]) {
  const absent = await posts.outside(channelId, called);
  return { absent, members: called.filter((each) => !absent.includes(each)).slice(0, MOST_MENTIONS) };
}

/** @param isLast nothing more is queued there; only then the post says whose turn it is */
export function announcement(
  queued: QueuedPost,
  view: EscrowView,
  about: {
    readonly watched: Watched;
    readonly paid: readonly string[];
    readonly next: readonly string[];
    readonly outside: readonly string[];
    readonly isLast: boolean;
    readonly putOff?: PutOff;
  },
  words: Words,
): Message {
  const { watch } = words;
  const { watched, paid, next, outside, isLast, putOff } = about;
  const what = [`**${line(view.title, TITLE)}**`, [whatText(queued, view, words), ...paid.map(mention)].join(' ')];
  if (!isLast) return { components: container('plain', [text(what.join('\n'))]) };
  const row = [
    ...turnButtons(view, words).slice(0, MOST_STEPS),
    button(watch.show, 'show', watched.escrow),
    ...snooze(queued, watched, watch),
  ];
  return {
    components: container(queued.kind === 'reminder' ? 'waiting' : 'plain', [
      text([...what, nextText(view, next, words), ...pageLines(view, words), ...putOffText(putOff, watch)].join('\n')),
      ...outsideParts(watched, outside, watch),
      buttons(...row),
    ]),
  };
}

/**
 * The first post, which shows at once whether the bot may write there. If money arrived before, it calls those whose
 * turn it is, such as the worker.
 * @param by who follows it, and is not called
 */
export async function beginning(
  bot: Parameters<typeof announcementFor>[0],
  view: EscrowView,
  { guildId, channelId }: WatchPlace,
  by: string,
): Promise<{ message: Message; members: readonly string[] }> {
  const { posts, state, now } = bot;
  const { held = '0' } = view;
  const addresses = held === '0' ? [] : calledOn(view);
  const called = (await membersOf(bot, guildId, addresses)).filter((each) => each !== by);
  const { members } = await presentIn(posts, channelId, called);
  const words = wordsOf(languageOfServer(await state.servers.settingsOf(guildId)));
  const plain = begun(view, members, words);
  return {
    message: await withNewWallets(plain, { guildId, userId: '' }, state, now(), words, addresses),
    members,
  };
}

function begun(view: EscrowView, members: readonly string[], words: Words): Message {
  const { watch } = words;
  return {
    components: container('plain', [
      text(
        [
          format(watch.followedHere, { title: `**${line(view.title, TITLE)}**` }),
          holdsText(view, watch),
          nextText(view, members, words),
          ...pageLines(view, words),
        ].join('\n'),
      ),
      buttons(...turnButtons(view, words).slice(0, MOST_STEPS), button(watch.show, 'show', view.contractId)),
    ]),
  };
}

function whatText(queued: QueuedPost, view: EscrowView, { watch, core }: Words): string {
  switch (queued.kind) {
    case 'change':
      return (queued.change.kind === 'status' ? linked : line)(core.changeText(queued.change), 500);
    case 'reminder':
      return format(watch.nothingSince, { when: relativeTime(queued.since) });
    case 'interrupted':
      return format(watch.interrupted, { holds: holdsText(view, watch) });
  }
}

const holdsText = ({ held, asset }: EscrowView, { heldNotKnown, holds }: Words['watch']): string =>
  held === undefined ? heldNotKnown : format(holds, { amount: `${line(held, 60)} ${line(asset, 60)}` });

function nextText(view: EscrowView, members: readonly string[], { watch, card, core }: Words): string {
  const next = `**${card.next}**`;
  if (view.codeIs === 'unknown' || view.turn === undefined) return `${next} ${watch.turnNotKnown}`;
  const turns = turnOf(view);
  if (turns.length === 0) return `${next} ${core.turnsText([])}`;
  const texts = groupTurns(turns).map(({ address: _, ...turn }) => line(core.turnText(turn), 200));
  return [next, ...texts, ...members.map(mention)].join(' ');
}

const mention = (id: string): string => `<@${id}>`;

const putOffText = (putOff: PutOff | undefined, { putOffBy }: Words['watch']): string[] =>
  putOff === undefined ? [] : [`-# ${format(putOffBy, { who: `<@${putOff.by}>`, until: wholeTime(putOff.until) })}`];

/** Named without a mention, which would let them in to the thread (`commands/follow.ts`). */
function outsideParts(
  { number }: Watched,
  outside: readonly string[],
  words: Words['watch'],
): APIComponentInContainer[] {
  return outside
    .slice(0, MOST_OUTSIDE)
    .map((id) =>
      section(format(words.outside, { who: `<@${id}>` }), button(words.letIn, 'watch-let', `${number}.${id}`)),
    );
}

function snooze(queued: QueuedPost, { number, changed }: Watched, words: Words['watch']): APIButtonComponent[] {
  return queued.kind === 'reminder' ? [button(words.snooze, 'snooze', `${number}.${changed}`)] : [];
}

type Turn = NonNullable<EscrowView['turn']>;

/** If nothing is certain, no one is mentioned. */
export const turnOf = ({ turn = [], codeIs }: EscrowView): Turn => (codeIs === 'unknown' ? [] : turn);

/** Addresses whose turn it is. A step that anyone may take mentions no one. */
export function calledOn(view: EscrowView): string[] {
  return [
    ...new Set(
      turnOf(view).flatMap(({ role, address }) => (role === 'anyone' || address === undefined ? [] : [address])),
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
export function pinged(
  queued: QueuedPost,
  view: EscrowView,
  isLast: boolean,
): { readonly paid: string[]; readonly next: string[] } {
  const change = queued.kind === 'change' ? queued.change : undefined;
  const actor = change && actorOf(change, view);
  const isOther = (address: string) => address !== actor;
  const { to, payees = to === undefined ? [] : [to] } = change ?? {};
  return { paid: payees.filter(isOther), next: isLast ? calledBy(change, view).filter(isOther) : [] };
}

/** Several parties may dispute, and nothing shows which one did. So a dispute calls on its resolver alone. */
function calledBy(change: EscrowChange | undefined, view: EscrowView): string[] {
  if (change?.kind !== 'disputed') return calledOn(view);
  const { turn = [] } = view;
  return calledOn({ ...view, turn: turn.filter(({ action }) => action === 'resolve') });
}

/** Members of that server who hold a wallet whose turn it is. */
export const membersCalled = (bot: Wallets, guildId: string, view: EscrowView) =>
  membersOf(bot, guildId, calledOn(view));

async function membersOf(bot: Wallets, guildId: string, addresses: readonly string[]): Promise<string[]> {
  const found = await Promise.all(addresses.map((address) => holdersOf(bot, guildId, address)));
  return [...new Set(found.flat())];
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
