/** What Discord sent, parsed once: who, where, with which roles, and what they ask for. */
import {
  type APIAttachment,
  type APIInteraction,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ComponentType,
  InteractionType,
} from 'discord.js';

/** One person's interaction. Its token lets us answer for 15 minutes. */
export type Interaction = {
  readonly id: string;
  readonly token: string;
  readonly applicationId: string;
  readonly userId: string;
  /** Absent in a direct message. */
  readonly guildId: string | undefined;
  /** Ids of the person's roles in that server, as Discord sent them along: no cache and no intent is needed. */
  readonly roles: readonly string[];
  /** Epoch milliseconds at which it was made, which its id tells. */
  readonly madeAt: number;
};

export type Command = {
  readonly kind: 'command';
  readonly interaction: Interaction;
  /** `deploy` of `/escrow deploy`. */
  readonly name: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, APIAttachment>;
};

export type Click = {
  readonly kind: 'click';
  readonly interaction: Interaction;
  readonly customId: string;
  readonly messageId: string;
  /** Whose command or click the message with the button answered; absent where Discord does not say. */
  readonly messageOf: string | undefined;
};

/** Returns nothing for what this bot has not registered: other commands, menus, autocompletion, pings. */
export function readInteraction(raw: APIInteraction): Command | Click | undefined {
  const interaction: Interaction = {
    id: raw.id,
    token: raw.token,
    applicationId: raw.application_id,
    userId: raw.member?.user.id ?? raw.user?.id ?? '',
    guildId: raw.guild_id,
    roles: raw.member?.roles ?? [],
    madeAt: snowflakeTime(raw.id),
  };
  if (raw.type === InteractionType.MessageComponent) {
    if (raw.data.component_type !== ComponentType.Button) return undefined;
    return {
      kind: 'click',
      interaction,
      customId: raw.data.custom_id,
      messageId: raw.message.id,
      messageOf: raw.message.interaction_metadata?.user.id,
    };
  }
  if (raw.type !== InteractionType.ApplicationCommand || raw.data.type !== ApplicationCommandType.ChatInput) {
    return undefined;
  }
  const [subcommand] = raw.data.options ?? [];
  if (raw.data.name !== 'escrow' || subcommand?.type !== ApplicationCommandOptionType.Subcommand) return undefined;
  const texts = new Map<string, string>();
  const files = new Map<string, APIAttachment>();
  for (const option of subcommand.options ?? []) {
    if (option.type === ApplicationCommandOptionType.String) texts.set(option.name, option.value);
    if (option.type === ApplicationCommandOptionType.Attachment) {
      const file = raw.data.resolved?.attachments?.[option.value];
      if (file !== undefined) files.set(option.name, file);
    }
  }
  return { kind: 'command', interaction, name: subcommand.name, texts, files };
}

/** Discord's ids hold the milliseconds since 2015 in their upper bits. Source: Discord's reference, "Snowflakes". */
function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> 22n) + 1_420_070_400_000;
}
