/** An escrow's life by its people in a server: each sees their own buttons, and signs with their own wallet. */
import { NETWORKS } from '@countersign/core/network';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import {
  answered,
  buttonsOf,
  type Discord,
  type Person,
  startDiscord,
  textOf,
  until,
} from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, contractIn, labels, plain, talkIn } from '@countersign/testkit/discord/talk';
import { take } from '@countersign/testkit/page/scene';
import { beforeEach, expect, test } from 'vitest';

let discord: Discord;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let people: Record<'client' | 'provider' | 'platform' | 'arbiter', Person>;
let escrow: string;

const { say, press, change, open, fill } = talkIn(() => discord);
const show = (who: Person) => say(who, 'show', { escrow });
/** Signs a card, sends it, and waits until the card itself says so. */
async function settle(name: keyof typeof people, card: Message): Promise<string> {
  const sent = await say(people[name], 'submit', { file: signCard(card, name) });
  expect(plain(sent)).toContain('## Settled');
  await until(() => textOf(card).includes('Settled'));
  return plain(card);
}

beforeEach(async () => {
  discord = await startDiscord();
  bot = await startTestBot(discord, await startWorld());
  const names = ['client', 'provider', 'platform', 'arbiter'] as const;
  people = Object.fromEntries(names.map((name) => [name, discord.person()])) as typeof people;
  for (const name of names) await say(people[name], 'wallet', { address: addressOf(name) });
  const deploy = await say(people.client, 'deploy', { file: requestFile() });
  [, escrow = ''] = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(deploy)) ?? [];
  await say(people.client, 'submit', { file: signCard(deploy) });
});

const CANCEL = 'Cancel and refund';

async function fund(): Promise<void> {
  const card = await press(people.client, await show(people.client), 'Fund');
  expect(plain(card)).toContain('**Total** 30.5 USDC');
  expect(await settle('client', card)).toContain('**Next** Service provider');
}

test('three people take a milestone from report to payment, each with their own button', async () => {
  const { client, provider, arbiter } = people;
  expect(plain(await show(client))).toContain('**Holds** 0 USDC; its terms have yet to pay out 30.5');
  await fund();

  const seen = await show(provider);
  for (const part of ['## Logo', '**State** working', '1. **10.5 USDC** Sketches: **open**', '(you)']) {
    expect(plain(seen)).toContain(part);
  }
  expect(plain(seen)).toContain('- You report progress on milestone 1.');
  expect(labels(seen)).toEqual(['Report 1', 'Report 2', 'Dispute', 'Look again', 'Follow here', CANCEL]);
  const report = await fill(provider, seen, 'Report 1', { status: 'done', evidence: 'https://example.org/sketches' });
  expect(plain(report)).toContain('## To sign: Report progress');
  expect(plain(report)).toContain('Service provider: report milestone 1 of 2, “Sketches”, 10.5 USDC.');
  expect(plain(report)).toContain('- Milestone 1: status: pending → done');
  expect(plain(report)).toContain('**No money moves.** The escrow holds 30.5 USDC.');
  expect(labels(report)).toEqual(['Read and sign', 'Ask for the signature', 'Renew', 'Discard']);
  expect(report.ephemeral).toBe(true);
  const told = await settle('provider', report);
  expect(told).toContain('**Step** Report progress');
  expect(told).toContain(`**Next** Approver (client, ${addressOf('client')}) approves milestone 1.`);
  expect(labels(report)).toEqual(['Show the escrow']);

  const waiting = await show(client);
  expect(plain(await answered(discord.click(client, waiting, 'Look again')))).toContain('1. **10.5 USDC** Sketches');
  expect(plain(waiting)).toContain('**State** waiting for approval');
  expect(textOf(waiting)).toContain('status done, evidence <https://example.org/sketches>');
  const approval = await press(client, waiting, 'Approve 1');
  expect(textOf(approval)).toContain('with the evidence “<https://example.org/sketches>”');
  expect(plain(approval)).toContain('- It pays nobody');
  await settle('client', approval);

  const payout = await press(client, await show(client), 'Pay out 1');
  for (const part of [
    'to the receiver',
    'to the platform, its fee',
    'the service’s fee account',
    'is left in the escrow',
  ]) {
    expect(plain(payout)).toContain(part);
  }
  expect(plain(payout)).toContain('**Total** 10.5 USDC, fees included; 20 USDC is left in the escrow');
  expect(await settle('client', payout)).toContain('reports progress on milestone 2');
  expect(plain(await show(arbiter))).toContain('1. **10.5 USDC** Sketches: **released**');
  expect(labels(await show(arbiter))).toEqual(['Look again', 'Follow here', CANCEL]);
});

