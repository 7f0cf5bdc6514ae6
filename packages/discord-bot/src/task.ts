/** What the bot is made of, what a command or a button gets of it, and what each of them must declare. */

import type { CallOptions, Desk, PersonalDesk, Settlement } from '@countersign/core';
import type { Metrics } from '@countersign/core/metrics';
import type { SecretScanner } from '@countersign/core/secrets';
import type { CardStatus, Follower } from './background/follow.ts';
import type { Retention } from './background/retention.ts';
import type { Watcher } from './background/watcher.ts';
import type { Acknowledgement, Message, Modal } from './discord/answers.ts';
import type { Command, Interaction, Submission } from './discord/interaction.ts';
import type { FairShare } from './fair-share/fair-share.ts';
import type { DiscordSettings } from './settings.ts';
import type { BotParts, Person } from './state/state.ts';
import type { Words } from './words/index.ts';
import type { Act } from './words/keys.ts';

export type Bot = BotParts & {
  readonly follower: Follower;
  readonly watcher: Watcher;
  readonly retention: Retention;
  readonly settings: DiscordSettings;
  /** The signing page's address; absent if nothing is signed here. */
  readonly pageUrl: string | undefined;
  /** Basis points, of this installation. */
  readonly feeStop: number;
  readonly scanner: SecretScanner;
  /** Absent if metrics are disabled. */
  readonly metrics: Metrics | undefined;
  readonly fairShare: FairShare;
  /** Aborted when the process has no time left. */
  readonly stopping: AbortSignal;
};

export type Task = {
  readonly bot: Bot;
  readonly desk: PersonalDesk;
  readonly interaction: Interaction;
  readonly person: Person;
  /** In the person's own language. */
  readonly words: Words;
  /** For every call of the desk: its deadline, and whose share its requests count against. */
  readonly call: CallOptions;
};

/** A message to show; with `card` it shows that escrow, and is kept up to date. */
export type Reply = {
  readonly message: Message;
  readonly card?: CardStatus;
  /** Addresses that it shows only by members’ names. */
  readonly named?: readonly string[];
  /** What it did, if its answer is not kept up to date. */
  readonly done?: {
    readonly status: Settlement['status'];
    readonly transactionHash: string;
    readonly contractId?: string | undefined;
  };
};

/**
 * `everyone` in the server; with `allowed-roles` anyone who may do any of the acts; one act; or with `settings` members
 * with Manage Server. Where the operator named roles, only members with one of them do any act.
 */
export type Access = 'everyone' | 'allowed-roles' | Act | 'settings';

export type Cost = {
  /** Requests to the service. Retries are counted as they are made. */
  readonly requests: number;
  /** The person's cards that are looked up in the store. */
  readonly cards: number;
};

/** What a cost may follow from, besides the command itself. */
export type CostFacts = {
  readonly countCards: () => Promise<number>;
  readonly mostBalanceRequests: Desk['mostBalanceRequests'];
};

export const NO_REQUESTS: Cost = { requests: 0, cards: 0 };
export const ONE_REQUEST: Cost = { requests: 1, cards: 0 };

/** Every field is required, so that a new command or button cannot forget who may use it. */
type Rules = { readonly access: Access; readonly acknowledgement: Acknowledgement };

/** The first reply answers the command; further ones follow it. */
export type CommandSpec = Rules & {
  /** The modal that it opens instead of running; undefined where it runs. */
  readonly modal?: (command: Command, modalContext: ModalContext) => Promise<Modal | undefined>;
  readonly cost: (command: Command, known: CostFacts) => Cost | Promise<Cost>;
  readonly run: (task: Task, command: Command) => Promise<readonly Reply[]>;
};

/** What a modal may be filled with. It is the first answer to its click, so nothing here waits but for a row. */
export type ModalContext = { readonly bot: Bot; readonly person: Person; readonly words: Words };

/** With `same`, the reply replaces the message that holds the button, unless others read that message as well. */
export type ButtonSpec = Rules & {
  readonly cost: Cost;
  /** The reply is for all who read the message. */
  readonly changesPost?: true;
  /** @param id of a request, or a wallet's address. @param values a select's choices; a client may make them up */
  readonly press: (task: Task, id: string, values: readonly string[]) => Promise<Reply>;
  /** The modal that it opens instead of acting; undefined for an invalid id. */
  readonly modal?: (
    customId: string,
    id: string,
    modalContext: ModalContext,
  ) => Modal | undefined | Promise<Modal | undefined>;
};

/** A modal that a button opened; its acknowledgement likewise. */
export type FormSpec = Rules & {
  readonly cost: Cost;
  /** @param values what was chosen in its selects, which a client may have made up */
  readonly submit: (
    task: Task,
    id: string,
    texts: ReadonlyMap<string, string>,
    values: Submission['values'],
    files: Submission['files'],
  ) => Promise<Reply>;
};
