/**
 * Answering over Discord's REST API, by an interaction's token alone, so that a card can be followed with or
 * without the process that made it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordAPIError, MessageFlags, REST, Routes } from 'discord.js';
import { createAgent } from '../gateway/client.ts';
import {
  type Acknowledgement,
  acknowledgementBody,
  type Choice,
  type Modal,
  messageBody,
  suggestionsBody,
} from './callback.ts';
import type { Interaction } from './interaction.ts';
import { type Message, payload } from './payload.ts';

export type { Acknowledgement, Choice, Modal } from './callback.ts';
export type { Message } from './payload.ts';

/** `original`: the message that answers the interaction, or that holds the button that was pressed. */
type MessageRef = { readonly applicationId: string; readonly token: string; readonly messageId: string };

export type Answers = {
  /** The one answer to somebody who types; Discord takes it once and within 3 s, and nothing is lost without it. */
  suggest(interaction: Interaction, choices: readonly Choice[]): Promise<void>;
  /** Takes the interaction. Where another process has taken it, or it is too late, nothing may be done. */
  acknowledge(interaction: Interaction, how: Acknowledgement | Modal): Promise<'ours' | 'taken' | 'late'>;
  /** In place of an acknowledgement: a message that only the person sees, and nothing more. */
  refuse(interaction: Interaction, message: Message): Promise<void>;
  /** It was acknowledged by a reply, of which Discord may know a moment later. */
  expect(interaction: Interaction): void;
  /** Shows `message` as the promised answer, or in place of it; returns its id. */
  show(interaction: Interaction, message: Message): Promise<string>;
  /** A further answer that only the person sees; returns its id. */
  add(interaction: Interaction, message: Message): Promise<string>;
  /** Changes a message that was shown earlier. */
  change(where: MessageRef, message: Message): Promise<void>;
};

/** A token's life. Source: Discord's reference, "Receiving and Responding". */
export const TOKEN_LIFE_MS = 15 * 60_000;

/** Discord waits 3 s for the acknowledgement. A repeated one would be refused as the second, so it is tried once. */
const ACKNOWLEDGE_MS = 3_000;

/** How long to wait for Discord to know of a reply, again and again. More would be held against the bot. */
const KNOWN_AFTER_MS = [250, 500, 1_000, 2_000] as const;

const UNKNOWN_INTERACTION = 10062;
const ALREADY_ACKNOWLEDGED = 40060;
const UNKNOWN_WEBHOOK = 10015;
const GONE = new Set<number | string>([
  10008, // unknown message
  UNKNOWN_WEBHOOK, // the token was never valid, or the bot left
  50027, // the token's 15 minutes are over
]);

/** Whether an answer failed because there is nothing left to answer. */
export function isGone(thrown: unknown): boolean {
  return thrown instanceof DiscordAPIError && GONE.has(thrown.code);
}

export function createAnswers(rest: REST): Answers {
  // Separate connections, so that an acknowledgement never waits behind a card or file.
  const once = new REST({ ...rest.options, agent: createAgent(), retries: 0, timeout: ACKNOWLEDGE_MS });
  // What the interaction endpoints need is in their path; the bot's own token stays at home.
  const auth = false;
  const replied = new WeakSet<Interaction>();
  const whenKnown = async <T>(interaction: Interaction, ask: () => Promise<T>): Promise<T> => {
    if (!replied.has(interaction)) return await ask();
    for (const ms of KNOWN_AFTER_MS) {
      try {
        return await ask();
      } catch (thrown) {
        if (!(thrown instanceof DiscordAPIError && thrown.code === UNKNOWN_WEBHOOK)) throw thrown;
        await sleep(ms);
      }
    }
    return await ask();
  };
  const original = (interaction: Interaction): MessageRef => ({ ...interaction, messageId: '@original' });
  const change = async ({ applicationId, token, messageId }: MessageRef, message: Message): Promise<string> => {
    const changed = await rest.patch(Routes.webhookMessage(applicationId, token, messageId), {
      auth,
      ...payload(message, MessageFlags.IsComponentsV2),
    });
    return (changed as { id: string }).id;
  };
  return {
    acknowledge: async (interaction, how) => {
      try {
        await once.post(Routes.interactionCallback(interaction.id, interaction.token), {
          auth,
          body: acknowledgementBody(how),
        });
        return 'ours';
      } catch (thrown) {
        if (!(thrown instanceof DiscordAPIError)) throw thrown;
        if (thrown.code === ALREADY_ACKNOWLEDGED) return 'taken';
        if (thrown.code === UNKNOWN_INTERACTION) return 'late';
        throw thrown;
      }
    },
    suggest: async ({ id, token }, choices) => {
      await once.post(Routes.interactionCallback(id, token), { auth, body: suggestionsBody(choices) });
    },
    refuse: async ({ id, token }, message) => {
      await once.post(Routes.interactionCallback(id, token), { auth, body: messageBody(message) });
    },
    expect: (interaction) => void replied.add(interaction),
    show: (interaction, message) => whenKnown(interaction, () => change(original(interaction), message)),
    add: async (interaction, message) => {
      const { applicationId, token } = interaction;
      const body = payload(message, MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral);
      const added = await whenKnown(interaction, () =>
        rest.post(Routes.webhook(applicationId, token), { auth, ...body }),
      );
      return (added as { id: string }).id;
    },
    change: async (where, message) => {
      await change(where, message);
    },
  };
}
