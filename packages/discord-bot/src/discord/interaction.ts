/** What Discord sent, parsed once: who, where, with which roles, and what they ask for. */
import { languageOf } from '@countersign/core/words';
import {
  type APIAttachment,
  type APIInteraction,
  type APIMessageComponentInteraction,
  type APIModalSubmission,
  type APIModalSubmitInteraction,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ComponentType,
  Constants,
  InteractionType,
  MessageFlags,
  SnowflakeUtil,
} from 'discord.js';

const { GuildInstall, UserInstall } = ApplicationIntegrationType;

/** One person's interaction. Its token lets us answer for 15 minutes. */
export type Interaction = Readonly<ReturnType<typeof aboutInteraction>>;

/** A channel or thread, and what the person who asks may do in it. */
export type Channel = { readonly id: string; readonly type: number; readonly permissions: bigint };

export type Command = {
  readonly kind: 'command';
  readonly interaction: Interaction;
  /** `deploy` of `/escrow deploy`. */
  readonly name: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, APIAttachment>;
  /** The options of yes or no that were given as yes. */
  readonly chosen: ReadonlySet<string>;
};

/** `customId` says what is asked. */
type OnMessage = {
  readonly interaction: Interaction;
  readonly customId: string;
  /** Whose command or click the message with the button answered; absent where Discord does not say. */
  readonly messageOf: string | undefined;
  /** Others read that message as well: the bot posted it. */
  readonly isPosted: boolean;
};

export type Click = OnMessage & {
  readonly kind: 'click';
  /** What was chosen in a select: ids, or values of its options. Data from a client; a button has none. */
  readonly values: readonly string[];
};