test('a single release is paid in, reported, approved and paid out at once by buttons', async () => {
  // The client of the first escrow has used up most of their commands.
  people.client = discord.person();
  const { client, provider } = people;
  await say(client, 'wallet', { address: addressOf('client') });
  const deploy = await say(client, 'deploy', { file: requestFile({ engagementId: 'ENG-2', kind: 'single' }) });
  expect(plain(deploy)).toContain('1. Sketches\n2. Drafts\n');
  expect(plain(deploy)).toContain('Everything is paid out at once, when all milestones are approved.');
  await settle('client', deploy);
  escrow = contractIn(deploy);
  await fund();
  await take(bot.desk, 'client', 'approve', { escrow, milestone: 1 });

  const seen = await show(provider);
  expect(plain(seen)).toContain('**Paid** all at once');
  expect(plain(seen)).toContain('1. Sketches: **approved**\n2. Drafts: **open**');
  await settle('provider', await fill(provider, seen, 'Report 2', { status: 'done' }));
  await settle('client', await press(client, await show(client), 'Approve 2'));
  const ready = await show(client);
  expect(labels(ready)).toEqual(['Pay out', 'Dispute', 'Look again', 'Follow here', CANCEL]);
  const payout = await press(client, ready, 'Pay out');
  expect(plain(payout)).toContain('**28.8835 USDC** to the receiver');
  expect(await settle('client', payout)).toContain('**Next** Nothing is left to do.');
  const { kind, state, held } = await bot.desk.get({ contractId: escrow });
  expect([kind, state, held]).toEqual(['single', 'finished', '0']);
});

test('a milestone that the platform added while there is money is paid in, reported, approved and paid out', async () => {
  const { client, provider } = people;
  await fund();
  await take(bot.desk, 'platform', 'update', { escrow, addMilestones: [{ description: 'Handover', amount: '4' }] });
  const seen = await show(client);
  for (const part of [
    '**Its terms were changed since it was made.** Read them again.',
    '**Holds** 30.5 USDC; its terms have yet to pay out 34.5',
    '3. **4 USDC** Handover: **open**',
  ]) {
    expect(plain(seen)).toContain(part);
  }
  // The client agreed on two milestones, and is asked before paying for three.
  const payment = await press(client, seen, 'Fund');
  expect(plain(payment)).toContain('number of milestones: agreed 2, now 3');
  await answered(discord.submitModal(client, await open(client, payment, 'I have read this'), { amount: '4' }));
  expect(plain(payment)).toContain('**Total** 4 USDC');
  await settle('client', payment);
  await settle('provider', await fill(provider, await show(provider), 'Report 3', { status: 'done' }));
  await settle('client', await press(client, await show(client), 'Approve 3'));
  const payout = await press(client, await show(client), 'Pay out 3');
  expect(plain(payout)).toContain('**Total** 4 USDC, fees included; 30.5 USDC is left in the escrow');
  await settle('client', payout);
  expect(plain(await show(provider))).toContain('3. **4 USDC** Handover: **released**');
});

