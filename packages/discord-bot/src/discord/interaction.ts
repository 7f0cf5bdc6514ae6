/** What Discord sent, parsed once: who, where, with which roles, and what they ask for. */
import { type Language, languageOf } from '@countersign/core/words';
import {
  type APIAttachment,
  type APIInteraction,
  type APIMessageComponentInteraction,
  type APIModalSubmissionComponent,
  type APIModalSubmitInteraction,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ChannelType,
  ComponentType,
  InteractionType,
  MessageFlags,
} from 'discord.js';

const { GuildInstall, UserInstall } = ApplicationIntegrationType;

/** One person's interaction. Its token lets us answer for 15 minutes. */
export type Interaction = {
  readonly id: string;
  readonly token: string;
  readonly applicationId: string;
  readonly userId: string;
  /** The person's own name on Discord, which no server changes; '' where Discord does not say. */
  readonly userName: string;
  /** Absent in a direct message, and in a server that has not added the bot itself. */
  readonly guildId: string | undefined;
  readonly channelId: string;
  /** The parent channel, if it was made in a thread. */
  readonly parentId: string | undefined;
  /** Ids of the person's roles in that server, as Discord sent them along: no cache and no intent is needed. */
  readonly roles: readonly string[];
  readonly permissions: bigint;
  /** What the bot may do here; absent where Discord does not say. */
  readonly botPermissions: bigint | undefined;
  /** Epoch milliseconds at which it was made, which its id tells. */
  readonly madeAt: number;
  readonly channel: Channel | undefined;
  /** The message whose button was pressed; absent for other interactions, and if it has no such button. */
  readonly pressedOn: string | undefined;
  /** That the person's Discord speaks; English where we do not speak it. */
  readonly language: Language;
  /** That the server has set with Discord. */
  readonly guildLanguage: Language;
};

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
    return {
      kind: 'submission',
      ...onMessage(raw, interaction),
      texts: new Map(raw.data.components.flatMap(textIn)),
      values: new Map(raw.data.components.flatMap(valuesIn)),
      files: new Map(raw.data.components.flatMap((part) => filesIn(part, raw.data.resolved?.attachments))),
    };
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

function aboutInteraction(raw: APIInteraction): Interaction {
  return {
    id: raw.id,
    token: raw.token,
    applicationId: raw.application_id,
    userId: raw.member?.user.id ?? raw.user?.id ?? '',
    userName: raw.member?.user.username ?? raw.user?.username ?? '',
    guildId: isOfPersonAlone(raw) ? undefined : raw.guild_id,
    ...placeOf(raw),
    roles: raw.member?.roles ?? [],
    permissions: BigInt(raw.member?.permissions ?? '0'),
    botPermissions: raw.app_permissions === undefined ? undefined : BigInt(raw.app_permissions),
    madeAt: snowflakeTime(raw.id),
    channel: raw.channel && channelIn(raw.channel, raw.member?.permissions),
    pressedOn: raw.type === InteractionType.MessageComponent ? pressedOn(raw) : undefined,
    language: languageOf('locale' in raw ? raw.locale : undefined),
    guildLanguage: languageOf(raw.guild_locale),
  };
}

/** They have added the bot for themselves, and the server has not. */
function isOfPersonAlone({ authorizing_integration_owners: owners }: APIInteraction): boolean {
  return owners?.[UserInstall] !== undefined && owners[GuildInstall] === undefined;
}

/** So that no one can edit another of our messages with a made-up id. */
function pressedOn({ message, data }: APIMessageComponentInteraction): string | undefined {
  return JSON.stringify(message.components ?? []).includes(JSON.stringify(data.custom_id)) ? message.id : undefined;
}

export const THREADS: readonly unknown[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

function placeOf({ channel }: APIInteraction): Pick<Interaction, 'channelId' | 'parentId'> {
  const { id = '', type, parent_id: parent } = (channel ?? {}) as { id?: string; type?: number; parent_id?: string };
  return { channelId: id, parentId: THREADS.includes(type) ? parent : undefined };
}

/** A text field as our modals have them: within a label. */
function textIn(part: APIModalSubmissionComponent): [id: string, value: string][] {
  if (part.type !== ComponentType.Label || part.component.type !== ComponentType.TextInput) return [];
  return [[part.component.custom_id, part.component.value]];
}

/** A choice within a label. The names and roles that Discord sends next to its ids are not read. */
function valuesIn(part: APIModalSubmissionComponent): [id: string, values: readonly string[]][] {
  if (part.type !== ComponentType.Label) return [];
  const { component } = part;
  if (component.type === ComponentType.RadioGroup) return [[component.custom_id, [component.value ?? []].flat()]];
  return 'values' in component ? [[component.custom_id, component.values]] : [];
}

function filesIn(
  part: APIModalSubmissionComponent,
  attached: Readonly<Record<string, APIAttachment>> = {},
): [id: string, files: readonly APIAttachment[]][] {
  if (part.type !== ComponentType.Label || part.component.type !== ComponentType.FileUpload) return [];
  const { custom_id, values = [] } = part.component;
  return [[custom_id, values.flatMap((id) => attached[id] ?? [])]];
}

/** @param permissions as Discord worked them out for the person, in that channel */
function channelIn({ id, type }: { id: string; type?: number }, permissions: string | undefined): Channel {
  return { id, type: type ?? -1, permissions: BigInt(permissions ?? '0') };
}

/** Discord's ids hold the milliseconds since 2015 in their upper bits. Source: Discord's reference, "Snowflakes". */
function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> 22n) + 1_420_070_400_000;
}
