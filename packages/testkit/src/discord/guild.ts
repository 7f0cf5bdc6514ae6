/** A server as Discord describes it to a bot with the Guilds intent: a small one, with a dozen roles and twenty channels. */
import parts from './guild.json' with { type: 'json' };
import { snowflake } from './refusal.ts';

const ROLES = 12;
const CHANNELS = 20;
const EMOJIS = 10;

/** What GUILD_CREATE holds. @param botId the one member that a bot without privileged intents hears of: itself */
export function newGuild(id: string, botId: string): Record<string, unknown> {
  const roles = Array.from({ length: ROLES }, (_, index) => roleOf(id, index));
  return {
    ...parts.guild,
    id,
    name: `Server ${id}`,
    owner_id: snowflake(),
    roles: roles.map((role, position) => {
      const name = position === 0 ? '@everyone' : `Role number ${position}`;
      return { ...parts.role, id: role, name, position };
    }),
    channels: Array.from({ length: CHANNELS }, (_, position) => ({
      ...parts.channel,
      id: snowflake(),
      type: position % 5 === 4 ? 2 : 0,
      name: `channel-number-${position}`,
      position,
      last_message_id: snowflake(),
      permission_overwrites: [{ id, type: 0, allow: '0', deny: '2048' }],
    })),
    emojis: Array.from({ length: EMOJIS }, (_, index) => ({ ...parts.emoji, id: snowflake(), name: `emoji_${index}` })),
    members: [{ ...parts.member, user: { ...parts.user, id: botId }, roles: roles.slice(1, 2) }],
  };
}

/** Ids of a server's roles follow its own, which is also that of the first, @everyone. */
function roleOf(guildId: string, index: number): string {
  return String(BigInt(guildId) + BigInt(index));
}
