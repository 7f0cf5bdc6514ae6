/** Bots on several machines that succeed each other: anyone who is killed or ends has a successor, and no command is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { answered, textOf, until } from '@countersign/testkit/discord/discord';
import { deploy, discard, hears, kill, machines, settle } from '@countersign/testkit/discord/machines';
import { hasPostgres } from '@countersign/testkit/postgres/databases';
import { describe, expect, test } from 'vitest';

const CLIENT = String(SANDBOX_ACCOUNTS[0]?.address);

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  test('one hears Discord; kill -9 of it: the other one answers, with what people saved, and changes its cards', async () => {
    const all = await machines();
    const { discord, person } = all;
    const first = await all.start();
    const second = await all.start();
    expect([hears(first), hears(second)]).toEqual([true, false]);
    expect(discord.gateway.connected()).toBe(1);
    const card = await deploy(all);
    await answered(discord.command(person, 'wallet', { address: CLIENT }));
    const { versions } = card;

    await kill(first);
    await settle(all, card);
    await until(() => textOf(card).includes('Settled'));
    await until(() => hears(second));
    expect(discord.gateway.connected()).toBe(1);
    expect(textOf(await answered(discord.command(person, 'wallet')))).toContain(CLIENT);
    // It shows another change after it, and so has seen all earlier ones.
    const last = await deploy(all, { title: 'Last', engagementId: 'LAST' });
    await discard(all, 'Last');
    await until(() => textOf(last).includes('Discarded'));
    expect(card.versions).toBe(versions + 1);
  });

  test('every command is answered while one process takes over from another', async () => {
    const all = await machines();
    const { discord, person } = all;
    const first = await all.start();
    const second = await all.start();
    first.child.kill('SIGTERM');
    const asked = [];
    let hasEnded = false;
    while (!hasEnded) {
      asked.push(discord.command(person, 'wallet'));
      hasEnded = await Promise.race([first.ended.then(() => true), sleep(250, false)]);
    }
    expect(hears(second)).toBe(true);
    asked.push(discord.command(person, 'wallet'));
    for (const each of asked) expect(textOf(await answered(each))).not.toBe('');
  });

  test('each range of shards has its own process, with others standing by', async () => {
    const all = await machines();
    const { discord, person } = all;
    const [low, high, standBy] = [
      await all.start({ DISCORD_SHARDS: '0-3/8' }),
      await all.start({ DISCORD_SHARDS: '4-7/8' }),
      await all.start({ DISCORD_SHARDS: '4-7/8' }),
    ];
    expect([low, high, standBy].map(hears)).toEqual([true, true, false]);
    expect(discord.gateway.connected()).toBe(8);
    expect(textOf(await answered(discord.command(person, 'help')))).not.toBe('');
    const health = /"health":"([^"]+)"/.exec(standBy.stderr())?.[1] as string;
    const response = await fetch(health);
    expect([response.status, await response.json()]).toEqual([200, { status: 'standing by' }]);
    await kill(high);
    await until(() => hears(standBy));
    expect(discord.gateway.connected()).toBe(8);
  });
});
