/** Keeps the cards of teams up to date, for ever: by this process or, after a restart, by the next one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk } from '@countersign/core';
import { operatorFields, toCountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { isDeleted, isUnreachable, type Posts } from '../posts.ts';
import { deskOf, type State } from '../state.ts';
import { isOver, stageOf, teamMessage } from './team-card.ts';
import { placeOf, type TeamCard } from './team-rows.ts';

export type TeamFollower = { start(): void; stop(): Promise<void> };

const TICK_MS = 1_000;
/** In one tick: the desk and the ledger behind it are shared with people who wait. */
const AT_ONCE = 20;
/** After a failure, and where the bot may not write: Discord bans who tries too often. */
const PAUSE_MS = 30_000;
const LONG_PAUSE_MS = 600_000;

type Parts = { readonly desk: Desk; readonly state: State; readonly posts: Posts; readonly log: Log };

export function createTeamFollower({ desk, state, posts, log }: Parts): TeamFollower {
  const { team } = state;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pausedUntil = new Map<string, number>();
  const nextCards = inTurns(() => team.open());
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        for (const card of await nextCards(signal)) await look(card);
      } catch (thrown) {
        if (signal.aborted) return;
        log('warn', 'the cards of teams could not be read', { cause: describeThrown(thrown) });
      }
    }
  }

  async function look(card: TeamCard): Promise<void> {
    const { handle, guild, asker, message, shown } = card;
    if (message === null || (pausedUntil.get(handle) ?? 0) > Date.now()) return;
    try {
      const status = await deskOf(desk, { userId: asker, guildId: guild }).status(handle, { signal });
      const stage = stageOf(status);
      if (stage === shown) return;
      await posts.change(placeOf(card), message, teamMessage(card, stage));
      team.setShown(handle, stage, isOver(stage));
      pausedUntil.delete(handle);
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toCountersignError(thrown);
      // A moderator's word is the last one: it is not posted again by itself.
      if (isDeleted(thrown) || error.code === 'HANDLE_NOT_FOUND') {
        pausedUntil.delete(handle);
        return team.drop(handle);
      }
      pausedUntil.set(handle, Date.now() + (isUnreachable(thrown) ? LONG_PAUSE_MS : PAUSE_MS));
      log('warn', 'a team’s card could not be updated', {
        guild,
        handle,
        cause: describeThrown(thrown),
        ...operatorFields(error),
      });
    }
  }

  return {
    start: () => {
      running ??= run();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Which cards to look at next: all of them in turns. A desk that tells what changed can take its place. */
function inTurns(open: () => readonly TeamCard[]): (signal: AbortSignal) => Promise<readonly TeamCard[]> {
  let at = 0;
  return async (signal) => {
    await sleep(TICK_MS, undefined, { signal });
    const all = open();
    if (at >= all.length) at = 0;
    const next = all.slice(at, at + AT_ONCE);
    at += next.length;
    return next;
  };
}
