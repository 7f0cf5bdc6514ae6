/**
 * A plain discord.js bot as guides describe it, as a process. It defers each command and, if DISCORD_ALLOWED_ROLES names
 * roles, looks up the person's roles in the library's caches and replies with them.
 */
import { Client, ComponentType, Events, GatewayIntentBits, MessageFlags } from 'discord.js';

const { DISCORD_TOKEN = '', DISCORD_API_URL = '', DISCORD_ALLOWED_ROLES } = process.env;
const allowed = DISCORD_ALLOWED_ROLES?.split(',');

const client = new Client({
  intents: allowed === undefined ? [] : [GatewayIntentBits.Guilds],
  shards: 'auto',
  rest: { api: DISCORD_API_URL },
});
client.on(Events.InteractionCreate, async (interaction) => {
  if (!interaction.isChatInputCommand()) return;
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  if (allowed === undefined) return;
  const may = interaction.inCachedGuild() && allowed.some((role) => interaction.member.roles.cache.has(role));
  await interaction.editReply({
    flags: MessageFlags.IsComponentsV2,
    allowedMentions: { parse: [] },
    components: [{ type: ComponentType.TextDisplay, content: may ? 'You may.' : 'You do not have a role.' }],
  });
});
client.once(Events.ClientReady, () => process.stderr.write('"ready"\n'));
await client.login(DISCORD_TOKEN);
