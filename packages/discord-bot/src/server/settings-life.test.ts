/** What a manager sets for a server: each panel, form, mistake and line of the log, whole. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { useServer } from '@countersign/testkit/discord/settings-scene';
import { useTranscript } from '@countersign/testkit/discord/transcript';
import { expect, test } from 'vitest';

const { say, press, choose, fill, posted, note, people, text } = useTranscript(() => scene.discord);
const { scene, restart } = useServer();

const [ROLE, OTHER] = ['223344556677889900', '998877665544332211'] as const;
const [, , PLATFORM = '', ARBITER = ''] = SANDBOX_ACCOUNTS.map(({ address }) => address);
const USDC = NETWORKS.sandbox.tokens[0].address;

test('sets roles, channels, language, places, defaults, limits and records, and refuses what cannot be', async () => {
  const { discord, boss, ada } = scene;
  people({ boss, ada });
  const panel = await say(boss, 'settings');
  await say(ada, 'settings');
  await press(ada, await say(ada, 'help'), 'v1:settings-limits:server');
  const chosen: readonly (readonly [select: string, values: readonly string[]])[] = [
    ...(['prepare', 'fund', 'steps'] as const).map((act) => [`roles:${act}`, [ROLE, OTHER]] as const),
    ['roles:prepare', [discord.guildId]],
    ...['1'.repeat(16), '1'.repeat(17), '1'.repeat(20), '1'.repeat(21), `${ROLE}"`].map(
      (id) => ['channels:server', [id]] as const,
    ),
    ...['roles:prepare', 'roles:fund', 'roles:steps', 'channels:server'].map((each) => [each, []] as const),
    ...['es', 'en', 'discord', 'es'].map((each) => ['language:server', [each]] as const),
    ...['private', 'channel', 'ask'].map((each) => ['place:server', [each]] as const),
    ...['14', '1', '2'].map((each) => ['reminder:server', [each]] as const),
  ];
  for (const [select, values] of chosen) await choose(boss, panel, `v1:settings-${select}`, values);
  for (const id of ['roles:everything', 'language:server', 'place:server', 'reminder:server'])
    await press(boss, panel, `v1:settings-${id}`);

  const defaults = { platformAddress: PLATFORM, platformFee: '5', token: USDC, disputeResolver: ARBITER };
  for (const change of [
    {},
    { platformAddress: 'platform' },
    { disputeResolver: `${ARBITER}A` },
    { platformFee: '120', token: 'DOGE' },
    { platformAddress: USDC, platformFee: '', token: 'usdc', disputeResolver: '' },
  ])
    await fill(boss, panel, 'Change defaults', { ...defaults, ...change });
  await fill(boss, panel, 'Change defaults', { platformAddress: '', token: '', disputeResolver: ARBITER });
  for (const limits of [
    { maxAmount: '30', maxPerDay: '' },
    { maxAmount: '', maxPerDay: '40.5', dayOf: 'person' },
    { maxAmount: '1'.repeat(40), maxPerDay: '7', dayOf: 'tenant' },
    { maxAmount: '1'.repeat(41), maxPerDay: '-1' },
    { maxAmount: '1,500', maxPerDay: 'much' },
    { maxAmount: '0', maxPerDay: '' },
    { maxAmount: '', maxPerDay: '' },
  ])
    await fill(boss, panel, 'Change limits', limits);
  for (const days of ['0', '1', '3650', '3651', '1.5', '00002', '2', ''])
    await fill(boss, panel, 'Change retention', { days });
  await expect(text()).toMatchFileSnapshot('recorded/settings.txt');
});

test('logs what members do in the server’s language, without a mention, until the bot can no longer write', async () => {
  const { discord, boss, ada } = scene;
  people({ boss, ada });
  const { channel } = discord;
  const panel = await say(boss, 'settings');
  await choose(boss, panel, 'v1:settings-language:server', ['es']);
  let lines = 0;
  const logged = async () => {
    await until(() => channel.messages.length > lines);
    lines = channel.messages.length;
    posted();
  };
  await press(boss, panel, 'Log in this channel');
  await logged();
  const card = await say(ada, 'deploy', { file: requestFile() });
  await logged();
  await press(ada, card, 'Details');
  await logged();
  // Only reads, or is about several.
  await say(ada, 'list');
  await say(ada, 'deploy', { file: requestFile({ engagementId: 'E-2', title: '*Logo*' }) });
  await logged();
  await say(ada, 'list', { status: 'open' });
  await press(ada, await press(ada, card, 'Discard'), 'v1:discard-yes:'.concat(idIn(card)));
  await logged();
  await choose(boss, panel, 'v1:settings-reminder:server', ['5']);
  await logged();
  await press(boss, panel, 'End the log');
  await logged();
  await say(ada, 'deploy', { file: requestFile({ engagementId: 'E-3' }) });

  const elsewhere = [{ membersLack: ['SEND_MESSAGES'] }, { lacks: ['SEND_MESSAGES'] }, { type: 2 }] as const;
  for (const about of elsewhere) {
    const there = { ...boss, channel: discord.openChannel(about) };
    const shown = await say(there, 'settings');
    await press(there, shown, 'v1:settings-log:here');
  }
  const again = await say(boss, 'settings');
  discord.failures.push({ path: /^POST .*messages$/, status: 400, body: { code: 200_000, message: 'Refused' } });
  await press(boss, again, 'v1:settings-log:here');
  await press(boss, again, 'Log in this channel');
  await logged();
  channel.permissions.delete('SEND_MESSAGES');
  await say(ada, 'deploy', { file: requestFile({ engagementId: 'E-4' }) });
  const ended = await until(() =>
    scene.bot.lines.find(({ message }) => message.startsWith('the log of a server ended')),
  );
  const { level, message, guild, channel: where } = ended;
  note('the log of the bot', [JSON.stringify({ level, message, guild, channel: where })]);
  await restart();
  await say(boss, 'settings');
  expect(channel.messages).toHaveLength(lines);
  await expect(text()).toMatchFileSnapshot('recorded/log.txt');
});

const idIn = ({ components }: { components: unknown }) =>
  /v1:details:([0-9a-f]{32})/.exec(JSON.stringify(components))?.[1] as string;
