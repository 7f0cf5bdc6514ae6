/** Bots on several machines that all hear Discord: where one is killed or ends the others go on, and no command is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { answered, type Discord, type Person, textOf, until } from '@countersign/testkit/discord/discord';
import { deploy, discard, kill, linesOf, machines, settle } from '@countersign/testkit/discord/machines';
import { hasPostgres } from '@countersign/testkit/postgres/databases';
import type { Started } from '@countersign/testkit/processes/start-process';
import { describe, expect, test } from 'vitest';

const CLIENT = String(SANDBOX_ACCOUNTS[0]?.address);

/** In their log: commands that were served, and what an operator should look at. */
const servedBy = (bots: readonly Started[]) =>
  bots.reduce((sum, bot) => sum + linesOf(bot, '"message":"interaction"'), 0);
const troubles = (bots: readonly Started[]) =>
  bots.flatMap((bot) => bot.stderr().split('\n')).filter((line) => /"level":"(?:warn|error)"/.test(line));

const asks = (discord: Discord, person: Person) => discord.command(person, 'wallet');

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  test('serves each command, keystroke and form once when several processes hear it, and logs no loss of it', async () => {
    const all = await machines();
    const { discord } = all;
    const bots = await Promise.all([all.start(), all.start(), all.start()]);
    expect(discord.gateway.connected()).toBe(3);
    const before = troubles(bots);
    // Each person may make four requests to the service at once, and is refused where one is counted more often.
    const people = [1, 2, 3, 4].map(() => discord.person());
    const commands = people.flatMap((person) => [asks(discord, person), asks(discord, person)]);
    const forms = people.map((person) => discord.command(person, 'deploy'));
    const typed = people.map((person) => discord.type(person, 'list', 'escrow', 'log'));
    for (const command of commands) expect(textOf(await answered(command))).not.toBe('');
    await until(() => forms.every(({ modal }) => modal) && typed.every(({ choices }) => choices));
    const cards = await Promise.all([1, 2, 3, 4].map((at) => deploy(all, { engagementId: `${at}` })));
    for (const card of cards) expect(textOf(card)).toContain('Ready to sign');
    const served = commands.length + forms.length + cards.length;
    await until(() => servedBy(bots) >= served);
    expect(servedBy(bots)).toBe(served);
    for (const { messages } of commands) expect(messages).toHaveLength(1);
    expect(troubles(bots)).toEqual(before);
  });

  test('after kill -9 of one process another answers the next command, with what people saved, and changes its cards', async () => {
    const all = await machines();
    const { discord, person } = all;
    const first = await all.start();
    const card = await deploy(all);
    await answered(discord.command(person, 'wallet', { address: CLIENT }));
    await all.start();
    const { versions } = card;

    await kill(first);
    expect(textOf(await answered(asks(discord, person)))).toContain(CLIENT);
    await settle(all, card);
    await until(() => textOf(card).includes('Settled'));
    // It shows another change after it, and so has seen all earlier ones.
    const last = await deploy(all, { title: 'Last', engagementId: 'LAST' });
    await discard(all, 'Last');
    await until(() => textOf(last).includes('Discarded'));
    expect(card.versions).toBe(versions + 1);
  });

  test('every command is answered once while one of two processes ends', async () => {
    const all = await machines();
    const { discord, person } = all;
    const [first, second] = [await all.start(), await all.start()];
    first.child.kill('SIGTERM');
    const commands = [];
    let hasEnded = false;
    while (!hasEnded) {
      commands.push(asks(discord, person));
      hasEnded = await Promise.race([first.ended.then(() => true), sleep(250, false)]);
    }
    commands.push(asks(discord, person));
    for (const each of commands) expect(textOf(await answered(each))).not.toBe('');
    for (const { messages } of commands) expect(messages).toHaveLength(1);
    await until(() => servedBy([first, second]) === commands.length);
  });

  test('several processes of one range of shards hear its servers, and go on when one is killed', async () => {
    const all = await machines();
    const { discord } = all;
    const [low, high] = [await all.start({ DISCORD_SHARDS: '0-3/8' }), await all.start({ DISCORD_SHARDS: '4-7/8' })];
    const others = [await all.start({ DISCORD_SHARDS: '0-3/8' }), await all.start({ DISCORD_SHARDS: '4-7/8' })];
    expect(discord.gateway.connected()).toBe(16);
    const help = async (served: number) => {
      expect(textOf(await answered(discord.command(discord.person(), 'help')))).not.toBe('');
      await until(() => servedBy([low, high, ...others]) === served);
    };
    await help(1);
    await Promise.all([kill(low), kill(high)]);
    await help(2);
  });
});
