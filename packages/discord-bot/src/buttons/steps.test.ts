/** An escrow’s life by its people in a server, to the payment: each sees their own buttons, and signs with their own wallet. */
import { answered } from '@countersign/testkit/discord/discord';
import { CANCEL, useEscrow } from '@countersign/testkit/discord/escrow-scene';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { addressOf, contractIn, labels, plain } from '@countersign/testkit/discord/talk';
import { take } from '@countersign/testkit/page/scene';
import { expect, test } from 'vitest';

const FORGET = 'Remove from my records';
const { scene, say, press, change, open, fill, show, settle, fund } = useEscrow();

test('a single release is paid in, reported, approved and paid out at once by buttons', async () => {
  // The client of the first escrow has used up most of their commands.
  scene.people.client = scene.discord.person();
  const { client, provider } = scene.people;
  await say(client, 'wallet', { address: addressOf('client') });
  const deploy = await say(client, 'deploy', { file: requestFile({ engagementId: 'ENG-2', kind: 'single' }) });
  const details = plain(await press(client, deploy, 'Details'));
  expect(details).toContain('1. Sketches\n2. Drafts\n');
  expect(details).toContain('Everything is paid out at once, when all milestones are approved.');
  await settle('client', deploy);
  scene.escrow = contractIn(deploy);
  await fund();
  await take(scene.bot.desk, 'client', 'approve', { escrow: scene.escrow, milestone: 1 });

  const seen = await show(provider);
  expect(plain(seen)).toContain('**Paid** all at once');
  expect(plain(seen)).toContain('1. Sketches: **Approved**\n2. Drafts: **Open**');
  await settle('provider', await fill(provider, seen, 'Report 2', { status: 'done' }));
  await settle('client', await press(client, await show(client), 'Approve 2'));
  const ready = await show(client);
  expect(labels(ready)).toEqual(['Pay out', 'Look again', 'Follow here', CANCEL, FORGET, 'Dispute']);
  const payout = await press(client, ready, 'Pay out');
  expect(plain(payout)).toContain('**28.8835 USDC** to the receiver');
  expect(await settle('client', payout)).toContain('**Next** Nothing is left to do.');
  const { kind, state, held } = await scene.bot.desk.get({ contractId: scene.escrow });
  expect([kind, state, held]).toEqual(['single', 'finished', '0']);
  expect(plain(await say(client, 'list'))).toMatch(/\*\*Logo\*\*.*Finished(?!.*holds)/);
});

test('a milestone that the platform added while there is money is paid in, reported, approved and paid out', async () => {
  const { client, provider } = scene.people;
  await fund();
  await take(scene.bot.desk, 'platform', 'update', {
    escrow: scene.escrow,
    addMilestones: [{ description: 'Handover', amount: '4' }],
  });
  const seen = await show(client);
  for (const part of [
    '**Its terms were changed since it was made.** Read them again.',
    '**Holds** 30.5 USDC; its terms have yet to pay out 34.5',
    '3. **4 USDC** Handover: **Open**',
  ]) {
    expect(plain(seen)).toContain(part);
  }
  // The client agreed on two milestones, and is asked before paying for three.
  const payment = await press(client, seen, 'Fund');
  expect(plain(payment)).toContain('number of milestones: agreed 2, now 3');
  await answered(scene.discord.submitModal(client, await open(client, payment, 'I have read this'), { amount: '4' }));
  expect(plain(payment)).toContain('**4 USDC** into this escrow');
  await settle('client', payment);
  await settle('provider', await fill(provider, await show(provider), 'Report 3', { status: 'done' }));
  await settle('client', await press(client, await show(client), 'Approve 3'));
  const payout = await press(client, await show(client), 'Pay out 3');
  expect(plain(payout)).toContain('Left in the escrow: 30.5 USDC');
  await settle('client', payout);
  expect(plain(await show(provider))).toContain('3. **4 USDC** Handover: **Paid out**');
});

test('a plain transfer is shown, and asked for, with the title of its escrow', async () => {
  const seen = await show(scene.people.client);
  const card = await fill(scene.people.client, seen, 'Fund a part', { amount: '1.5', way: 'transfer' });
  expect(plain(card)).toContain('## A payment to sign: Logo\n**1.5 USDC** into this escrow');
  await change(scene.people.client, await press(scene.people.client, card, 'Ask for the signature'), 'In this channel');
  expect(plain(scene.discord.channel.messages.at(-1) as Message)).toContain('## Logo');
});
