/** Messages on people's screens, and the interactions that may still change them. */
import type { Modal } from './components.ts';
import { snowflake } from './refusal.ts';

export type ShownFile = { readonly name: string; readonly text: string; readonly bytes: Uint8Array };

export type Message = {
  readonly id: string;
  /** Who sees it: an answer is ephemeral. Of a message in a channel: the bot. */
  readonly userId: string;
  /** Where the bot posted it by its own token; absent of an answer. */
  readonly channel?: Channel;
  readonly nonce?: string | undefined;
  readonly mentions: string[];
  readonly ephemeral: boolean;
  /** `undefined` while Discord shows "is thinking…". */
  components: readonly unknown[] | undefined;
  /** All that it has shown, as an answer, in turn. */
  readonly shown: (readonly unknown[])[];
  files: readonly ShownFile[];
  flags: number;
  /** How often it was shown or changed, and when it first was, by `performance.now()`. */
  versions: number;
  shownAt: number | undefined;
};

export type Choice = { readonly name: string; readonly value: string };
export type Channel = {
  readonly id: string;
  /** 0: text; 11: a public thread; 12: a private one. */
  readonly type: number;
  readonly name: string;
  readonly parent: Channel | undefined;
  /** The bot's, here, by their names; a thread has those of its channel. */
  readonly permissions: Set<string>;
  readonly membersLack: readonly string[];
  /** Of a thread, next to the bot. */
  readonly members: Set<string>;
  /** Who sees a channel; absent: everybody in the server. */
  readonly seenBy?: ReadonlySet<string>;
  archived: boolean;
  locked: boolean;
  readonly messages: Message[];
};

/** What was answered to an interaction that came over HTTP. `status` 0: no answer came. */
export type EndpointReply = { readonly status: number; readonly body: string; readonly ms: number };

export type Interaction = ReturnType<typeof newInteraction>;

export function newInteraction(userId: string, on: Message | undefined, madeAt = Date.now(), isModalSubmit = false) {
  const id = snowflake(madeAt);
  return {
    id,
    token: `token-${id}-${Math.random().toString(36).slice(2)}`,
    userId,
    madeAt,
    /** Only a command can be answered by a message of its own; a click may also change this one. */
    on,
    /** A modal cannot be answered by another one. */
    isModalSubmit,
    /** A person is typing: it is answered by suggestions, at once, and by nothing else. */
    isAutocomplete: false,
    /** By `performance.now()`: sent to the bot, and acknowledged by it. */
    sentAt: performance.now(),
    acknowledgedAt: undefined as number | undefined,
    expired: false,
    modal: undefined as Modal | undefined,
    choices: undefined as readonly Choice[] | undefined,
    original: undefined as Message | undefined,
    replies: [] as EndpointReply[],
    sent: undefined as object | undefined,
    messages: [] as Message[],
  };
}

export function newMessage(userId: string, ephemeral: boolean): Message {
  return {
    id: snowflake(),
    userId,
    ephemeral,
    components: undefined,
    files: [],
    mentions: [],
    flags: 0,
    shown: [],
    versions: 0,
    shownAt: undefined,
  };
}

export function change(message: Message, json: Readonly<Record<string, unknown>>, files: readonly ShownFile[]): void {
  message.components = (json['components'] ?? []) as unknown[];
  message.shown.push(message.components);
  message.files = files;
  message.flags |= Number(json['flags'] ?? 0);
  message.versions += 1;
  message.shownAt ??= performance.now();
}
