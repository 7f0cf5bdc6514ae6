/** An announcement as it is posted: in the server's language, for everybody who reads that channel. */
import type { Desk, EscrowView } from '@countersign/core';
import type { Message } from '../interactions/answers.ts';
import type { Posts } from '../interactions/posts.ts';
import { languageOfServer } from '../server/server-rows.ts';
import type { State } from '../state.ts';
import { withNewWallets } from '../wallets/new-wallets.ts';
import { wordsOf } from '../words/index.ts';
import { announcement, type PutOff, pinged } from './announcement.ts';
import type { Said } from './happenings.ts';
import { membersOf } from './read-public.ts';
import type { Watched } from './watch-tables.ts';

/** Of one message. */
const MOST_MENTIONS = 5;

/** @returns with the members it may mention: in a private thread only those in it */
export async function announcementFor(
  bot: { readonly desk: Desk; readonly posts: Posts; readonly state: State; readonly now: () => number },
  said: Said,
  view: EscrowView,
  about: { readonly watched: Watched; readonly isLast: boolean; readonly putOff?: PutOff },
): Promise<{ message: Message; members: readonly string[] }> {
  const { posts, state, now } = bot;
  const { guildId, channelId } = about.watched;
  const addresses = pinged(said, view, about.isLast);
  const paid = await membersOf(bot, guildId, addresses.paid);
  const next = await membersOf(bot, guildId, addresses.next);
  const called = [...new Set([...paid, ...next])];
  const absent = await posts.outside(channelId, called);
  const members = called.filter((each) => !absent.includes(each)).slice(0, MOST_MENTIONS);
  const isMentioned = (each: string) => members.includes(each);
  const words = wordsOf(languageOfServer(await state.servers.of(guildId)));
  const mentioned = { paid: paid.filter(isMentioned), next: next.filter(isMentioned) };
  const outside = next.filter((each) => absent.includes(each));
  const plain = announcement(said, view, { ...about, ...mentioned, outside }, words);
  // Everybody reads it, so no change is left out for its author. Mentions replace the addresses of those called on.
  const everybody = { guildId, userId: '' };
  const named = [...addresses.paid, ...addresses.next];
  return { message: await withNewWallets(plain, everybody, state, now(), words, named), members };
}