test('approves and pays out several milestones of one request, each by its own card', async () => {
  const { client, provider } = people;
  await fund();
  for (const milestone of [1, 2]) await take(bot.desk, 'provider', 'change-status', { escrow, milestone });
  expect(labels(await show(provider))).not.toContain('Approve several');
  const seen = await show(client);
  expect(labels(seen).slice(0, 3)).toEqual(['Approve 1', 'Approve 2', 'Approve several']);
  expect(plain(await fill(client, seen, 'Approve several', { milestone: '2, 2' }))).toContain('is there twice');
  const first = await fill(client, seen, 'Approve several', { milestone: '1 and 2' });
  expect(plain(first)).toContain('1 of 2: milestone 1. Then milestone 2: it is prepared when');
  expect(await settle('client', first)).toContain('Done: milestone 1. 2 of 2: milestone 2.');
  expect(labels(first)).toEqual(['Next: milestone 2', 'Show the escrow']);
  const second = await press(client, first, 'Next: milestone 2');
  expect(plain(second)).toContain('Done: milestone 1. 2 of 2: milestone 2.');
  expect(await settle('client', second)).toContain('Done: milestones 1 and 2. Nothing is left of this request.');
  expect(labels(second)).toEqual(['Show the escrow']);
  // That client has used up most of their commands.
  people.client = discord.person();
  await say(people.client, 'wallet', { address: addressOf('client') });
  const payout = await fill(people.client, await show(people.client), 'Pay out several', { milestone: '1-2' });
  await settle('client', payout);
  await settle('client', await press(people.client, payout, 'Next: milestone 2'));
  expect((await bot.desk.get({ contractId: escrow })).held).toBe('0');
});

test('an escrow can also be shown by the id on its card, and one that is not on the ledger yet says so', async () => {
  const { client } = people;
  const card = await say(client, 'deploy', { file: requestFile({ engagementId: 'ENG-2' }) });
  const id = /Id `([0-9a-f]{32})`/.exec(textOf(card))?.[1] as string;
  const waiting = await say(client, 'show', { escrow: id });
  expect(plain(waiting)).toContain('**State** Waiting for a signature');
  expect(plain(waiting)).toContain('It is not on the ledger yet.');
  expect(labels(waiting)).toEqual([]);
  await say(client, 'submit', { file: signCard(card) });
  expect(labels(await say(client, 'show', { escrow: id }))).toEqual(['Fund', 'Dispute', 'Look again', 'Follow here']);
  expect(plain(await say(client, 'show', { escrow: 'C123' }))).toContain('not an address (C…) or an id');
  expect(plain(await say(client, 'show', { escrow: '0'.repeat(32) }))).toContain('HANDLE_NOT_FOUND');
});

test('a dispute is opened by the number of its milestone, decided by shares, and what is left is withdrawn', async () => {
  const { client, provider, arbiter } = people;
  await fund();
  const seen = await show(provider);
  const wrong = await fill(provider, seen, 'Dispute', { milestone: '7' });
  expect(plain(wrong)).toContain('INPUT_INVALID');
  await settle('provider', await fill(provider, seen, 'Dispute', { milestone: ' 2 ' }));
  expect(plain(await show(client))).toContain('**State** in dispute');

  const decide = await show(arbiter);
  expect(labels(decide)).toEqual(['Decide 2', 'Look again', 'Follow here', CANCEL]);
  for (const shares of ['nonsense', `${addressOf('client')}`, '']) {
    const click = await open(arbiter, decide, 'Decide 2');
    expect(() => discord.submitModal(arbiter, click, { shares: '' })).toThrow('a client does not submit');
    if (shares === '') continue;
    const submitted = discord.submitModal(arbiter, click, { shares });
    const refused = await until(() => submitted.messages.find((each) => each !== decide && each.components));
    expect(plain(refused)).toContain('must be an address and an amount, like G… 150');
  }
  const shares = `${addressOf('provider')} 12\n\n  ${addressOf('client')}   7`;
  const decision = await fill(arbiter, decide, 'Decide 2', { shares });
  expect(plain(decision)).toContain('to Service provider, Receiver: provider `');
  expect(plain(decision)).toContain('to Approver, Release signer: client `');
  expect(plain(decision)).toContain('**Total** 19 USDC, fees included; 11.5 USDC is left in the escrow');
  expect(await settle('arbiter', decision)).toContain('reports progress on milestone 1');

  await settle('client', await press(client, await show(client), 'Dispute'));
  await settle(
    'arbiter',
    await fill(arbiter, await show(arbiter), 'Decide 1', { shares: `${addressOf('client')} 10.5` }),
  );
  const rest = await show(arbiter);
  expect(plain(rest)).toContain('**State** finished');
  expect(labels(rest)).toEqual(['Withdraw', 'Look again', 'Follow here']);
  const toStranger = await fill(arbiter, rest, 'Withdraw', { shares: `${NETWORKS.sandbox.feeAddress} 1` });
  expect(labels(toStranger)).toEqual(['I have read this', 'Discard']);
  expect(toStranger.files).toEqual([]);
  const last = await fill(arbiter, rest, 'Withdraw', { shares: `${addressOf('client')} 1` });
  expect(await settle('arbiter', last)).toContain('**Next** Nothing is left to do.');
});

