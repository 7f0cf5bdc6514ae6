/** An escrow’s life by its people in a server, to the payment: each sees their own buttons, and signs with their own wallet. */
import { answered, textOf, until } from '@countersign/testkit/discord/discord';
import { CANCEL, useEscrow } from '@countersign/testkit/discord/escrow-scene';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, contractIn, labels, plain } from '@countersign/testkit/discord/talk';
import { take } from '@countersign/testkit/page/scene';
import { expect, test } from 'vitest';

const FORGET = 'Remove from my records';
const { scene, say, press, change, open, fill, show, settle, fund } = useEscrow();

test('asks for a wallet in the form of the step that needs it, and goes on', async () => {
  const { client, provider } = scene.people;
  await fund();
  const [before, alone] = [await show(provider), await show(provider)];
  const remove = async (who: typeof client) => change(who, await say(who, 'wallet'), 'Remove it');
  await remove(provider);
  await change(provider, alone, 'Look again');
  expect(labels(alone)).toEqual(['Save my wallet', 'Look again', 'Follow here']);
  const own = { address: addressOf('provider') };
  const report = await fill(provider, before, 'Report 1', { ...own, status: 'done' });
  expect(plain(report)).toContain('## To sign: Report progress');
  await remove(provider);
  await answered(scene.discord.submitModal(provider, await open(provider, alone, 'Save my wallet'), own));
  expect(labels(alone)).toContain('Report 1');
  await settle('provider', report);

  const waiting = await show(client);
  await remove(client);
  expect(plain(await fill(client, waiting, 'Approve 1', { address: 'G1' }))).toContain('INPUT_INVALID');
  const approval = await fill(client, waiting, 'Approve 1', { address: addressOf('client') });
  expect(plain(approval)).toContain('## To sign: Approve');
});

test('three people take a milestone from report to payment, each with their own button', async () => {
  const { client, provider, arbiter } = scene.people;
  expect(plain(await show(client))).toContain('**Holds** 0 USDC; its terms have yet to pay out 30.5');
  await fund();

  const seen = await show(provider);
  for (const part of ['## Logo', '**State** In progress', '1. **10.5 USDC** Sketches: **Open**', '(you)']) {
    expect(plain(seen)).toContain(part);
  }
  expect(plain(seen)).toContain('- You report progress on milestones 1 and 2.');
  expect(labels(seen)).toEqual(['Report 1', 'Report 2', 'Look again', 'Follow here', CANCEL, 'Dispute']);
  const report = await fill(provider, seen, 'Report 1', { status: 'done', evidence: 'https://example.org/sketches' });
  expect(plain(report)).toContain('## To sign: Report progress');
  expect(plain(report)).toContain('Service provider: report milestone 1 of 2, “Sketches”, 10.5 USDC.');
  expect(plain(report)).toContain('- Milestone 1: status: pending → done');
  expect(plain(report)).toContain('**No money moves.** The escrow holds 30.5 USDC.');
  expect(labels(report)).toEqual(['Read and sign', 'Details', 'Ask for the signature', 'Renew', 'Discard']);
  expect(report.ephemeral).toBe(true);
  const reply = await settle('provider', report);
  expect(reply).toContain('The progress is reported.');
  expect(reply).toContain(`**Next** Approver (Ana, ${addressOf('client')}) approves milestone 1.`);
  expect(labels(report)).toEqual(['Show the escrow', 'Details']);

  const waiting = await show(client);
  expect(plain(await answered(scene.discord.click(client, waiting, 'Look again')))).toContain(
    '1. **10.5 USDC** Sketches',
  );
  expect(plain(waiting)).toContain('**State** Waiting for approval');
  expect(textOf(waiting)).toContain('status done, evidence <https://example.org/sketches>');
  const approval = await press(client, waiting, 'Approve 1');
  expect(textOf(approval)).toContain('with the evidence “<https://example.org/sketches>”');
  expect(plain(approval)).toContain('- It cannot be taken back');
  await settle('client', approval);

  const payout = await press(client, await show(client), 'Pay out 1');
  const details = plain(await press(client, payout, 'Details'));
  for (const part of [
    'to the receiver',
    'to the platform, its fee',
    'the service’s fee account',
    'is left in the escrow',
  ]) {
    expect(details).toContain(part);
  }
  expect(details).toContain('**Total** 10.5 USDC, fees included; 20 USDC is left in the escrow');
  expect(plain(payout)).toContain('Fees: 0.5565 USDC. Left in the escrow: 20 USDC.');
  expect(await settle('client', payout)).toContain('reports progress on milestone 2');
  expect(plain(await show(arbiter))).toContain('1. **10.5 USDC** Sketches: **Paid out**');
  expect(labels(await show(arbiter))).toEqual(['Look again', 'Follow here', CANCEL]);

  const card = await show(client);
  const early = scene.discord.clickId(client, card, `v1:approve:${scene.escrow}.2`);
  const unreported = await until(() => early.messages.find((each) => each !== card && each.components));
  expect(plain(unreported)).toMatch(/⚠️ The service provider reported no progress of milestone 2\./);
});

