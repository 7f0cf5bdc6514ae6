/** The defaults that a server sets for its members’ escrows, and the limits that hold for them. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { Person } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { REQUEST, requestFile } from '@countersign/testkit/discord/request';
import { useServer } from '@countersign/testkit/discord/settings-scene';
import { plain, talkIn } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';

const [CLIENT = '', , PLATFORM = '', ARBITER = ''] = SANDBOX_ACCOUNTS.map(({ address }) => address);
const USDC = NETWORKS.sandbox.tokens[0].address;
const DEFAULTS = { platformAddress: PLATFORM, platformFee: '5', token: USDC, disputeResolver: ARBITER };
const { scene, say, pressOn, replyOf, openPanel, fill, restart, settled } = useServer();
const { press } = talkIn(() => scene.discord);
const detailsOf = async (card: Message) => plain(await press(scene.ada, card, 'Details'));

test('defaults fill what a file leaves out, and the card says so; the file’s own values win', async () => {
  expect(await fill(await openPanel(), 'Change defaults', DEFAULTS)).toContain(`**Dispute resolver** ${'`'}${ARBITER}`);
  const { platformFee, trustline, roles, ...rest } = REQUEST;
  const { platformAddress, disputeResolver, ...others } = roles;
  const short = { file: JSON.stringify({ ...rest, roles: others }) };
  const card = await say(scene.ada, 'deploy', { file: short });
  expect(plain(card)).toContain(
    'From this server’s settings: platform address, platform fee, token, dispute resolver.',
  );
  const details = await detailsOf(card);
  for (const part of [PLATFORM, ARBITER, '**Platform fee** 5 %']) expect(details).toContain(part);
  const own = await say(scene.ada, 'deploy', { file: requestFile({ platformFee: 7 }) });
  expect(await detailsOf(own)).toContain('**Platform fee** 7 %');
  expect(plain(own)).not.toContain('From this server');
  await fill(await openPanel(), 'Change defaults', { platformFee: '5' });
  expect(await replyOf(scene.ada, 'deploy', { file: short })).toContain('INPUT_INVALID');
});

test('a limit holds before anything is prepared, and says which it is and who set it', async () => {
  await say(scene.ada, 'wallet', { address: CLIENT });
  const escrow = await settled(scene.ada, { engagementId: 'EARLIER' });
  expect(await fill(await openPanel(), 'Change limits', { maxAmount: '30' })).toContain('at most 30');
  await restart();
  expect(plain(await pressOn(scene.ada, escrow, 'Fund'))).toContain('The amount is 30.5; at most 30');
  const refused = await replyOf(scene.ada, 'deploy', { file: requestFile() });
  expect(refused).toContain('The amount is 30.5; at most 30 is allowed here at once');
  expect(refused).toContain(`The member with the id ${scene.boss.userId} set it`);
  expect(await replyOf(scene.ada, 'list', { status: 'open' })).not.toContain('ENG-1');
  expect(await fill(await openPanel(), 'Change limits', { maxAmount: 'much' })).toContain('INPUT_INVALID');
  expect(plain(await openPanel())).toContain('at most 30');
  await fill(await openPanel(), 'Change limits', {});
  expect(await replyOf(scene.ada, 'deploy', { file: requestFile() })).toContain('Ready to sign');
});

test('a day’s limit counts for all members together, or for each, and never for another server', async () => {
  const bob = scene.discord.person();
  const elsewhere = { ...scene.discord.person(), guildId: '112233445566778899' };
  const deploy = (who: Person, engagementId: string) => replyOf(who, 'deploy', { file: requestFile({ engagementId }) });
  expect(await deploy(elsewhere, 'FAR')).toContain('Ready to sign');
  await fill(await openPanel(), 'Change limits', { maxPerDay: '40' });
  expect(await deploy(scene.ada, 'ONE')).toContain('Ready to sign');
  // The same request again counts once.
  expect(await deploy(scene.ada, 'ONE')).toContain('Ready to sign');
  const refused = await deploy(bob, 'TWO');
  expect(refused).toContain('after 30.5 today; at most 40 a day');
  expect(refused).toContain('all members of this server together');
  await fill(await openPanel(), 'Change limits', { maxPerDay: '40', dayOf: 'person' });
  expect(await deploy(bob, 'TWO')).toContain('Ready to sign');
  expect(await deploy(bob, 'THREE')).toContain('each member of this server');
});