test('is cancelled and refunded: the plan first, then each transaction for its signer', async () => {
  const { client, arbiter } = people;
  await fund();
  const planOf = async (who: Person) => await press(who, await show(who), CANCEL);
  const plan = await planOf(client);
  expect(plan.ephemeral).toBe(true);
  for (const part of [
    '### Cancel and refund: Logo',
    '1. Open a dispute over milestones 1 and 2; no money moves',
    `Signed by: Dispute resolver (arbiter, ${addressOf('arbiter')})`,
    `Comes back: 28.8835 USDC to the approver, release signer (client, ${addressOf('client')}).`,
    'Transaction 1 of 4',
  ]) {
    expect(plain(plan)).toContain(part);
  }
  expect(labels(await planOf(arbiter))).toEqual([]);
  for (const [name, part] of [
    ['client', '1 of 4'],
    ['client', '2 of 4'],
    ['arbiter', '3 of 4'],
    ['arbiter', '4 of 4'],
  ] as const) {
    const card = await press(people[name], await planOf(people[name]), `Prepare ${part}`);
    expect(plain(card)).toContain(`Cancel and refund, ${part}.`);
    await settle(name, card);
  }
  expect(labels(await show(client))).toEqual(['Look again', 'Follow here']);
  const spanish = await press({ ...client, locale: 'es-ES' }, plan, 'Prepare 1 of 4');
  expect(plain(spanish)).toContain('No queda dinero en este depósito.');
});

test('a decision names a member by a mention, and a mistake in it by its line', async () => {
  const { client, provider, arbiter } = people;
  await fund();
  await settle('provider', await fill(provider, await show(provider), 'Dispute', { milestone: '2' }));
  const decide = await show(arbiter);
  const decided = async (shares: string) => await fill(arbiter, decide, 'Decide 2', { shares });
  const card = await decided(`<@${provider.userId}> 12\n<@!${client.userId}> 7`);
  expect(plain(card)).toMatch(/\*\*11\.\d+ USDC\*\* to Service provider, Receiver: provider `/);
  expect(plain(card)).toContain('**Total** 19 USDC, fees included');
  expect(plain(card)).toContain(
    `<@${provider.userId}> is \`${addressOf('provider')}\`, as they said; nothing proves it.`,
  );
  const stranger = discord.person();
  expect(plain(await decided(`<@${stranger.userId}> 3`))).toContain('**line 1** has saved no wallet here');
  const unknown = plain(await decided('provider 1\n\nNobody I know 2'));
  expect(unknown).toContain('**Line 3** is neither an address nor a name that is known here');
  const twice = plain(await decided(`provider 1\n${addressOf('provider')} 2`));
  expect(twice).toContain('**Line 2** is there twice');
  const named = plain(await decided('provider 1'));
  expect(named).toContain(`provider \`${addressOf('provider')}\``);
  const spanish = await fill({ ...arbiter, locale: 'es-ES' }, decide, 'resolve', { shares: 'Nadie 2' });
  expect(plain(spanish)).toContain('**Línea 1**');
  for (const each of [unknown, twice, named, plain(spanish)]) expect(each).not.toContain('distributions');
});

test('an escrow that was deployed by names shows them on its settled card and when it is shown', async () => {
  const { client, provider } = people;
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
  const named = `**Service provider, receiver** provider \`${addressOf('provider')}\``;
  expect(plain(card)).toContain(named);
  const settled = await settle('client', card);
  expect(settled).toContain(named);
  const at = /\*\*Escrow address\*\* `(C[A-Z2-7]{55})`/.exec(settled)?.[1] as string;
  const shown = plain(await say(client, 'show', { escrow: at }));
  expect(shown).toContain(named);
  expect(shown).not.toContain('Signer:');
  expect(plain(await say(provider, 'show', { escrow: at }))).toContain('## Logo');
});

