/** Steps of an escrow by buttons: each form, card, refusal and outcome that its people read, whole. */
import { NETWORKS } from '@countersign/core/network';
import { type Person, until } from '@countersign/testkit/discord/discord';
import { useEscrow } from '@countersign/testkit/discord/escrow-scene';
import type { Message } from '@countersign/testkit/discord/messages';
import { addressOf, SPANISH } from '@countersign/testkit/discord/talk';
import { useTranscript } from '@countersign/testkit/discord/transcript';
import { take } from '@countersign/testkit/page/scene';
import { expect, test } from 'vitest';

const { say, press, fill, posted, seen, note, people, text } = useTranscript(() => scene.discord);
const { scene, settle, fund, show, open, ...talk } = useEscrow();

const list = (who: Person) => say(who, 'list', { escrow: scene.escrow });
/** On a message of their own, which nothing else changes. */
const byId = async (who: Person, id: string) => await press(who, await talk.say(who, 'help'), `v1:${id}`);
const settled = async (name: keyof typeof scene.people, title: string, card: Message) => {
  await settle(name, card);
  seen(title, card);
};

test('pays in, reports with files and links, approves and pays out, each step by the wallet that may', async () => {
  const { client, provider } = scene.people;
  const stranger = scene.discord.person();
  people({ ...scene.people, stranger });
  const { escrow } = scene;
  const seenBy = await list(client);
  for (const values of [
    { amount: '1.5', way: 'transfer' },
    { amount: '', way: 'escrow' },
    { amount: 'much', way: 'escrow' },
    { amount: '0', way: 'transfer' },
  ])
    await fill(client, seenBy, 'Fund a part', values);
  await byId(client, `release:${escrow}.1`);
  await fund();

  await list(stranger);
  await byId(stranger, `look:${escrow}.2`);
  await fill(stranger, await talk.say(stranger, 'help'), `v1:approve:${escrow}.1`, { address: addressOf('platform') });
  await byId(stranger, `approve:${escrow}.1`);
  for (const id of [
    'approve:',
    'report:C',
    `resolve:${'C'.repeat(56)}`,
    `approve:${escrow}.123`,
    'look:x.1',
    'fund-part:x',
  ])
    await byId(client, id);
  const reporting = await list(provider);
  await fill(provider, reporting, 'Report 1', { status: ' ', evidence: '' });
  const file = [scene.discord.upload('a picture')];
  const report = await fill(provider, reporting, 'Report 1', { status: 'done', evidence: 'See', file });
  posted();
  await fill(provider, reporting, 'Report 2', {
    status: 'done',
    file: ['https://example.org/attachments/1/x'],
  });
  note(`${scene.channel.messages.length} posted`);
  await byId(provider, `report-only:${escrow}.2`);
  await settled('provider', 'the report has settled', report);
  await take(scene.bot.desk, 'provider', 'change-status', { escrow, milestone: 2 });
  const approving = await list(client);
  for (const milestone of ['2, 2', 'the last', '7', '1 and 2']) {
    const card = await fill(client, approving, 'Approve several', { milestone });
    if (milestone !== '1 and 2') continue;
    await settled('client', 'the first approval has settled', card);
    await settle('client', await press(client, card, 'Next: milestone 2'));
    await press(client, card, `v1:plan-next:${idIn(card)}`);
  }
  await byId(client, `approve:${escrow}.1`);
  const paying = await list(client);
  await settled('client', 'the payment has settled', await press(client, paying, 'Pay out 1'));
  await byId(client, `dispute:${escrow}.1`);
  await settle('client', await talk.press(client, paying, 'Pay out 2'));
  await list(client);
  await byId(client, `end:${escrow}`);
  await expect(text()).toMatchFileSnapshot('recorded/steps.txt');
});

