/** Answers by an interaction's token alone, so that a card can be followed without the process that made it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LANGUAGES } from '@countersign/core/words';
import {
  type APIMessageTopLevelComponent,
  type APIModalInteractionResponseCallbackData,
  DiscordAPIError,
  InteractionResponseType,
  MessageFlags,
  REST,
  Routes,
} from 'discord.js';
import { wordsOf } from '../words/index.ts';
import type { Interaction } from './interaction.ts';
import { createAgent } from './rest.ts';

/** `new` promises an answer that only the person sees, `same` a change of the message that holds the button. */
export type Acknowledgement = 'new' | 'same';

/** What a button may open instead. Nothing can be shown in answer to that click next to it. */
export type Modal = APIModalInteractionResponseCallbackData;

export type Choice = { readonly name: string; readonly value: string };

/** `bytes`: as a member uploaded it. */
export type File = { readonly name: string } & (
  | { readonly text: string; readonly bytes?: undefined }
  | { readonly text?: undefined; readonly bytes: Uint8Array }
);

/** Components V2 only, and the files that they refer to. */
export type Message = {
  readonly components: readonly APIMessageTopLevelComponent[];
  readonly files?: readonly File[];
  /** Addresses that it is about, whether it shows them or not. */
  readonly named?: readonly string[];
};

/** `original`: the message that answers the interaction, or that holds the button that was pressed. */
type MessageRef = { readonly applicationId: string; readonly token: string; readonly messageId: string };

export type Answers = ReturnType<typeof createAnswers>;

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

export const isGone = (thrown: unknown): boolean => thrown instanceof DiscordAPIError && GONE.has(thrown.code);

/** @param registered its `id` is that of `/escrow`, once it is known: commands in answers are then mentions to press */
export function createAnswers(rest: REST, registered: { readonly id?: string | undefined } = {}) {
  // Separate connections, so that an acknowledgement never waits behind a card or file.
  const once = new REST({ ...rest.options, agent: createAgent(), retries: 0, timeout: ACKNOWLEDGE_MS });
  // What the interaction endpoints need is in their path; the bot's own token stays at home.
  const auth = false;
  const replied = new WeakSet<object>();
  const whenKnown = async <T>(interaction: object, ask: () => Promise<T>): Promise<T> => {
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
      ...payload(withMentions(message, registered.id), MessageFlags.IsComponentsV2),
    });
    return (changed as { id: string }).id;
  };
  return {
    /** The first answer, which takes the interaction. Where another process has taken it, or it is too late, nothing may be done. */
    answer: async ({ id, token }: Interaction, body: object): Promise<'ours' | 'taken' | 'late'> => {
      try {
        await once.post(Routes.interactionCallback(id, token), { auth, body });
        return 'ours';
      } catch (thrown) {
        if (!(thrown instanceof DiscordAPIError)) throw thrown;
        if (thrown.code === ALREADY_ACKNOWLEDGED) return 'taken';
        if (thrown.code === UNKNOWN_INTERACTION) return 'late';
        throw thrown;
      }
    },
    /** It was acknowledged by a reply, of which Discord may know a moment later. */
    expect: (interaction: Interaction) => void replied.add(interaction),
    show: (interaction: Interaction, message: Message) =>
      whenKnown(interaction, () => change(original(interaction), message)),
    /** A further answer that only the person sees; returns its id. */
    add: async (interaction: Pick<Interaction, 'applicationId' | 'token'>, message: Message) => {
      const { applicationId, token } = interaction;
      const shown = withMentions(message, registered.id);
      const body = payload(shown, MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral);
      const added = await whenKnown(interaction, () =>
        rest.post(Routes.webhook(applicationId, token), { auth, ...body }),
      );
      return (added as { id: string }).id;
    },
    change,
  };
}

/** `deploy` by its name in each language. A mention is by the name of its registration; clients show their reader's. */
const SUBCOMMANDS = new Map(
  LANGUAGES.flatMap((language) =>
    Object.entries(wordsOf(language).commands.escrow.options).map(([own, { name }]) => [name, own]),
  ),
);
/** As our sentences have it: a stranger's `/` has a backslash before it, and code is left as it is. */
const COMMAND = /(?<![\\\w`/<])\/escrow (\p{L}+)/gu;

/** Source: Discord's reference, "Message Formatting": `</escrow list:123>`. */
function withMentions(message: Message, id: string | undefined): Message {
  if (id === undefined) return message;
  const mention = (whole: string, name: string) =>
    SUBCOMMANDS.has(name) ? `</escrow ${SUBCOMMANDS.get(name)}:${id}>` : whole;
  const changed = JSON.stringify(message.components, (key, value) =>
    key === 'content' && typeof value === 'string' ? value.replace(COMMAND, mention) : value,
  );
  return { ...message, components: JSON.parse(changed) };
}

/** What Discord takes as the first answer to an interaction, whichever way it goes there. */
export const PONG_BODY: object = { type: InteractionResponseType.Pong };

export function acknowledgementBody(how: Acknowledgement | Modal): object {
  if (how === 'new') {
    return { type: InteractionResponseType.DeferredChannelMessageWithSource, data: { flags: MessageFlags.Ephemeral } };
  }
  if (how === 'same') return { type: InteractionResponseType.DeferredMessageUpdate };
  return { type: InteractionResponseType.Modal, data: how };
}

export function suggestionsBody(choices: readonly Choice[]): object {
  return { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices } };
}

/** A complete answer, visible only to the person. A first answer has no files: those follow an acknowledgement. */
export function messageBody({ components }: Message): object {
  return {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: payload({ components }, MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral).body,
  };
}

/**
 * A message as it is sent to Discord. Lists all files each time: Discord removes unlisted files from the message.
 * @param mentions ids of the only members who are notified
 */
export function payload({ components, files = [] }: Message, flags: number, mentions: readonly string[] = []) {
  return {
    body: {
      components,
      flags,
      allowed_mentions: { parse: [], ...(mentions.length === 0 ? {} : { users: mentions }) },
      attachments: files.map(({ name }, index) => ({ id: String(index), filename: name })),
    },
    files: files.map(dataOf),
  };
}

function dataOf(file: File) {
  return file.bytes === undefined
    ? { name: file.name, data: file.text, contentType: 'text/plain; charset=utf-8' }
    : { name: file.name, data: Buffer.from(file.bytes), contentType: 'application/octet-stream' };
}
