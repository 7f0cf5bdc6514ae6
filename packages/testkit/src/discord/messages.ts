/** What is on people's screens, and the interactions that may still change it. */
import type { Channel } from './channels.ts';
import type { Modal } from './modals.ts';
import { snowflake } from './snowflakes.ts';

export type ShownFile = { readonly name: string; readonly text: string };

export type Message = {
  readonly id: string;
  /** Who sees it: an answer is ephemeral. Of a message in a channel: the bot. */
  readonly userId: string;
  /** Where the bot posted it by its own token; absent of an answer. */
  readonly channel?: Channel;
  readonly nonce?: string | undefined;
  /** Who was told of it. */
  readonly mentions: string[];
  readonly ephemeral: boolean;
  /** `undefined` while Discord shows "is thinking…". */
  components: readonly unknown[] | undefined;
  files: readonly ShownFile[];
  flags: number;
  /** How often it was shown or changed, and when it first was, by `performance.now()`. */
  versions: number;
  shownAt: number | undefined;
};

export type Interaction = {
  readonly id: string;
  readonly token: string;
  readonly userId: string;
  readonly madeAt: number;
  /** Only a command can be answered by a message of its own; a click may also change this one. */
  readonly on: Message | undefined;
  /** A modal cannot be answered by another one. */
  readonly isModalSubmit: boolean;
  /** By `performance.now()`: sent to the bot, and acknowledged by it. */
  readonly sentAt: number;
  acknowledgedAt: number | undefined;
  expired: boolean;
  /** What was opened in answer to it. */
  modal: Modal | undefined;
  original: Message | undefined;
  /** The original and all that followed it. */
  readonly messages: Message[];
};

export function newInteraction(
  userId: string,
  on: Message | undefined,
  madeAt = Date.now(),
  isModalSubmit = false,
): Interaction {
  const id = snowflake(madeAt);
  return {
    id,
    token: `token-${id}-${Math.random().toString(36).slice(2)}`,
    userId,
    madeAt,
    on,
    isModalSubmit,
    sentAt: performance.now(),
    acknowledgedAt: undefined,
    expired: false,
    modal: undefined,
    original: undefined,
    messages: [],
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
    versions: 0,
    shownAt: undefined,
  };
}