/** A modal that a button opened, as the person filled it in. */
export type Submission = OnMessage & {
  readonly kind: 'submission';
  readonly texts: ReadonlyMap<string, string>;
  /** What was chosen in its selects: ids, or values of their options, by the fields' `custom_id`. Data from a client. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, readonly APIAttachment[]>;
};

export type MemberAction = Command | Click | Submission;

/** Whose menu a command was chosen in: no option of a typed command has this name. */
export const WORKER = 'worker';

/** Returns nothing for what this bot has not registered (other commands, menus, pings), and for somebody who types. */
export function readInteraction(raw: APIInteraction): MemberAction | undefined {
  const interaction = aboutInteraction(raw);
  if (raw.type === InteractionType.MessageComponent) {
    const { data } = raw;
    return { kind: 'click', ...onMessage(raw, interaction), values: 'values' in data ? data.values : [] };
  }
  if (raw.type === InteractionType.ModalSubmit) {
    return { kind: 'submission', ...onMessage(raw, interaction), ...fieldsIn(raw.data) };
  }
  if (raw.type !== InteractionType.ApplicationCommand) return undefined;
  const texts = new Map<string, string>();
  const files = new Map<string, APIAttachment>();
  const chosen = new Set<string>();
  const command: Command = { kind: 'command', interaction, name: raw.data.name, texts, files, chosen };
  if (raw.data.type === ApplicationCommandType.Message) {
    // The message's content is the input.
    const { content = '', attachments = [] } = raw.data.resolved.messages[raw.data.target_id] ?? {};
    if (content.trim() !== '') texts.set('message', content);
    for (const [at, file] of attachments.entries()) files.set(`file ${at + 1}`, file);
    return command;
  }
  if (raw.data.type === ApplicationCommandType.User) {
    texts.set(WORKER, raw.data.target_id);
    return command;
  }
  if (raw.data.type !== ApplicationCommandType.ChatInput) return undefined;
  const [subcommand] = raw.data.options ?? [];
  if (raw.data.name !== 'escrow' || subcommand?.type !== ApplicationCommandOptionType.Subcommand) return undefined;
  for (const option of subcommand.options ?? []) {
    if (option.type === ApplicationCommandOptionType.String) texts.set(option.name, option.value);
    if (option.type === ApplicationCommandOptionType.Boolean && option.value) chosen.add(option.name);
    if (option.type === ApplicationCommandOptionType.Attachment) {
      const file = raw.data.resolved?.attachments?.[option.value];
      if (file !== undefined) files.set(option.name, file);
    }
  }
  return { ...command, name: subcommand.name };
}

function onMessage(
  { data, message }: APIMessageComponentInteraction | APIModalSubmitInteraction,
  interaction: Interaction,
): OnMessage {
  return {
    interaction,
    customId: data.custom_id,
    messageOf: message?.interaction_metadata?.user.id,
    // What answers a person is ephemeral, always.
    isPosted: message !== undefined && ((message.flags ?? 0) & MessageFlags.Ephemeral) === 0,
  };
}

/** What somebody has typed so far into an option that we suggest something for. */
export type Typing = {
  readonly interaction: Interaction;
  /** `list` of `/escrow list`. */
  readonly name: string;
  readonly option: string;
  readonly text: string;
};

/** Returns nothing for anything but that. */
export function readTyping(raw: APIInteraction): Typing | undefined {
  if (raw.type !== InteractionType.ApplicationCommandAutocomplete || raw.data.name !== 'escrow') return undefined;
  const [subcommand] = raw.data.options;
  if (subcommand?.type !== ApplicationCommandOptionType.Subcommand) return undefined;
  for (const option of subcommand.options ?? []) {
    if (option.type !== ApplicationCommandOptionType.String || option.focused !== true) continue;
    return { interaction: aboutInteraction(raw), name: subcommand.name, option: option.name, text: option.value };
  }
  return undefined;
}

function aboutInteraction(raw: APIInteraction) {
  return {
    id: raw.id,
    token: raw.token,
    applicationId: raw.application_id,
    userId: raw.member?.user.id ?? raw.user?.id ?? '',
    /** The person's own name on Discord, which no server changes; '' where Discord does not say. */
    userName: raw.member?.user.username ?? raw.user?.username ?? '',
    /** Absent in a direct message, and in a server that has not added the bot itself. */
    guildId: isOfPersonAlone(raw) ? undefined : raw.guild_id,
    ...placeOf(raw),
    /** Ids of the person's roles in that server, as Discord sent them along: no cache and no intent is needed. */
    roles: raw.member?.roles ?? [],
    permissions: BigInt(raw.member?.permissions ?? '0'),
    /** What the bot may do here; absent where Discord does not say. */
    botPermissions: raw.app_permissions === undefined ? undefined : BigInt(raw.app_permissions),
    /** Epoch milliseconds at which it was made. Throws for an id that is not a snowflake. */
    madeAt: SnowflakeUtil.timestampFrom(BigInt(raw.id)),
    channel: raw.channel && channelIn(raw.channel, raw.member?.permissions),
    /** That the person's Discord speaks; English where we do not speak it. */
    language: languageOf('locale' in raw ? raw.locale : undefined),
    /** That the server has set with Discord. */
    guildLanguage: languageOf(raw.guild_locale),
  };
}

/** They have added the bot for themselves, and the server has not. */
function isOfPersonAlone({ authorizing_integration_owners: owners }: APIInteraction): boolean {
  return owners?.[UserInstall] !== undefined && owners[GuildInstall] === undefined;
}

export const THREADS: readonly unknown[] = Constants.ThreadChannelTypes;

/** @returns `parentId`: of the channel, if it was made in a thread */
function placeOf({ channel }: APIInteraction) {
  const { id = '', type, parent_id: parent } = (channel ?? {}) as { id?: string; type?: number; parent_id?: string };
  return { channelId: id, parentId: THREADS.includes(type) ? parent : undefined };
}

/** Our modals have each field within a label. The names and roles that Discord sends next to chosen ids are not read. */
function fieldsIn({ components, resolved }: APIModalSubmission): Pick<Submission, 'texts' | 'values' | 'files'> {
  const texts = new Map<string, string>();
  const values = new Map<string, readonly string[]>();
  const files = new Map<string, readonly APIAttachment[]>();
  for (const part of components) {
    if (part.type !== ComponentType.Label) continue;
    const { component: field } = part;
    if (field.type === ComponentType.TextInput) texts.set(field.custom_id, field.value);
    else if (field.type === ComponentType.RadioGroup) values.set(field.custom_id, [field.value ?? []].flat());
    else if (field.type === ComponentType.FileUpload) {
      const attached = (field.values ?? []).flatMap((id) => resolved?.attachments?.[id] ?? []);
      files.set(field.custom_id, attached);
    } else if ('values' in field) values.set(field.custom_id, field.values);
  }
  return { texts, values, files };
}

/** @param permissions as Discord worked them out for the person, in that channel */
function channelIn({ id, type }: { id: string; type?: number }, permissions: string | undefined): Channel {
  return { id, type: type ?? -1, permissions: BigInt(permissions ?? '0') };
}
