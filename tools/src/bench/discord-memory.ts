/** The memory of a bot in 10,000 servers, and whether it still knows who may do what in each. */
import { roleOf } from '@countersign/testkit/discord/guild';
import { answered, type Discord, textOf } from '@countersign/testkit/discord/local-discord';
import { BARE_CLIENT, ownBot, withBot } from './bot-process.ts';
import { atMost, type Figure } from './figure.ts';

const SERVERS = 10_000;
const AIM_MB = 190;
/** Roles are tried in so many of them. */
const TRIED = 10;

export async function memoryFigures(dataDir: string): Promise<Figure[]> {
  const own = await lookAt(ownBot(), { COUNTERSIGN_DATA_DIR: dataDir });
  const bare = await lookAt(BARE_CLIENT, {});
  const rival = 'for discord.js with its caches';
  return [
    {
      name: `memory in ${SERVERS.toLocaleString('en')} servers`,
      value: own.memory,
      unit: 'MB',
      against: { name: rival, value: bare.memory },
      aim: atMost(own.memory, AIM_MB, 'MB'),
    },
    {
      name: `wrong answers, of ${2 * TRIED} about somebody's role there`,
      value: own.wrong,
      unit: '',
      against: { name: rival, value: bare.wrong },
      aim: atMost(own.wrong, 0, ''),
    },
  ];
}

async function lookAt(args: readonly string[], settings: Record<string, string>) {
  const triedIn = ({ guilds }: Discord) => guilds.filter((_, index) => index % (SERVERS / TRIED) === 0);
  const env = (discord: Discord) => ({
    ...settings,
    DISCORD_ALLOWED_ROLES: triedIn(discord)
      .map((guildId) => roleOf(guildId, 1))
      .join(','),
  });
  return await withBot({ args, servers: SERVERS, env }, async (discord, bot) => {
    let wrong = 0;
    for (const guildId of triedIn(discord)) {
      for (const index of [1, 2]) {
        const person = discord.person({ guildId, roles: [roleOf(guildId, index)] });
        const answer = textOf(await answered(discord.command(person, 'pending')));
        if (answer.includes('do not have a role') !== (index === 2)) wrong += 1;
      }
    }
    return { memory: await bot.memory(), wrong };
  });
}
