import { startDiscord } from '@countersign/testkit/discord/discord';
import { expect, test } from 'vitest';
import { COMMANDS } from '../commands/index.ts';
import { createRest } from '../discord/rest.ts';
import { parseDiscordSettings } from '../settings.ts';
import { DEFINITIONS } from './definitions.ts';
import { registerCommands } from './register.ts';

test.each(['globally', 'in one server'])(
  '%s: written once, then only compared, then written where it changed',
  async (where) => {
    const discord = await startDiscord();
    const settings = parseDiscordSettings({
      ...discord.env,
      ...(where === 'globally' ? {} : { DISCORD_GUILD_ID: discord.guildId }),
    });
    const rest = createRest(settings);
    const writes = () => discord.requests.filter((request) => request.startsWith('PUT')).length;
    expect(await registerCommands(rest, settings)).toEqual({ written: true, cleared: false });
    expect(await registerCommands(rest, settings)).toEqual({ written: false, cleared: false });
    expect(writes()).toBe(1);
    const [[path, stored] = ['', []]] = [...discord.commands];
    expect(path.includes('/guilds/')).toBe(where !== 'globally');
    (stored[0] as { description: string }).description = 'Something else';
    expect(await registerCommands(rest, settings)).toEqual({ written: true, cleared: false });
    expect(writes()).toBe(2);
  },
);

test('every registered command can be run, and no other', () => {
  const [escrow, ...menu] = DEFINITIONS;
  const names = escrow !== undefined && 'options' in escrow ? escrow.options?.map(({ name }) => name) : undefined;
  expect([...(names ?? []), ...menu.map(({ name }) => name)].toSorted()).toEqual([...COMMANDS.keys()].toSorted());
});

test('a token that Discord does not take, and a server without the bot, each say which setting', async () => {
  const discord = await startDiscord();
  const settings = parseDiscordSettings(discord.env);
  const wrong = { ...settings, token: `${'x'.repeat(24)}.abcdef.${'y'.repeat(30)}` };
  await expect(registerCommands(createRest(wrong), wrong)).rejects.toThrow('DISCORD_TOKEN');
  const elsewhere = { ...settings, guildId: '112233445566778899' };
  await expect(registerCommands(createRest(settings), elsewhere)).rejects.toThrow('DISCORD_GUILD_ID');
});

test('the other scope is cleared, so that no one sees the command twice', async () => {
  const discord = await startDiscord();
  const everywhere = parseDiscordSettings(discord.env);
  const inServer = parseDiscordSettings({ ...discord.env, DISCORD_GUILD_ID: discord.guildId });
  const rest = createRest(everywhere);
  const counts = () => [...discord.commands].map(([path, { length }]) => [path.includes('/guilds/'), length]);
  await registerCommands(rest, everywhere);
  expect(await registerCommands(rest, inServer)).toEqual({ written: true, cleared: true });
  expect(counts()).toEqual([
    [false, 0],
    [true, DEFINITIONS.length],
  ]);
  expect(await registerCommands(rest, inServer, true)).toEqual({ written: true, cleared: true });
  expect(counts()).toEqual([
    [false, DEFINITIONS.length],
    [true, 0],
  ]);
});
