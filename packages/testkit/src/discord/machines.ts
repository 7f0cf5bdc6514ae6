/** Bots on several machines: they have a database in common, and nothing else. */
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { newDatabase } from '../postgres/databases.ts';
import { type Started, startProcess } from '../processes/start-process.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { openTestDesk, startWorld } from './bot.ts';
import { answered, startDiscord, until } from './discord.ts';
import type { Message } from './messages.ts';
import { requestFile, signCard } from './request.ts';

const CLI = fileURLToPath(new URL('../../../discord-bot/src/cli.ts', import.meta.url));

export type Machines = Awaited<ReturnType<typeof machines>>;

export async function machines() {
  const discord = await startDiscord();
  const world = { ...(await startWorld()), DATABASE_URL: await newDatabase() };
  return {
    discord,
    world,
    person: discord.person(),
    start: async (env: Record<string, string> = {}) => {
      const bot = startProcess([CLI], {
        env: { ...discord.env, ...world, COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env },
      });
      await until(() => bot.stderr().includes('"ready"'));
      return bot;
    },
  };
}

export const linesOf = (bot: Started, text: string) =>
  bot
    .stderr()
    .split('\n')
    .filter((line) => line.includes(text)).length;

/** As the page does, on a third machine. */
export async function settle({ world }: Machines, card: Message): Promise<void> {
  const { desk, close } = await openTestDesk({ ...world, COUNTERSIGN_DATA_DIR: temporaryFolder() });
  onTestFinished(close);
  await desk.submit({ signedXdr: signCard(card).file.trim() });
}

export async function discard({ discord, person, world }: Machines, title: string): Promise<void> {
  const { desk, close } = await openTestDesk({ ...world, COUNTERSIGN_DATA_DIR: temporaryFolder() });
  onTestFinished(close);
  const own = desk.for({ tenant: discord.guildId, id: person.userId });
  const [found] = await own.titles(title, 1);
  await own.discard(found?.id as string);
}

export const deploy = ({ discord, person }: Machines, changes: Record<string, unknown> = {}) =>
  answered(discord.command(person, 'deploy', { file: requestFile(changes) }));

export async function kill(bot: Started): Promise<void> {
  bot.child.kill('SIGKILL');
  expect(await bot.ended).toBeNull();
}
