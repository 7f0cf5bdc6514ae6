/** A server as Discord tells of it to a bot with the Guilds intent: a small one, with a dozen roles and twenty channels. */
import { snowflake } from './refusal.ts';

const ROLES = 12;
const CHANNELS = 20;
const EMOJIS = 10;

/** What GUILD_CREATE holds. @param botId the one member that a bot without privileged intents is told of: itself */
export function newGuild(id: string, botId: string): Record<string, unknown> {
  const roles = Array.from({ length: ROLES }, (_, index) => roleOf(id, index));
  return {
    id,
    name: `Server ${id}`,
    icon: 'a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5',
    splash: null,
    discovery_splash: null,
    banner: null,
    description: null,
    vanity_url_code: null,
    owner_id: snowflake(),
    region: 'rotterdam',
    afk_channel_id: null,
    afk_timeout: 300,
    verification_level: 1,
    default_message_notifications: 1,
    explicit_content_filter: 2,
    mfa_level: 0,
    nsfw_level: 0,
    premium_tier: 0,
    premium_subscription_count: 0,
    premium_progress_bar_enabled: false,
    application_id: null,
    system_channel_id: null,
    system_channel_flags: 0,
    rules_channel_id: null,
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    preferred_locale: 'en-US',
    max_members: 500_000,
    max_video_channel_users: 25,
    features: ['COMMUNITY', 'NEWS'],
    joined_at: '2024-01-01T00:00:00.000000+00:00',
    large: true,
    unavailable: false,
    member_count: 120,
    roles: roles.map(newRole),
    channels: Array.from({ length: CHANNELS }, (_, position) => newChannel(position, id)),
    emojis: Array.from({ length: EMOJIS }, newEmoji),
    members: [newMember(botId, roles.slice(1, 2))],
    stickers: [],
    soundboard_sounds: [],
    threads: [],
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
  };
}

/** Ids of a server's roles follow its own, which is also that of the first, @everyone. */
function roleOf(guildId: string, index: number): string {
  return String(BigInt(guildId) + BigInt(index));
}

function newRole(id: string, position: number) {
  return {
    id,
    name: position === 0 ? '@everyone' : `Role number ${position}`,
    description: null,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position,
    permissions: '2248473465835073',
    managed: false,
    mentionable: false,
    flags: 0,
  };
}

function newChannel(position: number, everyone: string) {
  return {
    id: snowflake(),
    type: position % 5 === 4 ? 2 : 0,
    name: `channel-number-${position}`,
    topic: 'What is talked about here',
    position,
    parent_id: null,
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: snowflake(),
    flags: 0,
    permission_overwrites: [{ id: everyone, type: 0, allow: '0', deny: '2048' }],
  };
}

function newEmoji(_: unknown, index: number) {
  return {
    id: snowflake(),
    name: `emoji_${index}`,
    roles: [],
    require_colons: true,
    managed: false,
    animated: false,
    available: true,
  };
}

function newMember(id: string, roles: readonly string[]) {
  const user = { id, username: 'countersign', discriminator: '0', global_name: null, avatar: null, bot: true };
  return {
    user,
    nick: null,
    avatar: null,
    roles,
    joined_at: '2024-01-01T00:00:00.000000+00:00',
    deaf: false,
    mute: false,
    flags: 0,
  };
}