test('disputes by number, decides by lines, cancels by a plan, and confirms what pays a stranger', async () => {
  const { client, provider, arbiter } = scene.people;
  const stranger = scene.discord.person();
  people({ ...scene.people, stranger });
  const { escrow } = scene;
  await fund();
  const theirs = await list(provider);
  for (const milestone of ['7', 'x', ' 2 ']) {
    const card = await fill(provider, theirs, 'Dispute', { milestone });
    if (milestone === ' 2 ') await settle('provider', card);
  }
  const deciding = await list(arbiter);
  const [ANA, BEN] = [addressOf('client'), addressOf('provider')];
  for (const shares of [
    'nonsense',
    `${ANA}`,
    ' \n ',
    `provider 1\n\nNobody I know 2\nclient 50/50`,
    `provider 1\n${BEN} 2`,
    `<@${stranger.userId}> 3`,
    `<@${provider.userId}> 60 %\n<@!${client.userId}>: 7 USDC`,
    '@provider 5\nclient: the rest',
    'cliente el resto',
    `${BEN} 21`,
    'provider -1',
    `${NETWORKS.sandbox.feeAddress} 20`,
  ])
    await fill(arbiter, deciding, 'Decide 2', { shares });
  await fill({ ...arbiter, ...SPANISH }, deciding, `v1:resolve:${escrow}.2`, { shares: 'Nadie 2\n3' });
  const decision = await fill(arbiter, deciding, 'Decide 2', { shares: `${BEN} 12\n\n  ${ANA}   7` });
  await press(arbiter, decision, 'Details');
  const shown = await talk.say(arbiter, 'help');
  const confirmed = buttonIn(decision);
  await fill(arbiter, shown, confirmed, { amount: '305' });
  for (const id of ['confirm:x', confirmed.slice(3).replace(/.$/, 'g'), `trust:${idIn(decision)}.G1`])
    await byId(arbiter, id);
  await fill(client, await talk.say(client, 'help'), confirmed, { amount: '19' });
  await byId(client, `discard:${idIn(decision)}`);
  scene.discord.submitModal(arbiter, await open(arbiter, decision, 'I have read this'), { amount: ' 19 ' });
  await until(() => decision.files.length > 0);
  seen('the confirmed decision', decision);
  await settle('arbiter', decision);

  for (const who of [stranger, provider, arbiter, { ...client, ...SPANISH }]) await byId(who, `end:${escrow}`);
  const ended = await byId(client, `end:${escrow}`);
  await settle('client', ended);
  await press(arbiter, await list(arbiter), 'Cancel and refund');
  const refund = await fill(arbiter, await show(arbiter), 'Decide 1', { shares: `client 10.5` });
  await settle('arbiter', refund);
  const rest = await list(arbiter);
  await fill(arbiter, rest, 'Withdraw', { shares: `${NETWORKS.sandbox.feeAddress} 1` });
  await settled('arbiter', 'the rest is withdrawn', await fill(arbiter, rest, 'Withdraw', { shares: 'client 1' }));
  await press(client, await list(client), 'v1:forget:'.concat(idIn(ended)));
  await byId(client, `forget-yes:${idIn(ended)}`);
  note('the log', await logged());
  await expect(text()).toMatchFileSnapshot('recorded/decisions.txt');
});

const buttonIn = ({ components }: Message) => String(/v1:confirm:\w{32}\.\w{16}/.exec(JSON.stringify(components))?.[0]);
const idIn = ({ components }: Message) => String(/\b[0-9a-f]{32}\b/.exec(JSON.stringify(components))?.[0]);

/** What the bot logs of interactions, each kind of line once, without when and how long. */
async function logged(): Promise<string[]> {
  const all = () => scene.bot.lines.filter(({ message }) => message === 'interaction');
  await until(() => all().length === scene.discord.interactions.size);
  const sorted = all().toSorted((one, other) => (String(one['interaction']) < String(other['interaction']) ? -1 : 1));
  return [...new Set(sorted.map(({ ms: _ms, interaction: _, ...line }) => JSON.stringify(line)))];
}
