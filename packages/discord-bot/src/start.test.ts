/** What the person who runs the bot learns: from the log, and at the start. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { expect, test } from 'vitest';
import { createRest } from './discord/rest.ts';
import { registerCommands } from './registration/register.ts';
import { parseDiscordSettings } from './settings.ts';

const NOT_REGISTERED = 'the commands of this version are not registered';

test('every line of an interaction says who, where and which escrow, and never a token', async () => {
  const discord = await startDiscord();
  const bot = await startTestBot(discord, await startWorld());
  const person = discord.person();
  const deploy = discord.command(person, 'deploy', { file: requestFile() });
  const card = await answered(deploy);
  const [requestId] = await bot.desk.for({ tenant: discord.guildId, id: person.userId }).handles();
  const click = discord.click(person, card, 'Discard');
  const stranger = discord.click(discord.person(), card, 'Discard');
  const wrong = discord.command(person, 'list', { escrow: `C${'A'.repeat(55)}` });
  const lines = await until(() => {
    const found = bot.lines.filter(({ message }) => message === 'interaction');
    return found.length === 4 && found;
  });
  const of = (id: string) => lines.find(({ interaction }) => interaction === id);
  const who = { user: person.userId, server: discord.guildId };
  expect(of(deploy.id)).toMatchObject({ ...who, handle: requestId, outcome: 'ok' });
  expect(of(click.id)).toMatchObject({ ...who, handle: requestId });
  expect(of(stranger.id)).toMatchObject({ server: discord.guildId, handle: requestId, outcome: 'refused' });
  expect(of(wrong.id)).toMatchObject({ ...who, contract: `C${'A'.repeat(55)}` });
  for (const { token } of [deploy, click, stranger, wrong]) expect(JSON.stringify(bot.lines)).not.toContain(token);
});

test('a card that cannot be brought up to date is logged with whose it is, and which escrow', async () => {
  const discord = await startDiscord();
  const bot = await startTestBot(discord, await startWorld());
  const person = discord.person();
  const card = await answered(discord.command(person, 'deploy', { file: requestFile() }));
  const [requestId = ''] = await bot.desk.for({ tenant: discord.guildId, id: person.userId }).handles();
  const contract = /`(C[A-Z2-7]{55})`/.exec(textOf(card))?.[1];
  discord.failures.push({ path: /^PATCH \/webhooks\//, status: 400 });
  await bot.desk.for({ tenant: discord.guildId, id: person.userId }).discard(requestId);
  const line = await until(() => bot.lines.find(({ message }) => message === 'a card could not be updated'));
  expect(line).toMatchObject({ user: person.userId, server: discord.guildId, handle: requestId, contract });
});

test('an application id of another application is refused at the start, and both are named', async () => {
  const discord = await startDiscord();
  const other = '112233445566778899';
  await expect(startTestBot(discord, { ...(await startWorld()), DISCORD_APPLICATION_ID: other })).rejects.toMatchObject(
    { code: 'SETTING_INVALID', message: expect.stringContaining(other) },
  );
});

test.each(['globally', 'in one server'])('commands that are not registered %s are told at the start', async (where) => {
  const discord = await startDiscord();
  const env = {
    ...(await startWorld()),
    ...(where === 'globally' ? {} : { DISCORD_GUILD_ID: discord.guildId }),
  };
  const before = await startTestBot(discord, env);
  expect(before.lines).toContainEqual(expect.objectContaining({ message: NOT_REGISTERED, level: 'warn' }));
  await before.close();
  const settings = parseDiscordSettings({ ...discord.env, ...env });
  await registerCommands(createRest(settings), settings);
  const after = await startTestBot(discord, env);
  expect(after.lines.filter(({ message }) => message === NOT_REGISTERED)).toEqual([]);
});

test('a connection that Discord refuses for good ends the start with a remedy', async () => {
  const discord = await startDiscord();
  discord.gateway.refuse(4_014);
  await expect(startTestBot(discord, await startWorld())).rejects.toMatchObject({
    code: 'DISCORD_UNREACHABLE',
    message: expect.stringContaining('4014'),
  });
});

test('a connection that Discord ends for good is logged with a remedy', async () => {
  const discord = await startDiscord();
  const bot = await startTestBot(discord, await startWorld());
  discord.gateway.closeForGood(4_012);
  await bot.ended;
  expect(bot.lines).toContainEqual(
    expect.objectContaining({ level: 'error', code: 4_012, remedy: expect.stringContaining('Update') }),
  );
});
