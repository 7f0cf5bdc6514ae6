/** Whose turn it is to hear Discord, by the database that several machines share. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { type Discord, startDiscord, until } from '@countersign/testkit/discord/discord';
import { postgresPrograms, startCluster } from '@countersign/testkit/postgres/cluster';
import { hasPostgres, newDatabase, runSql } from '@countersign/testkit/postgres/databases';
import { describe, expect, onTestFinished, test } from 'vitest';

const startOn = async (discord: Discord, url: string) =>
  await startTestBot(discord, { ...(await startWorld()), DATABASE_URL: url });

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  test('who was succeeded hears nothing more, and takes over again when its time comes', async () => {
    const discord = await startDiscord();
    const url = await newDatabase();
    const bot = await startOn(discord, url);
    expect([bot.isReady(), bot.standsBy(), discord.gateway.connected()]).toEqual([true, false, 1]);
    await runSql(url, "UPDATE countersign.listening SET holder = 'another', until = until + 3600000");
    await until(() => discord.gateway.connected() === 0);
    await until(() => bot.standsBy());
    expect(bot.isReady()).toBe(false);
    await runSql(url, 'UPDATE countersign.listening SET until = 0');
    await until(() => bot.isReady());
    expect([bot.standsBy(), discord.gateway.connected()]).toEqual([false, 1]);
  });

  test('where the database is away, it hears nothing after a while, and Discord again once it is back', async () => {
    const discord = await startDiscord();
    const cluster = await startCluster(postgresPrograms() as string);
    onTestFinished(() => cluster.remove());
    const bot = await startOn(discord, cluster.url);
    cluster.crash();
    expect(discord.gateway.connected()).toBe(1);
    await until(() => discord.gateway.connected() === 0);
    expect(bot.isReady()).toBe(false);
    cluster.start();
    await until(() => bot.isReady());
    expect(discord.gateway.connected()).toBe(1);
    await bot.close();
  });
});
