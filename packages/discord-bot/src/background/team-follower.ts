/** Keeps team cards up to date forever, in this process or, after it ended, in another one. */
import { operatorFields, toCountersignError } from '@countersign/core/errors';
import { describeThrown } from '@countersign/core/platform/log';
import { isDeleted, isUnreachable } from '../discord/posts.ts';
import { type BotParts, deskOf } from '../state/state.ts';
import { placeOf, type TeamCard } from '../state/team-rows.ts';
import { MOST_WATCHED } from '../state/watch-rows.ts';
import { isOver, stageOf, teamMessageFor } from '../views/team-card.ts';
import { announcementFor, beginToFollow, readPublic, withoutButtons } from './announcement.ts';
import { dueOf, type Next, type Rounds } from './rounds.ts';

/** After a failure, and where the bot may not write: Discord bans who tries too often. */
const PAUSE_MS = 30_000;
const LONG_PAUSE_MS = 600_000;

/** @param holder this process, as the holder of its cards */
export function createTeamFollower(parts: BotParts, rounds: Rounds, holder: string) {
  const { desk, state, posts, log, now } = parts;
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
      const isDeploy = status.action === undefined;
      const isLiving = isDeploy && stage === 'settled' && (await becomeLiving({ ...card, message }));
      if (!isLiving) await posts.change(placeOf(card), message, await teamMessageFor(parts, card, stage, isDeploy));
      await team.setShown(requestId, stage, isOver(stage));
    }
    return isOver(stage) ? undefined : dueOf(status, Number.POSITIVE_INFINITY, now());
  }

  /** An escrow that settled is followed where its signature was asked for, in the same message. */
  async function becomeLiving(card: TeamCard & { readonly message: string }): Promise<boolean> {
    const { guild: guildId, contract: escrow, message } = card;
    const place = { guildId, channelId: placeOf(card), escrow };
    try {
      const watched = await state.watch.follow(place, MOST_WATCHED);
      if (typeof watched === 'string') return false;
      await beginToFollow(desk, watched);
      const view = await readPublic(desk, place, signal);
      const made = await announcementFor(parts, { kind: 'began' }, view, { watched });
      await posts.change(place.channelId, message, made.message);
      await state.watch.posted(watched.number, { message, called: made.called, shown: withoutButtons(made.message) });
      return true;
    } catch (thrown) {
      await state.watch.unfollow(place);
      const fields = { guild: guildId, cause: describeThrown(thrown) };
      log('info', 'an escrow is not followed where it was asked for', fields);
      return false;
    }
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
        const fields = { guild, handle: requestId, cause: describeThrown(thrown), ...operatorFields(error) };
        log('warn', 'a team’s card could not be updated', fields);
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