test('a plain transfer is shown, and asked for, with the title of its escrow', async () => {
  const card = await say(people.client, 'fund', { escrow, amount: '1.5', way: 'transfer' });
  expect(plain(card)).toContain('## A payment to sign: Logo\n**1.5 USDC** into this escrow');
  await change(people.client, await press(people.client, card, 'Ask for the signature'), 'In this channel');
  expect(plain(discord.channel.messages.at(-1) as Message)).toContain('## Logo');
});

test('an outdated card asks the ledger again, and says what is done already or impossible, and who is next', async () => {
  const { client, provider } = people;
  await fund();
  const [old, theirs] = [await show(client), await show(provider)];
  await settle('provider', await fill(provider, theirs, 'Report 1', { status: 'done' }));
  const fresh = await show(client);
  await settle('client', await press(client, fresh, 'Approve 1'));
  const again = plain(await press(client, fresh, 'Approve 1'));
  expect(again).toContain('Milestone 1 is approved already. Nothing was prepared.');
  expect(again).toContain('ALREADY_SO');
  await settle('client', await fill(client, old, 'Dispute', { milestone: '1' }));
  const ids = buttonsOf(fresh).map(({ custom_id }) => custom_id);
  const release = String(ids.find((id) => id?.startsWith('v1:approve:'))).replace('approve', 'release');
  const click = discord.clickId(client, fresh, release);
  const refused = plain(await until(() => click.messages.find((each) => each !== fresh && each.components)));
  expect(refused).toContain('Milestone 1 is in dispute, so it cannot be paid out.');
  expect(refused).toContain('What can be done now: Dispute resolver');
  expect(refused).toContain('STEP_NOT_POSSIBLE');
});

test('a stranger sees no buttons but one to look again, and gets nothing by pressing those of others', async () => {
  const { client, provider } = people;
  await fund();
  const theirs = await show(provider);
  const report = buttonsOf(theirs).find(({ label }) => label === 'Report 1')?.custom_id as string;
  const approve = report.replace('report', 'approve');
  const stranger = discord.person();
  const own = await show(stranger);
  expect(labels(own)).toEqual(['Look again', 'Follow here']);
  expect(plain(own)).toContain('save your own address first: /escrow wallet');
  const pressed = async (who: Person, on: Message, id: string) => {
    const click = discord.clickId(who, on, id);
    return plain(await until(() => click.messages.find((each) => each !== on && each.components)));
  };
  expect(await pressed(stranger, theirs, approve)).toContain('This card belongs to somebody else');
  expect(await pressed(stranger, own, approve)).toContain('You have saved no wallet here.');
  await say(stranger, 'wallet', { address: addressOf('platform') });
  const refused = await pressed(stranger, own, approve);
  expect(refused).toContain(`In this escrow only the approver (client, ${addressOf('client')}) can approve`);
  expect(refused).toContain(`platform (${addressOf('platform')}) cannot.`);
  expect(refused).toContain('STEP_NOT_POSSIBLE');
  const seen = await show(client);
  for (const id of ['v1:approve:', 'v1:report:C', `v1:resolve:${'C'.repeat(56)}`, `${approve}9`, 'v1:look:x.1']) {
    expect(await pressed(client, seen, id)).toMatch(/This button is from another version|INPUT_INVALID/);
  }
});

test('a payment to a stranger is confirmed by typing the amount, and is listed as pending until then', async () => {
  const { client, arbiter } = people;
  await fund();
  await settle('client', await fill(client, await show(client), 'Dispute', { milestone: '2' }));
  // The service's own account holds the token, and has no role in the escrow.
  const shares = `${NETWORKS.sandbox.feeAddress} 20`;
  const card = await fill(arbiter, await show(arbiter), 'Decide 2', { shares });
  expect(plain(card)).toContain('Read this first');
  expect(plain(card)).toContain('nobody with a role here');
  expect(labels(card)).toEqual(['I have read this', 'Discard']);
  const listed = await say(arbiter, 'pending');
  expect(plain(listed)).toContain('Read this first: Decide a dispute');
  const confirmed = discord.submitModal(arbiter, await open(arbiter, card, 'I have read this'), { amount: '20' });
  await answered(confirmed);
  expect(plain(card)).toContain('To sign: Decide a dispute');
  await settle('arbiter', card);
});
