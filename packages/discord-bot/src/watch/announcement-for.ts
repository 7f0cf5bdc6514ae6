/** An announcement as it is posted: in the server's language, for everybody who reads that channel. */
import type { EscrowView } from '@countersign/core';
import type { Message } from '../answers.ts';
import type { Posts } from '../posts.ts';
import { languageOfServer } from '../server/server-rows.ts';
import type { State } from '../state.ts';
import { withNewWallets } from '../wallets/new-wallets.ts';
import { wordsOf } from '../words/index.ts';
import { announcement, calledOn, type PutOff } from './announcement.ts';
import type { Said } from './happenings.ts';
import type { Watched } from './watch-tables.ts';

/** Of one message. */
const MOST_MENTIONS = 5;

/**
 * @param about `called`: members whose turn it is
 * @returns with the members it may mention: in a private thread only those in it
 */
export async function announcementFor(
  { posts, state, now }: { readonly posts: Posts; readonly state: State; readonly now: () => number },
  said: Said,
  view: EscrowView,
  about: {
    readonly watched: Watched;
    readonly called: readonly string[];
    readonly isLast: boolean;
    readonly putOff?: PutOff;
  },
): Promise<{ message: Message; members: readonly string[] }> {
  const { called, ...rest } = about;
  const { guildId, channelId } = about.watched;
  const outside = await posts.outside(channelId, called);
  const members = called.filter((each) => !outside.includes(each)).slice(0, MOST_MENTIONS);
  const words = wordsOf(languageOfServer(await state.servers.of(guildId)));
  const plain = announcement(said, view, { ...rest, members, outside }, words);
  // Everybody reads it, so no change is left out for its author. Mentions replace the addresses of those called on.
  const everybody = { guildId, userId: '' };
  const named = called.length === 0 ? [] : calledOn(view);
  return { message: await withNewWallets(plain, everybody, state, now(), words, named), members };
}
