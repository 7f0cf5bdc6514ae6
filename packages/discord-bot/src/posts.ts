/** Messages in channels and threads, sent with the bot's own token: unlike answers they can be sent at any time. */
import { DiscordAPIError, MessageFlags, REST, Routes } from 'discord.js';
import type { Message } from './answers.ts';

export type PostOptions = {
  /** The members who are mentioned in it, and nobody else. */
  readonly mentions: readonly string[];
  /** Discord sends one message for the same nonce of some minutes. */
  readonly nonce: string;
};

export type Posts = {
  /** @returns its id. @throws DiscordAPIError, and what the network throws */
  post(channelId: string, message: Pick<Message, 'components'>, options: PostOptions): Promise<string>;
};

/** Discord's own limit, of which answers to interactions are exempt. Source: Discord's reference, "Rate Limits". */
const REQUESTS_PER_SECOND = 50;

export function createPosts(rest: REST, token: string): Posts {
  const own = new REST({ ...rest.options, globalRequestsPerSecond: REQUESTS_PER_SECOND }).setToken(token);
  return {
    post: async (channelId, { components }, { mentions, nonce }) => {
      const posted = await own.post(Routes.channelMessages(channelId), {
        body: {
          components,
          flags: MessageFlags.IsComponentsV2,
          allowed_mentions: { parse: [], users: mentions },
          nonce,
          enforce_nonce: true,
        },
      });
      return (posted as { id: string }).id;
    },
  };
}

const UNREACHABLE = new Set<number | string>([
  10003, // unknown channel: deleted
  10004, // unknown server
  50001, // missing access
  50013, // missing permissions
  50083, // the thread is locked
]);

/** Whether the bot cannot write in that channel, and will not by itself. */
export function isUnreachable(thrown: unknown): boolean {
  return thrown instanceof DiscordAPIError && UNREACHABLE.has(thrown.code);
}

/** Whether Discord read the message and will never take it. */
export function isRefused(thrown: unknown): boolean {
  return thrown instanceof DiscordAPIError && [400, 403, 404, 413].includes(thrown.status);
}
