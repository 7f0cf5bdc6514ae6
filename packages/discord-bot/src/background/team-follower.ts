/** Keeps team cards up to date forever, in this process or, after it ended, in another one. */
import type { Desk } from '@countersign/core';
import { operatorFields, toCountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { isDeleted, isUnreachable, type Posts } from '../discord/posts.ts';
import { deskOf, type State } from '../state/state.ts';
import { placeOf, type TeamCard } from '../state/team-rows.ts';
import { isOver, serverWords, stageOf, teamMessage } from '../views/team-card.ts';
import { dueOf, type Next, type Rounds } from './rounds.ts';

export type TeamFollower = {
  resume(): Promise<void>;
  stop(): void;
};

/** After a failure, and where the bot may not write: Discord bans who tries too often. */
const PAUSE_MS = 30_000;
const LONG_PAUSE_MS = 600_000;

type TeamFollowerSetup = {
  readonly desk: Desk;
  readonly state: State;
  readonly posts: Posts;
  readonly log: Log;
  readonly rounds: Rounds;
  readonly holder: string;
  readonly now: () => number;
};

export function createTeamFollower({ desk, state, posts, log, rounds, holder, now }: TeamFollowerSetup): TeamFollower {
  const { team, held } = state;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function look(message: string, requestId: string): Promise<Next | undefined> {
    const card = await team.get(requestId);
    // Posted again, or taken over.
    if (card?.message !== message || !(await held.holds(holder, message))) return undefined;
    const { guild, asker, shown } = card;
    const status = await deskOf(desk, { userId: asker, guildId: guild }).status(requestId, { signal });
    const stage = stageOf(status);
    if (stage !== shown && (await held.holds(holder, message))) {
      await posts.change(placeOf(card), message, teamMessage(card, stage, await serverWords(state, guild)));
      await team.setShown(requestId, stage, isOver(stage));
    }
    return isOver(stage) ? undefined : dueOf(status, Number.POSITIVE_INFINITY, now());
  }

  /** Until then nothing is tried, whatever changes. */
  const lookPatiently = ({ handle: requestId, guild, message }: TeamCard & { readonly message: string }) => {
    let pausedUntil = 0;
    const paused = (): Next => ({ at: pausedUntil, afterMs: Number.POSITIVE_INFINITY, isSent: false });
    const drop = async (): Promise<Next | undefined> => {
      try {
        await team.drop(requestId);
        return undefined;
      } catch {
        pausedUntil = now() + PAUSE_MS;
        return paused();
      }
    };
    return async (): Promise<Next | undefined> => {
      if (pausedUntil > now()) return paused();
      try {
        return await look(message, requestId);
      } catch (thrown) {
        const error = toCountersignError(thrown);
        // A moderator deleted it, so it is not posted again automatically.
        if (isDeleted(thrown) || error.code === 'HANDLE_NOT_FOUND') return await drop();
        pausedUntil = now() + (isUnreachable(thrown) ? LONG_PAUSE_MS : PAUSE_MS);
        if (signal.aborted) return paused();
        log('warn', 'a team’s card could not be updated', {
          guild,
          handle: requestId,
          cause: describeThrown(thrown),
          ...operatorFields(error),
        });
        return paused();
      }
    };
  };

  return {
    resume: async () => {
      for (const card of await team.open(holder)) {
        const { handle: requestId, message } = card;
        if (signal.aborted || message === null || rounds.has(message)) continue;
        rounds.add(message, { handle: requestId, look: lookPatiently({ ...card, message }) });
      }
    },
    stop: () => stopping.abort(),
  };
}
