/** Follows escrows and posts what happens; one process on a folder or database does it, and another takes over. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EscrowView } from '@countersign/core';
import { toCountersignError } from '@countersign/core/errors';
import { describeThrown } from '@countersign/core/platform/log';
import { format } from '@countersign/core/text/message';
import type { Message } from '../discord/answers.ts';
import { cannotEdit, cannotWrite, isChannelGone, isRefused, isUnreachable, nonceOf } from '../discord/posts.ts';
import type { BotParts } from '../state/state.ts';
import { firstReminder, nextDue, type Waiting, type Watched, type WatchPlace } from '../state/watch-rows.ts';
import { turnOf } from '../views/living-message.ts';
import { line } from '../views/markdown.ts';
import type { Words } from '../words/index.ts';
import { type Announcement, announcementFor, readPublic, withoutButtons } from './announcement.ts';
import { happeningsOf, type QueuedPost, queuedIn, reminderOf, textOfQueued } from './happenings.ts';

/** How long a dead process keeps its lease. */
const LEASE_MS = 15_000;
/** The pause before an unreadable escrow is read again for its reminder. */
const UNREAD_MS = 10 * 60_000;

type WatcherParts = BotParts & {
  /** Writes into the log of a server. */
  readonly note: (guildId: string, sentence: (words: Words) => string) => Promise<void>;
};

export type Watcher = ReturnType<typeof createWatcher>;

/** @param everyMs between two looks at what is due */
export function createWatcher(parts: WatcherParts, everyMs: number) {
  const { desk, state, log, now } = parts;
  const rows = state.watch;
  const holder = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const followings = new Map<string, Promise<{ stop(): Promise<void> } | undefined>>();
  let isLeading = false;
  let wakeUp = new AbortController();

  const take = (escrow: string) => async (changes: Parameters<typeof happeningsOf>[0]) => {
    if (!(await rows.changed(holder, escrow, happeningsOf(changes)))) throw new Error('another process follows by now');
    wakeUp.abort();
  };
  const begin = async ({ escrow, follower }: Watched) => {
    try {
      return await desk.follow({ escrows: [escrow], follower }, take(escrow), { signal });
    } catch (thrown) {
      log('error', 'an escrow cannot be followed', { contract: escrow, cause: describeThrown(thrown) });
      return undefined;
    }
  };
  /** One entry per escrow, however many channels follow it. */
  const sync = async (all: readonly Watched[]) => {
    const wanted = new Map(all.map((watched) => [`${watched.escrow} ${watched.follower}`, watched]));
    for (const [key, following] of followings) {
      if (wanted.has(key)) continue;
      followings.delete(key);
      await (await following)?.stop();
    }
    for (const [key, watched] of wanted) if (!followings.has(key)) followings.set(key, begin(watched));
  };
  const remind = async () => {
    for (const watched of await rows.due()) {
      const { reminderDays } = await state.servers.settingsOf(watched.guildId);
      const from = firstReminder(watched, reminderDays);
      if (watched.reminded === 0 && from > now()) {
        await rows.postpone(watched, from);
        continue;
      }
      const view = await readPublic(desk, watched, signal).catch((thrown) => {
        log('warn', 'a reminder waits', { ...placeFields(watched), cause: describeThrown(thrown) });
        return undefined;
      });
      if (signal.aborted) return;
      if (view === undefined) {
        await rows.postpone(watched, now() + UNREAD_MS);
        continue;
      }
      const isAnybodys = turnOf(view).length > 0;
      const next = isAnybodys ? nextDue(watched, now(), reminderDays) : null;
      await rows.remind(watched, isAnybodys ? reminderOf(watched) : undefined, next);
    }
  };
  const look = async () => {
    const all = await rows.all();
    isLeading = all.length > 0 && (await rows.lead(holder, LEASE_MS));
    await sync(isLeading ? all : []);
    if (isLeading) await remind();
  };
  const announcer = createAnnouncer(parts, signal);

  /** Polls and posts concurrently, so that a slow channel delays no polling. */
  const run = async (work: () => Promise<unknown>) => {
    while (!signal.aborted) {
      try {
        await work();
      } catch (thrown) {
        if (signal.aborted) return;
        log('warn', 'following escrows', { code: toCountersignError(thrown).code, cause: describeThrown(thrown) });
      }
      const { signal: woken } = wakeUp;
      await sleep(everyMs, undefined, { signal: woken }).catch(() => {
        if (wakeUp.signal === woken) wakeUp = new AbortController();
      });
    }
  };
  let running: Promise<void>[] = [];
  return {
    start: () => {
      running = [run(look), run(async () => isLeading && (await announcer.announceAll()))];
    },
    /** Polls at once, since following began or ended. */
    wake: () => wakeUp.abort(),
    stop: async () => {
      stopping.abort();
      wakeUp.abort();
      await Promise.all(running);
      await Promise.all([...followings.values()].map(async (following) => await (await following)?.stop()));
      await rows
        .resign(holder)
        .catch((thrown) =>
          log('warn', 'another process follows only after a while', { cause: describeThrown(thrown) }),
        );
    },
  };
}

/** How many servers are served at once, each with one message at a time. */
const AT_ONCE = 10;
/** Discord recognises a message by its nonce for a few minutes. */
const NONCE_MS = 120_000;
/** The pause before any process retries a failed post. */
const PAUSE_MS = 5_000;
/** Before a refused post is tried again: longer each time, since a person must let the bot write there. */
const REFUSED_MS = 60_000;
const MOST_REFUSED_MS = 3_600_000;

