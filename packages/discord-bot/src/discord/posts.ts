/** Messages in channels and threads by the bot's own token: unlike answers they can be sent and changed at any time. */

import { createHash } from 'node:crypto';
import { CountersignError } from '@countersign/core/errors';
import { format } from '@countersign/core/text/message';
import {
  ChannelType,
  DiscordAPIError,
  HTTPError,
  MessageFlags,
  REST,
  Routes,
  ThreadAutoArchiveDuration,
} from 'discord.js';
import { invalid, type Words } from '../words/index.ts';
import { type Message, payload } from './answers.ts';

export type Posts = ReturnType<typeof createPosts>;

type PostOptions = {
  /** The members who are mentioned in it, and no one else. */
  readonly mentions: readonly string[];
  /** Discord sends one message for the same nonce of some minutes. At most 25 characters. */
  readonly nonce: string;
};

/** Discord's own limit, of which answers to interactions are exempt. Source: Discord's reference, "Rate Limits". */
const REQUESTS_PER_SECOND = 50;
/** Source: Discord's reference, "Channels Resource". */
const LONGEST_NAME = 100;
const V2 = MessageFlags.IsComponentsV2;

/** Each throws DiscordAPIError, and what the network throws. */
export function createPosts(rest: REST, token: string) {
  const own = new REST({ ...rest.options, globalRequestsPerSecond: REQUESTS_PER_SECOND }).setToken(token);
  return {
    /** @returns its id */
    post: async (channelId: string, message: Message, { mentions, nonce }: PostOptions) => {
      const { body, files } = payload(message, V2, mentions);
      const posted = await own.post(Routes.channelMessages(channelId), {
        body: { ...body, nonce, enforce_nonce: true },
        files,
      });
      return idOf(posted);
    },
    /** Edits one of the bot's messages; mentions no one. An archived thread is opened again for it. */
    change: async (channelId: string, messageId: string, message: Message) => {
      const change = () => own.patch(Routes.channelMessage(channelId, messageId), payload(message, V2));
      try {
        await change();
      } catch (thrown) {
        if (!hasCode(thrown, ARCHIVED)) throw thrown;
        await own.patch(Routes.channel(channelId), { body: { archived: false } });
        await change();
      }
    },
    remove: async (channelId: string, messageId: string) => {
      await own.delete(Routes.channelMessage(channelId, messageId));
    },
    /** Opens a private thread in a text channel, with only the bot in it. @returns its id */
    openThread: async (channelId: string, name: string) => {
      const thread = await own.post(Routes.threads(channelId), {
        body: {
          name: name.slice(0, LONGEST_NAME),
          auto_archive_duration: ThreadAutoArchiveDuration.OneWeek,
          type: ChannelType.PrivateThread,
          // Otherwise added members could add others.
          invitable: false,
        },
      });
      return idOf(thread);
    },
    /** Deletes one of the bot's threads, or archives it if it may not delete it. */
    removeThread: async (threadId: string): Promise<'deleted' | 'archived'> => {
      try {
        await own.delete(Routes.channel(threadId));
        return 'deleted';
      } catch (thrown) {
        if (isDeleted(thrown)) return 'deleted';
        if (!isForbidden(thrown)) throw thrown;
        // A thread's creator may archive it; locking or deleting it takes Manage Threads.
        await own.patch(Routes.channel(threadId), { body: { archived: true } });
        return 'archived';
      }
    },
    isTextChannel: async (channelId: string) => {
      const { type } = (await own.get(Routes.channel(channelId))) as { type: ChannelType };
      return type === ChannelType.GuildText;
    },
    addMember: async (threadId: string, userId: string) => {
      await own.put(Routes.threadMembers(threadId, userId));
    },
    /** Which of them are not in the private thread, where a mention would add them. */
    outside: async (channelId: string, userIds: readonly string[]): Promise<string[]> => {
      if (userIds.length === 0) return [];
      const { type } = (await own.get(Routes.channel(channelId))) as { type: ChannelType };
      if (type !== ChannelType.PrivateThread) return [];
      const isOutside = async (userId: string) => {
        try {
          await own.get(Routes.threadMembers(channelId, userId));
          return false;
        } catch (thrown) {
          if (thrown instanceof DiscordAPIError && thrown.status === 404) return true;
          throw thrown;
        }
      };
      const found = await Promise.all(userIds.map(isOutside));
      return userIds.filter((_, at) => found[at]);
    },
  };
}

/** Equal for equal posts, in every process. */
export const nonceOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 24);

const idOf = (made: unknown): string => (made as { id: string }).id;

const ARCHIVED = 50083;
const LOCKED = 160005;
const UNKNOWN_MESSAGE = 10008;
/** Of a message older than an hour, which may be edited only so often. */
const TOO_MANY_EDITS = 30046;
const MISSING_PERMISSIONS = 50013;

/** Why nothing was posted, and who can change that; undefined if a person need not know. */
export function postProblem(thrown: unknown, { team }: Words): string | undefined {
  const problems: Readonly<Record<string, string>> = team.postProblems;
  return thrown instanceof DiscordAPIError ? problems[thrown.code] : undefined;
}

/** Explains a documented refusal, and that Discord could not be reached; returns anything else as it is. */
export function explainRefusal(thrown: unknown, words: Words): unknown {
  if (thrown instanceof HTTPError) return new CountersignError('DISCORD_UNREACHABLE', { cause: thrown });
  const sentence = postProblem(thrown, words);
  return sentence === undefined ? thrown : notPosted(sentence, words, thrown);
}

export const notPosted = (message: string, words: Words, cause?: unknown): CountersignError =>
  invalid(words, { message, remedy: `${words.team.askAModerator} ${words.team.wherePrepared}`, cause });

export const isForbidden = (thrown: unknown): boolean => hasCode(thrown, MISSING_PERMISSIONS);

const UNREACHABLE: readonly number[] = [10003, 10004, 50001, MISSING_PERMISSIONS, ARCHIVED, LOCKED];

/** Whether the bot cannot write in that channel, and will not by itself. */
export const isUnreachable = (thrown: unknown): boolean => hasCode(thrown, ...UNREACHABLE);

/** Why the bot cannot write in a channel or thread. @param channel as a mention */
export function cannotWrite(thrown: unknown, channel: string, { watch }: Words): string {
  return hasCode(thrown, ARCHIVED, LOCKED)
    ? format(watch.isLocked, { thread: channel })
    : format(watch.botCannotWrite, { channel });
}

/** Whether the channel, or the server, is gone for the bot for ever. */
export const isChannelGone = (thrown: unknown): boolean => hasCode(thrown, 10003, 10004);

export const isDeleted = (thrown: unknown): boolean => hasCode(thrown, UNKNOWN_MESSAGE, 10003);

/** Whether that message cannot be edited, so that another one must be posted. */
export const cannotEdit = (thrown: unknown): boolean => isDeleted(thrown) || hasCode(thrown, TOO_MANY_EDITS);

/** Whether Discord read the message and will never take it. */
export const isRefused = (thrown: unknown): boolean =>
  thrown instanceof DiscordAPIError && [400, 403, 404, 413].includes(thrown.status);

function hasCode(thrown: unknown, ...codes: readonly (number | string)[]): boolean {
  return thrown instanceof DiscordAPIError && codes.includes(thrown.code);
}
