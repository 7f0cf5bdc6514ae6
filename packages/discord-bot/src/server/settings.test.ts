/** What a server sets for its members: who may do what, where, in which language, and what is logged of it. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { buttonsOf, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { useServer } from '@countersign/testkit/discord/settings-scene';
import { plain } from '@countersign/testkit/discord/talk';
import { expect, onTestFinished, test, vi } from 'vitest';

const ROLE = '223344556677889900';
const OTHER_ROLE = '998877665544332211';
const CLIENT = SANDBOX_ACCOUNTS[0].address;
const NO_ACT = 'only members with certain roles may';
const NO_MANAGER = 'Only members with Manage Server';
const { scene, say, draft, pressOn, replyOf, openPanel, answerTo, choose, press, fill, restrict, restart, settled } =
  useServer();

test('only members with Manage Server open settings, press what is on them, or submit their forms', async () => {
  const panel = await openPanel();
  expect(plain(panel)).toContain('Settings of this server');
  expect(plain(panel)).toMatch(/Defaults\n.*\nNone is set\.\n### Limits\n.*\nNone is set\./);
  expect(await replyOf(scene.ada, 'settings')).toContain(NO_MANAGER);
  for (const id of ['roles:prepare', 'channels:server', 'defaults:server', 'limits:server']) {
    expect(await press(scene.ada, `v1:settings-${id}`)).toContain(NO_MANAGER);
  }
  const click = scene.discord.click(scene.boss, panel, 'Change limits');
  await until(() => click.modal);
  const submitted = scene.discord.submitModal({ ...scene.boss, manages: false }, click, { maxAmount: '1' });
  expect(await answerTo(submitted, panel, panel.versions)).toContain(NO_MANAGER);
  expect(plain(await openPanel())).toMatch(/### Limits\n.*\nNone is set\./);
  expect(await replyOf({ ...scene.boss, guildId: null }, 'settings')).toContain('works in a server');
});

test('members without the role cannot do the act, not even by id or after a restart', async () => {
  await say(scene.ada, 'wallet', { address: CLIENT });
  const escrow = await settled(scene.ada);
  const card = await say(scene.ada, 'deploy', { file: requestFile({ engagementId: 'ENG-2' }) });
  const payment = await pressOn(scene.ada, escrow, 'Fund');
  const [deployId, fundId] = [card, payment].map((each) => /Id `([0-9a-f]{32})`/.exec(textOf(each))?.[1] as string);
  const panel = await draft(scene.ada, { title: 'Logo', lines: '10 Sketches', description: 'A logo' });
  const allowed = { ...scene.ada, roles: [ROLE] };

  await restrict('prepare', [ROLE, OTHER_ROLE]);
  await restart();
  expect(await replyOf(scene.ada, 'deploy', { file: requestFile() })).toContain(`${NO_ACT} prepare escrows`);
  for (const { custom_id = '' } of buttonsOf(panel))
    if (!custom_id.includes('draft-new')) expect(await press(scene.ada, custom_id)).toContain(NO_ACT);
  expect(await press(scene.ada, `v1:renew:${deployId}`)).toContain(NO_ACT);
  expect(await replyOf(scene.ada, 'list', { escrow: deployId })).toContain(NO_ACT);
  expect(await press(scene.ada, `v1:ask:${deployId}`)).toContain(NO_ACT);
  expect(await replyOf(allowed, 'deploy', { file: requestFile({ engagementId: 'ENG-2' }) })).toContain('Ready to sign');
  expect(await press(scene.ada, `v1:renew:${fundId}`)).not.toContain(NO_ACT);

  await restrict('fund', [ROLE]);
  expect(await press(scene.ada, `v1:fund:${escrow}`)).toContain(`${NO_ACT} prepare payments`);
  expect(await press(scene.ada, `v1:renew:${fundId}`)).toContain(NO_ACT);
  expect(await press(scene.ada, `v1:approve:${escrow}.1`)).not.toContain(NO_ACT);

  await restrict('steps', [OTHER_ROLE]);
  for (const step of ['approve', 'report', 'release', 'dispute', 'resolve', 'withdraw']) {
    expect(await press(allowed, `v1:${step}:${escrow}.1`)).toContain(`${NO_ACT} prepare steps`);
  }
  // Who may do none of the three sends and shares nothing either; reading stays open.
  expect(await replyOf(scene.ada, 'submit', { xdr: 'AAAA' })).toContain(NO_ACT);
  expect(await replyOf(scene.ada, 'list', { escrow })).toContain('Logo');

  await restrict('fund', []);
  expect(await press(scene.ada, `v1:fund:${escrow}`)).not.toContain(NO_ACT);
  await restrict('prepare', [scene.discord.guildId]);
  expect(await replyOf(scene.ada, 'deploy', { file: requestFile({ engagementId: 'ENG-3' }) })).toContain(
    'Ready to sign',
  );
});

test('the bot only works in the chosen channels and their threads; settings open everywhere', async () => {
  const work = scene.discord.openChannel();
  const thread = { ...scene.discord.openChannel({ type: 11 }), parent: work };
  expect(await choose(scene.boss, await openPanel(), 'Channels where the bot may be used', [work.id])).toContain(
    'Channels',
  );
  await restart();
  const refused = await replyOf(scene.ada, 'help');
  expect(refused).toContain(`can only be used in <#${work.id}>`);
  const asked = scene.discord.type(scene.ada, 'list', 'escrow', '');
  expect(await until(() => asked.choices)).toEqual([]);
  expect(await replyOf({ ...scene.ada, channel: work }, 'help')).toContain('Escrow on Stellar');
  expect(await replyOf({ ...scene.ada, channel: thread }, 'help')).toContain('Escrow on Stellar');
  const panel = await openPanel();
  await choose(scene.boss, panel, 'Channels where the bot may be used', []);
  expect(await replyOf(scene.ada, 'help')).toContain('Escrow on Stellar');
});

test('forgets a settled escrow only after the days that the server chose', async () => {
  for (const days of ['0', '3651'])
    expect(await fill(await openPanel(), 'Change retention', { days })).toContain('is not a whole number of days');
  expect(await fill(await openPanel(), 'Change retention', { days: '3650' })).toContain('3650 days');
  expect(await fill(await openPanel(), 'Change retention', { days: '7' })).toContain('7 days');
  await settled(scene.ada);
  await restart();
  expect(await replyOf(scene.ada, 'list')).toMatch(
    /\*\*Logo\*\* .*\. Service provider reports progress on milestones 1 and 2\.$/m,
  );
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 24 * 3_600_000, shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await restart();
  await fill(await openPanel(), 'Change retention', { days: '7' });
  expect(await replyOf(scene.ada, 'list')).toContain('You have prepared none');
  expect(await fill(await openPanel(), 'Change retention', { days: '' })).toContain('As long as this bot keeps it.');
});
