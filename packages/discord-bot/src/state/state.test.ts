/** The bot's own file: what an earlier version kept about owners goes to the desk, once. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openTestDesk, startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf } from '@countersign/testkit/discord/discord';
import { REQUEST } from '@countersign/testkit/discord/request';
import { expect, test } from 'vitest';
import { openState } from './state.ts';

const ELSEWHERE = '112233445566778899';

/** The file as version 1 wrote it. */
async function makeVersion1(
  folder: string,
  rows: readonly (readonly [handle: string, user: string, guild: string])[],
): Promise<void> {
  await openState(folder, 'sandbox').close();
  const database = new DatabaseSync(path.join(folder, 'discord.sqlite'));
  database.exec('ALTER TABLE prepared_before RENAME TO prepared');
  database.exec('CREATE INDEX prepared_by_person ON prepared (user, guild)');
  database.exec('DROP TABLE draft');
  for (const column of ['message', 'called', 'shown']) database.exec(`ALTER TABLE watched DROP COLUMN ${column}`);
  database.exec('ALTER TABLE card DROP COLUMN language; PRAGMA user_version = 1');
  const insert = database.prepare('INSERT INTO prepared VALUES (?, ?, ?, ?, ?)');
  for (const [at, [requestId, user, guild]] of rows.entries()) insert.run(requestId, user, guild, 'sandbox', at);
  database.close();
}

function rowsBefore(folder: string): number {
  const database = new DatabaseSync(path.join(folder, 'discord.sqlite'), { readOnly: true });
  const { count } = database.prepare('SELECT count(*) AS count FROM prepared_before').get() as { count: number };
  database.close();
  return count;
}

test('gives people what they alone prepared before the desk knew its owners, and no one else, after the update', async () => {
  const discord = await startDiscord();
  const world = await startWorld();
  const folder = world['COUNTERSIGN_DATA_DIR'] as string;
  const [ada, bob] = [discord.person(), discord.person()];
  const { desk, close } = await openTestDesk(world);
  const prepare = async (engagementId: string) => (await desk.prepare('deploy', { ...REQUEST, engagementId })).id;
  const [adas, bobs, ofTwo, ofTwoServers, local] = [
    await prepare('ADAS'),
    await prepare('BOBS'),
    await prepare('TWO'),
    await prepare('ELSEWHERE'),
    await prepare('LOCAL'),
  ];
  await close();
  await makeVersion1(folder, [
    [adas, ada.userId, discord.guildId],
    [bobs, bob.userId, ELSEWHERE],
    ['0'.repeat(32), bob.userId, discord.guildId],
    ...[ada, bob].map(({ userId }) => [ofTwo, userId, discord.guildId] as const),
    ...[discord.guildId, ELSEWHERE].map((guild) => [ofTwoServers, ada.userId, guild] as const),
  ]);

  const bot = await startTestBot(discord, world);
  const idsOf = async (userId: string, tenant: string) => await bot.desk.for({ tenant, id: userId }).handles();
  expect(await idsOf(ada.userId, discord.guildId)).toEqual([adas]);
  expect(await idsOf(ada.userId, ELSEWHERE)).toEqual([]);
  expect(await idsOf(bob.userId, discord.guildId)).toEqual([]);
  expect(await idsOf(bob.userId, ELSEWHERE)).toEqual([bobs]);
  expect(await bot.desk.handles()).toContain(local);
  expect(textOf(await answered(discord.command(ada, 'list', { status: 'open' })))).toContain(adas);
  expect(rowsBefore(folder)).toBe(0);
});
