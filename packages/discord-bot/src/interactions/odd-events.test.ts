/** Events of shapes that Discord does not document, and its documented refusals of what the bot sends. */
import { createMetrics } from '@countersign/core/metrics';
import { openTestDesk, startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { plain, SPANISH, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { parseDiscordSettings } from '../settings.ts';
import { startBot } from '../start-bot.ts';

let discord: Discord;
let ada: Person;
const { say, press } = talkIn(() => discord);

beforeEach(async () => {
  discord = await startDiscord();
  ada = discord.person();
});

const HARMLESS: Readonly<Record<string, object>> = {
  'no context and no owners of the authorization': { context: undefined, authorizing_integration_owners: undefined },
  'no entitlements': { entitlements: undefined },
  'an unknown type': { type: 99 },
  'a click without a message': { type: 3, data: { component_type: 2, custom_id: 'v1:pending:' } },
};
const UNREADABLE: Readonly<Record<string, object>> = {
  'locale null': { locale: null },
  'guild_locale null': { guild_locale: null },
  'a guild_locale that is a number': { guild_locale: 7 },
  'app_permissions "x"': { app_permissions: 'x' },
  'an id that is not a snowflake': { id: 'x' },
  'permissions that are not a number': { member: { user: { id: '1' }, permissions: 'all' } },
  'no data': { data: null },
  'a click without custom_id': { type: 3, data: { component_type: 2 }, message: { id: '1', flags: 64 } },
  'a modal without components': { type: 5, data: { custom_id: 'v1:draft:' } },
  'a command whose options are not a list': { data: { name: 'escrow', type: 1, options: {} } },
  'typing without options': { type: 4, data: { name: 'escrow', type: 1 } },
};

test('goes on and logs an interaction of an unexpected shape when the gateway sends one', async () => {
  const bot = await startTestBot(discord, await startWorld());
  const usual = discord.command(ada, 'help');
  await answered(usual);
  for (const odd of [...Object.values(HARMLESS), ...Object.values(UNREADABLE)])
    discord.gateway.dispatch('INTERACTION_CREATE', { ...usual.sent, ...odd } as never);
  for (const type of ['GUILD_CREATE', 'MESSAGE_CREATE', 'ENTITLEMENT_CREATE', 'NEVER_HEARD_OF'])
    discord.gateway.dispatch(type, {} as never);
  expect(plain(await say(ada, 'help'))).toContain('/escrow');
  expect(bot.isReady()).toBe(true);
  const lost = bot.lines.filter(({ message }) => message === 'an interaction could not be read');
  expect(lost).toHaveLength(Object.keys(UNREADABLE).length);
});

test('leaves the gateway when the start fails after connecting', async () => {
  const { desk, settings, scanner, log, close } = await openTestDesk({ ...discord.env, ...(await startWorld()) });
  onTestFinished(close);
  const metrics = createMetrics();
  // A second metric of that name is refused.
  metrics.watchCards(() => 0);
  const { dataDir, feeStop } = settings;
  const start = startBot({ desk, discord: parseDiscordSettings(discord.env), feeStop, dataDir, scanner, log, metrics });
  await expect(start).rejects.toThrow('already been registered');
  await until(() => discord.gateway.connected() === 0);
  expect(discord.gateway.counts.identified).toBe(1);
});

const REFUSALS = [
  [400, 200_000, 'AutoMod'],
  [400, 240_000, 'harmful'],
  [400, 160_005, 'is locked'],
  [400, 50_083, 'is archived'],
  [403, 50_001, '“View Channel”'],
  [404, 10_003, 'does not exist any more'],
  [400, 40_005, 'larger than Discord allows'],
] as const;

test('explains a documented refusal, and where the prepared transaction is, in a channel and for an answer', async () => {
  await startTestBot(discord, await startWorld());
  const card = await say(ada, 'deploy', { file: requestFile() });
  const question = await press(ada, card, 'Ask for the signature');
  for (const [status, code, reason] of REFUSALS)
    for (const path of [/^POST \/channels\/\d+\/messages$/, /^PATCH \/webhooks\//]) {
      discord.failures.push({ path, status, body: { code, message: 'Refused' } });
      const shown = plain(
        path.source.includes('POST')
          ? await press(ada, question, 'In this channel')
          : await say(ada, 'list', { status: 'open' }),
      );
      expect(shown).toContain(reason);
      expect(shown).toContain('/escrow list shows what you have prepared.');
    }
  discord.failures.push({ path: /^PATCH \/webhooks\//, status: 400, body: { code: 200_000, message: 'Refused' } });
  const spanish = plain(await say({ ...ada, ...SPANISH }, 'list', { status: 'open' }));
  expect(spanish).toContain('AutoMod de este servidor bloqueó el mensaje.');
  expect(spanish).toContain('/escrow lista muestra lo que usted preparó.');
});
