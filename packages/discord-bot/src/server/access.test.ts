import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf } from '@countersign/testkit/discord/discord';
import { PermissionFlagsBits } from 'discord.js';
import { expect, test } from 'vitest';
import { BUTTONS } from '../buttons/index.ts';
import type { Interaction } from '../discord/interaction.ts';
import type { ServerSettings } from '../state/server-rows.ts';
import type { Access } from '../task.ts';
import { wordsOf } from '../words/index.ts';
import { actProblem, channelProblem, limitsOf, refusalFor } from './access.ts';

const ROLE = '223344556677889900';
const GUILD = '100000000000000001';
const WORDS = wordsOf('en');
const { problems } = WORDS;

type Rules = {
  readonly who?: Partial<Interaction>;
  readonly operator?: Partial<Parameters<typeof refusalFor>[2]>;
  readonly server?: ServerSettings;
};
const refused = (access: Access, { who = {}, operator = {}, server = {} }: Rules) =>
  refusalFor(
    { guildId: GUILD, roles: [], permissions: 0n, channelId: '5', ...who } as Interaction,
    access,
    { guildId: undefined, allowedRoles: [], ...operator },
    server,
    WORDS,
  );

const MANAGES = { permissions: PermissionFlagsBits.ManageGuild };
const ELSEWHERE = { guildId: undefined };
const CASES: readonly (readonly [title: string, access: Access, rules: Rules])[] = [
  ['everyone in a direct message', 'everyone', { who: ELSEWHERE }],
  ['a step in a direct message', 'steps', { who: ELSEWHERE }],
  ['everyone in a direct message of a bot of one server', 'everyone', { who: ELSEWHERE, operator: { guildId: GUILD } }],
  ['everyone in the server of the bot', 'everyone', { operator: { guildId: GUILD } }],
  ['everyone in another server', 'everyone', { operator: { guildId: '2' } }],
  ['settings for a member', 'settings', {}],
  ['settings for a manager', 'settings', { who: MANAGES }],
  ['settings for an administrator', 'settings', { who: { permissions: PermissionFlagsBits.Administrator } }],
  ['settings for a member who may ban', 'settings', { who: { permissions: PermissionFlagsBits.BanMembers } }],
  ['settings for a manager in a closed channel', 'settings', { who: MANAGES, server: { channels: ['6'] } }],
  ['everyone in an open channel', 'everyone', { server: { channels: ['6', '5'] } }],
  ['a thread of an open channel', 'prepare', { who: { parentId: '6' }, server: { channels: ['6'] } }],
  ['everyone in a closed channel', 'everyone', { server: { channels: ['6', '7'] } }],
  ['a step in a closed channel', 'steps', { server: { channels: ['6'] } }],
  ['everyone without an allowed role', 'everyone', { operator: { allowedRoles: ['8'] } }],
  ['a step without an allowed role', 'steps', { operator: { allowedRoles: ['8'] } }],
  ['a step with one of the allowed roles', 'steps', { who: { roles: ['9'] }, operator: { allowedRoles: ['8', '9'] } }],
  ['a step without the role of the act', 'steps', { server: { roles: { steps: ['8'] } } }],
  ['a step with the role of the act', 'steps', { who: { roles: ['9', '8'] }, server: { roles: { steps: ['8'] } } }],
  ['a step with the role of another act', 'steps', { server: { roles: { fund: ['8'], steps: [] } } }],
  ['a step of everybody', 'steps', { server: { roles: { steps: [GUILD] } } }],
  [
    'a command of no single act with one act left',
    'allowed-roles',
    { server: { roles: { fund: ['8'], steps: ['8'] } } },
  ],
  [
    'a command of no single act with none left',
    'allowed-roles',
    { server: { roles: { prepare: ['8'], fund: ['8'], steps: ['8'] } } },
  ],
];

test('decides who may do what, and where', async () => {
  const lines = CASES.map(([title, access, rules]) => `${title} (${access}): ${refused(access, rules) ?? 'allowed'}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/access.txt');
});

test('names the act and the channels in a refusal', () => {
  const roles = { prepare: ['8'], fund: ['8'], steps: ['8'] };
  for (const act of ['prepare', 'fund', 'steps'] as const)
    expect(actProblem({ guildId: GUILD, roles: [] }, act, { roles }, problems)).toBe(problems.actForbidden[act]);
  expect(channelProblem({ channelId: '5', parentId: undefined }, {}, problems)).toBeUndefined();
});

test('passes a server’s limits to the desk with whom to ask', () => {
  expect(limitsOf({}, WORDS)).toBeUndefined();
  const remedy = expect.stringMatching(/for each member of this server\. The member with the id 7 set it\./);
  expect(limitsOf({ limits: { maxAmount: '5', maxPerDay: '9', dayOf: 'person', setBy: '7' } }, WORDS)).toEqual({
    ...{ maxAmount: '5', maxPerDay: '9', dayOf: 'person', remedy },
  });
});

test('lets everyone press only what prepares no step of an escrow', () => {
  const pressed = [...BUTTONS].filter(([, { access }]) => access === 'everyone').map(([name]) => name);
  expect(pressed.join(' ')).toBe(
    'forget forget-yes look show open page look-mine meant-list wallet wallet-remove prove wallet-look wallet-save wallet-limits wallet-token',
  );
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