test('a report takes a file: the bot posts it in the channel, and reports the link of its message', async () => {
  const { provider } = scene.people;
  await fund();
  const file = [scene.discord.upload('a picture')];
  const card = await fill(provider, await show(provider), 'Report 1', { status: 'done', evidence: 'See', file });
  const [post] = scene.channel.messages as [Message];
  expect([plain(post), post.files.map(({ name }) => name), post.mentions]).toEqual([
    `<@${provider.userId}> posted this file for their report.`,
    ['a_b.png'],
    [],
  ]);
  await settle('provider', card);
  const { milestones } = await scene.bot.desk.get({ contractId: scene.escrow });
  const link = `https://discord.com/channels/${scene.discord.guildId}/${scene.channel.id}/${post.id}`;
  expect(milestones[0]?.evidence).toBe(`See ${link}`);
  const missing = [scene.discord.upload('x').replace(/\d+/, '1')];
  expect(plain(await fill(provider, await show(provider), 'Report 2', { status: 'done', file: missing }))).toContain(
    'INPUT_INVALID',
  );
  expect(scene.channel.messages).toHaveLength(1);
});

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

test('approves and pays out several milestones of one request, each by its own card', async () => {
  const { client, provider } = scene.people;
  await fund();
  for (const milestone of [1, 2])
    await take(scene.bot.desk, 'provider', 'change-status', { escrow: scene.escrow, milestone });
  expect(labels(await show(provider))).not.toContain('Approve several');
  const seen = await show(client);
  expect(labels(seen).slice(0, 3)).toEqual(['Approve 1', 'Approve 2', 'Approve several']);
  expect(plain(await fill(client, seen, 'Approve several', { milestone: '2, 2' }))).toContain('is there twice');
  const first = await fill(client, seen, 'Approve several', { milestone: '1 and 2' });
  expect(plain(first)).toContain('1 of 2: milestone 1. Then milestone 2: it is prepared when');
  expect(await settle('client', first)).toContain('Done: milestone 1. 2 of 2: milestone 2.');
  expect(labels(first)).toEqual(['Next: milestone 2', 'Show the escrow', 'Details']);
  const second = await press(client, first, 'Next: milestone 2');
  expect(plain(second)).toContain('Done: milestone 1. 2 of 2: milestone 2.');
  expect(await settle('client', second)).toContain('Done: milestones 1 and 2. Nothing is left of this request.');
  expect(labels(second)).toEqual(['Show the escrow', 'Details']);
  // That client has used up most of their commands.
  scene.people.client = scene.discord.person();
  await say(scene.people.client, 'wallet', { address: addressOf('client') });
  const payout = await fill(scene.people.client, await show(scene.people.client), 'Pay out several', {
    milestone: '1-2',
  });
  await settle('client', payout);
  await settle('client', await press(scene.people.client, payout, 'Next: milestone 2'));
  expect((await scene.bot.desk.get({ contractId: scene.escrow })).held).toBe('0');
});

test('an escrow can also be shown by the id on its card, and one that is not signed yet shows its card', async () => {
  const { client } = scene.people;
  const card = await say(client, 'deploy', { file: requestFile({ engagementId: 'ENG-2' }) });
  const id = /Id `([0-9a-f]{32})`/.exec(textOf(card))?.[1] as string;
  const waiting = await say(client, 'list', { escrow: id });
  expect(plain(waiting)).toContain('## Ready to sign: Logo');
  await say(client, 'submit', { file: signCard(card) });
  expect(labels(await say(client, 'list', { escrow: id }))).toEqual([
    'Fund',
    'Fund a part',
    'Look again',
    'Follow here',
    FORGET,
    'Dispute',
  ]);
  expect(plain(await say(client, 'list', { escrow: 'C123' }))).toContain('not an address (C…) or an id');
  expect(plain(await say(client, 'list', { escrow: '0'.repeat(32) }))).toContain('HANDLE_NOT_FOUND');
});

test('an escrow that was deployed by names shows them on its settled card and when it is shown', async () => {
  const { client, provider } = scene.people;
  const [approver, serviceProvider, platformAddress, disputeResolver] = ['client', 'provider', 'platform', 'arbiter'];
  const roles = {
    approver,
    serviceProvider,
    platformAddress,
    disputeResolver,
    releaseSigner: approver,
    receiver: serviceProvider,
  };
  const card = await say(client, 'deploy', { file: requestFile({ engagementId: 'ENG-2', roles }) });
  const named = `**Service provider, receiver** Ben \`${addressOf('provider')}\``;
  expect(plain(await press(client, card, 'Details'))).toContain(named);
  const settled = await settle('client', card);
  expect(plain(await press(client, card, 'Details'))).toContain(named);
  const at = /\*\*Escrow address\*\* `(C[A-Z2-7]{55})`/.exec(settled)?.[1] as string;
  const shown = plain(await say(client, 'list', { escrow: at }));
  expect(shown).toContain(named);
  expect(shown).not.toContain('Signer:');
  expect(plain(await say(provider, 'list', { escrow: at }))).toContain('## Logo');
});

test('a plain transfer is shown, and asked for, with the title of its escrow', async () => {
  const seen = await show(scene.people.client);
  const card = await fill(scene.people.client, seen, 'Fund a part', { amount: '1.5', way: 'transfer' });
  expect(plain(card)).toContain('## A payment to sign: Logo\n**1.5 USDC** into this escrow');
  await change(scene.people.client, await press(scene.people.client, card, 'Ask for the signature'), 'In this channel');
  expect(plain(scene.discord.channel.messages.at(-1) as Message)).toContain('## Logo');
});
