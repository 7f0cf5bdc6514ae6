/** The data that Discord sends with every interaction; with a button's or a modal's also its message. */
import { channelData, memberBits, permissionBits } from './channels.ts';
import type { Channel, Interaction, Message } from './messages.ts';
import { snowflake } from './refusal.ts';

export type Person = {
  readonly userId: string;
  readonly roles?: readonly string[];
  readonly guildId?: string | null;
  /** They have added the bot for themselves, and the server has not. */
  readonly isAlone?: boolean;
  readonly manages?: boolean;
  readonly name?: string;
  /** Where they are; else in the server's first channel. */
  readonly channel?: Channel;
  readonly locale?: string;
  readonly guildLocale?: string;
};

/** Source: Discord's reference, "Permissions". */
const MANAGE_GUILD = 1n << 5n;

type GuildPlace = { readonly applicationId: string; readonly guildId: string };

export function common(
  { applicationId, guildId }: GuildPlace,
  person: Person,
  { id, token }: Interaction,
  channel: Channel,
) {
  const user = userData(person);
  const where = person.guildId === null ? {} : { guild_id: person.guildId ?? guildId };
  return {
    id,
    token,
    application_id: applicationId,
    version: 1,
    locale: person.locale ?? 'en-GB',
    ...(person.guildId === null ? {} : { guild_locale: person.guildLocale ?? 'en-US' }),
    app_permissions: permissionBits(channel),
    entitlements: [],
    authorizing_integration_owners: person.isAlone ? { 1: person.userId } : {},
    attachment_size_limit: 10_485_760,
    context: person.guildId === null ? 1 : 0,
    channel: channelData(channel),
    channel_id: channel.id,
    ...where,
    ...('guild_id' in where
      ? {
          member: {
            user,
            roles: person.roles ?? [],
            permissions: String(BigInt(memberBits(channel)) | (person.manages ? MANAGE_GUILD : 0n)),
            joined_at: '2024-01-01T00:00:00.000Z',
            deaf: false,
            mute: false,
            flags: 0,
          },
        }
      : { user }),
  };
}

export function userData({ userId, name = 'someone' }: Person) {
  return { id: userId, username: name, discriminator: '0', global_name: name, avatar: null };
}

const EPHEMERAL = 1 << 6;

export function messageData({ applicationId }: GuildPlace, message: Message) {
  return {
    id: message.id,
    type: message.channel === undefined ? 20 : 0,
    channel_id: message.channel?.id ?? snowflake(),
    author: { id: applicationId, username: 'countersign', discriminator: '0', avatar: null, bot: true },
    content: '',
    components: message.components ?? [],
    attachments: [],
    embeds: [],
    mentions: [],
    mention_roles: [],
    flags: message.flags | (message.ephemeral ? EPHEMERAL : 0),
    timestamp: new Date().toISOString(),
    edited_timestamp: null,
    tts: false,
    pinned: false,
    mention_everyone: false,
    // A message that the bot posts by its own token answers no interaction.
    ...(message.channel === undefined
      ? {
          interaction_metadata: {
            id: snowflake(),
            type: 2,
            user: { id: message.userId },
            authorizing_integration_owners: {},
          },
        }
      : {}),
  };
}