/** Posts what is queued, once: each post is claimed first, and one that may have been posted is not repeated. */
function createAnnouncer(parts: WatcherParts, signal: AbortSignal) {
  const { desk, state, posts, log, now } = parts;
  const rows = state.watch;
  const post = async (waiting: Waiting) => {
    const { watched } = waiting;
    const queued = queuedIn(waiting.what);
    const fields = placeFields(watched);
    // Read before the claim: if the ledger does not answer, nothing has been posted.
    const view = await readPublic(desk, watched, signal).catch(async (thrown) => {
      await rows.pause(waiting, now() + PAUSE_MS);
      throw thrown;
    });
    if (signal.aborted || !(await rows.claim(waiting, now() + PAUSE_MS))) return;
    if (queued.kind === 'reminder' && turnOf(view).length === 0) return await rows.done(waiting);
    try {
      const earlier = (await rows.earlier(waiting))
        .map(queuedIn)
        .flatMap((each) => ('change' in each ? each.change : []));
      const made = await announcementFor(parts, queued, view, { watched, earlier });
      const message = await publish(waiting, queued, made);
      await rows.posted(watched.number, { message, called: made.called, shown: withoutButtons(made.message) });
      await rows.done(waiting);
      refused.delete(watched.number);
      log('info', 'announced', { ...fields, what: queued.kind });
    } catch (thrown) {
      await failed(waiting, queued, view, thrown);
    }
  };
  /** Edits the message, or posts a new one where the turn passed to someone else or someone was paid. @returns its id */
  const publish = async (waiting: Waiting, queued: QueuedPost, made: Announcement): Promise<string> => {
    const { channelId, message, called, shown } = waiting.watched;
    const isTheSame = queued.kind === 'change' && !made.isPayment && (made.called === called || made.called === '');
    if (message !== null && isTheSame) {
      try {
        await posts.change(channelId, message, made.message);
        return message;
      } catch (thrown) {
        if (!cannotEdit(thrown)) throw thrown;
      }
    }
    const { escrow } = waiting.watched;
    const nonce = nonceOf(channelId, escrow, waiting.key, `${waiting.late}`, `${waiting.number}`);
    const posted = await posts.post(channelId, made.message, { mentions: made.members, nonce });
    if (message !== null && message !== posted && shown !== null) {
      const components = JSON.parse(shown) as Message['components'];
      await posts.change(channelId, message, { components }).catch((thrown) => {
        log('info', 'the buttons of an earlier post stay', {
          ...placeFields(waiting.watched),
          cause: describeThrown(thrown),
        });
      });
    }
    return posted;
  };
  /** A server's log gets one line for each channel that refuses, until it takes a post again. */
  const refused = new Set<number>();
  const failed = async (waiting: Waiting, queued: QueuedPost, { title }: EscrowView, thrown: unknown) => {
    const { watched, late } = waiting;
    const fields = { ...placeFields(watched), cause: describeThrown(thrown) };
    const named = `**${line(title, 100)}**`;
    const where = `<#${watched.channelId}>`;
    const notifyServer = async (sentence: (words: Words) => string) => {
      if (refused.has(watched.number)) return;
      refused.add(watched.number);
      await parts.note(watched.guildId, sentence);
    };
    if (isChannelGone(thrown)) {
      await rows.drop(watched.number);
      log('warn', 'an escrow is no longer followed: its channel is gone', fields);
      await notifyServer(({ watch }) => format(watch.channelGone, { escrow: named }));
    } else if (isUnreachable(thrown)) {
      await rows.again(waiting, { retry: now() + Math.min(REFUSED_MS * 2 ** Math.min(late, 10), MOST_REFUSED_MS) });
      log('warn', 'an announcement was refused, and is tried again: the bot cannot write in its channel', fields);
      await notifyServer((words) =>
        format(words.watch.cannotAnnounce, { escrow: named, why: cannotWrite(thrown, where, words) }),
      );
    } else if (isRefused(thrown)) {
      await (queued.kind === 'interrupted'
        ? rows.done(waiting)
        : rows.again(waiting, { what: textOfQueued({ kind: 'interrupted' }) }));
      log('error', 'Discord refused an announcement', fields);
      await notifyServer(({ watch }) => format(watch.notTaken, { escrow: named, channel: where }));
    } else log('warn', 'an announcement is tried again', fields);
  };
  const announce = async (waiting: Waiting) => {
    const isOld = waiting.claimed !== null && now() - waiting.claimed > NONCE_MS;
    if (isOld) await rows.again(waiting, { what: textOfQueued({ kind: 'interrupted' }) });
    else
      await post(waiting).catch((thrown) => {
        if (!signal.aborted)
          log('warn', 'an announcement waits', { ...placeFields(waiting.watched), cause: describeThrown(thrown) });
      });
  };
  return {
    /** Runs until nothing can be posted now. One post per server at a time, so that none waits for another's many. */
    async announceAll() {
      for (let all = await rows.waiting(); all.length > 0 && !signal.aborted; all = await rows.waiting()) {
        const round = [...Map.groupBy(all, ({ watched }) => watched.guildId).values()].flatMap(
          ([first]) => first ?? [],
        );
        for (let at = 0; at < round.length; at += AT_ONCE)
          await Promise.all(round.slice(at, at + AT_ONCE).map(announce));
      }
    },
  };
}

/** For posts in a channel. @param userId who asked for it, if anybody */
export function placeFields({ guildId, channelId, escrow }: WatchPlace, userId?: string) {
  return { ...(userId === undefined ? {} : { user: userId }), server: guildId, channel: channelId, contract: escrow };
}
