import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { expect, test } from 'vitest';
import { BUTTONS } from '../buttons/index.ts';

const ROLE = '223344556677889900';

test('only the named roles deploy and submit; who lost the role presses no button; reading is open', async () => {
  const discord = await startDiscord();
  await startTestBot(discord, { ...(await startWorld()), DISCORD_ALLOWED_ROLES: `112233445566778899, ${ROLE}` });
  const allowed = discord.person({ roles: [ROLE] });
  const other = discord.person({ roles: ['998877665544332211'] });
  const card = await answered(discord.command(allowed, 'deploy', { file: requestFile() }));
  expect(textOf(card)).toContain('Ready to sign');
  for (const [name, options] of [
    ['deploy', { file: requestFile() }],
    ['submit', { xdr: 'AAAA' }],
  ] as const) {
    expect(textOf(await answered(discord.command(other, name, options)))).toContain('do not have a role');
  }
  expect(textOf(await answered(discord.command(other, 'list', { status: 'open' })))).toContain(
    'You have prepared none',
  );
  expect(textOf(await answered(discord.command(other, 'help')))).toContain('Escrow on Stellar');
  const click = discord.click({ ...allowed, roles: [] }, card, 'Discard');
  const answer = await until(() => click.messages.find((message) => message !== card));
  expect(textOf(answer)).toContain('do not have a role');
});

test('lets everyone press only what prepares no step of an escrow', () => {
  const pressed = [...BUTTONS].filter(([, { access }]) => access === 'everyone').map(([name]) => name);
  expect(pressed.join(' ')).toBe(
    'forget forget-yes look show open page look-mine meant-list wallet wallet-remove prove wallet-look wallet-save wallet-limits wallet-token',
  );
});

test('one server is served where one is named', async () => {
  const discord = await startDiscord();
  await startTestBot(discord, { ...(await startWorld()), DISCORD_GUILD_ID: discord.guildId });
  const elsewhere = discord.person({ guildId: '112233445566778899' });
  expect(textOf(await answered(discord.command(elsewhere, 'help')))).toContain('another server');
  expect(textOf(await answered(discord.command(discord.person(), 'help')))).toContain('Escrow on Stellar');
});

test('in more servers than Discord tells one connection of, each is heard and roles decide', async () => {
  const discord = await startDiscord({ servers: 3_000 });
  await startTestBot(discord, { ...(await startWorld()), DISCORD_ALLOWED_ROLES: ROLE });
  expect(discord.gateway.connected()).toBe(3);
  for (const guildId of discord.guilds.slice(-6)) {
    const allowed = discord.command(discord.person({ guildId, roles: [ROLE] }), 'submit');
    const other = discord.command(discord.person({ guildId }), 'submit');
    expect(textOf(await answered(allowed))).toContain('is missing');
    expect(textOf(await answered(other))).toContain('do not have a role');
  }
});

test('the bot asks for no intent', async () => {
  const discord = await startDiscord();
  await startTestBot(discord, await startWorld());
  expect(discord.gateway.identities).toEqual([{ intents: 0 }]);
});
