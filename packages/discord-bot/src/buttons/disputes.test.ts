/** What does not go as agreed, in a server: disputes, refunds, outdated cards, and people who may not. */
import { NETWORKS } from '@countersign/core/network';
import { answered, buttonsOf, type Person, until } from '@countersign/testkit/discord/discord';
import { CANCEL, useEscrow } from '@countersign/testkit/discord/escrow-scene';
import type { Message } from '@countersign/testkit/discord/messages';
import { addressOf, labels, plain } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';

const { change, scene, say, press, open, fill, show, settle, fund } = useEscrow();

test('a dispute is opened by the number of its milestone, decided by shares, and what is left is withdrawn', async () => {
  const { client, provider, arbiter } = scene.people;
  await fund();
  const seen = await show(provider);
  const wrong = await fill(provider, seen, 'Dispute', { milestone: '7' });
  expect(plain(wrong)).toContain('INPUT_INVALID');
  await settle('provider', await fill(provider, seen, 'Dispute', { milestone: ' 2 ' }));
  expect(plain(await show(client))).toContain('**State** In dispute');

  const decide = await show(arbiter);
  expect(labels(decide)).toEqual(['Decide 2', 'Look again', 'Follow here', CANCEL]);
  for (const shares of ['nonsense', '50/50', `${addressOf('client')}`, '']) {
    const click = await open(arbiter, decide, 'Decide 2');
    expect(() => scene.discord.submitModal(arbiter, click, { shares: '' })).toThrow('a client does not submit');
    if (shares === '') continue;
    const submitted = scene.discord.submitModal(arbiter, click, { shares });
    const refused = await until(() => submitted.messages.find((each) => each !== decide && each.components));
    expect(plain(refused)).toContain('must be a person and a share, like G… 150');
  }
  const blank = plain(await fill(arbiter, decide, 'Decide 2', { shares: ' \n ' }));
  expect(blank).toMatch(/Who gets how much.{0,4} are missing; write ADDRESS AMOUNT, one share per line/);
  const shares = `${addressOf('provider')} 12\n\n  ${addressOf('client')}   7`;
  const decision = await fill(arbiter, decide, 'Decide 2', { shares });
  const details = plain(await press(arbiter, decision, 'Details'));
  for (const part of [
    `service provider, receiver (Ben, ${addressOf('provider')}) gets 11.364 USDC (12 USDC less fees)`,
    `approver, release signer (Ana, ${addressOf('client')}) gets 6.629 USDC (7 USDC less fees)`,
    '; 11.5 USDC stays in the escrow for milestone 1, of which only 10.5 USDC is needed**',
  ]) {
    expect(details.split('\n')[1]).toContain(part);
  }
  expect(plain(decision)).toContain('Left in the escrow: 11.5 USDC');
  expect(plain(decision)).toContain('It shares out 19 of 20 USDC: 1 USDC stays in the escrow. No milestone needs it.');
  expect(labels(decision)).toEqual(['I have read this', 'Details', 'Discard']);
  await answered(
    scene.discord.submitModal(arbiter, await open(arbiter, decision, 'I have read this'), { amount: '19' }),
  );
  expect(plain(decision)).toContain('to Service provider: Ben `');
  expect(plain(decision)).toContain('to Approver: Ana `');
  expect(plain(decision)).toContain('Left in the escrow: 11.5 USDC');
  expect(await settle('arbiter', decision)).toContain('reports progress on milestone 1');

  await settle('client', await change(client, await press(client, await show(client), 'Dispute'), 'dispute-yes'));
  await settle(
    'arbiter',
    await fill(arbiter, await show(arbiter), 'Decide 1', { shares: `${addressOf('client')} 10.5` }),
  );
  const rest = await show(arbiter);
  expect(plain(rest)).toContain('**State** Finished');
  expect(labels(rest)).toEqual(['Withdraw', 'Look again', 'Follow here']);
  const toStranger = await fill(arbiter, rest, 'Withdraw', { shares: `${NETWORKS.sandbox.feeAddress} 1` });
  expect(labels(toStranger)).toEqual(['I have read this', 'Details', 'Discard']);
  expect(toStranger.files).toEqual([]);
  const last = await fill(arbiter, rest, 'Withdraw', { shares: `${addressOf('client')} 1` });
  expect(await settle('arbiter', last)).toContain('**Next** Nothing is left to do.');
});

test('is cancelled and refunded: the plan first, then one transaction after the other for anyone who signs it', async () => {
  const { client, arbiter } = scene.people;
  await fund();
  const opened = await show(client);
  const planOf = async (who: Person) => await press(who, await show(who), CANCEL);
  const plan = await planOf(client);
  const before = plain(plan);
  expect(plan.ephemeral).toBe(true);
  for (const part of [
    '### Cancel and refund: Logo',
    '1. Open a dispute over milestones 1 and 2; no money moves',
    `Signed by: Dispute resolver (Cleo, ${addressOf('arbiter')})`,
    `Comes back: 28.8835 USDC to the approver, release signer (Ana, ${addressOf('client')}); nothing stays in the escrow.`,
    'Transaction 1 of 4',
  ]) {
    expect(before).toContain(part);
  }
  expect(labels(await planOf(arbiter))).toEqual([]);
  for (const [name, part] of [
    ['client', '1 of 4'],
    ['client', '2 of 4'],
    ['arbiter', '3 of 4'],
    ['arbiter', '4 of 4'],
  ] as const) {
    const card = await planOf(scene.people[name]);
    expect(plain(card)).toContain(`Cancel and refund, ${part}.`);
    await settle(name, card);
  }
  expect(labels(await show(client))).toEqual(['Look again', 'Follow here', 'Remove from my records']);
  const ended = await press({ ...client, locale: 'es-ES' }, opened, 'end');
  expect(plain(ended)).toContain('No queda dinero en este depósito.');
});

test('a decision names a member by a mention, and a mistake in it by its line', async () => {
  const { client, provider, arbiter } = scene.people;
  await fund();
  await settle('provider', await fill(provider, await show(provider), 'Dispute', { milestone: '2' }));
  const decide = await show(arbiter);
  const decided = async (shares: string) => await fill(arbiter, decide, 'Decide 2', { shares });
  const card = await decided(`<@${provider.userId}> 60 %\n<@!${client.userId}> 7 USDC`);
  expect(plain(card)).toMatch(/\*\*11\.\d+ USDC\*\* to Service provider: Ben `/);
  expect(plain(card)).toContain('**Total** 19 USDC');
  expect(plain(card)).toContain(
    `<@${provider.userId}> is \`${addressOf('provider')}\`, as they said; nothing proves it.`,
  );
  expect(plain(await decided('@provider 5\nclient: the rest'))).toContain('Left in the escrow: 10.5 USDC');
  const stranger = scene.discord.person();
  expect(plain(await decided(`<@${stranger.userId}> 3`))).toContain('**line 1** has saved no wallet here');
  const unknown = plain(await decided('provider 1\n\nNobody I know 2'));
  expect(unknown).toContain('**Line 3** is neither an address nor a name that is known here');
  const twice = plain(await decided(`provider 1\n${addressOf('provider')} 2`));
  expect(twice).toContain('**Line 2** is there twice');
  const named = plain(await decided('provider 1'));
  expect(named).toContain(`Ben \`${addressOf('provider')}\``);
  const spanish = await fill({ ...arbiter, locale: 'es-ES' }, decide, 'resolve', { shares: 'Nadie 2' });
  expect(plain(spanish)).toContain('**Línea 1**');
  for (const each of [unknown, twice, named, plain(spanish)]) expect(each).not.toContain('distributions');
});

test('an outdated card asks the ledger again, and says what is done already or impossible, and who is next', async () => {
  const { client, provider } = scene.people;
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
  const click = scene.discord.clickId(client, fresh, release);
  const refused = plain(await until(() => click.messages.find((each) => each !== fresh && each.components)));
  expect(refused).toContain('Milestone 1 is in dispute, so it cannot be paid out.');
  expect(refused).toContain('What can be done now: Dispute resolver');
  expect(refused).toContain('STEP_NOT_POSSIBLE');
});

test('a stranger sees no button of a step, and gets nothing by pressing those of others', async () => {
  const { client, provider } = scene.people;
  await fund();
  const theirs = await show(provider);
  const report = buttonsOf(theirs).find(({ label }) => label === 'Report 1')?.custom_id as string;
  const approve = report.replace('report', 'approve');
  const stranger = scene.discord.person();
  const own = await show(stranger);
  expect(labels(own)).toEqual(['Save my wallet', 'Look again', 'Follow here']);
  expect(plain(own)).toContain('save your own address first');
  const pressed = async (who: Person, on: Message, id: string) => {
    const click = scene.discord.clickId(who, on, id);
    return plain(await until(() => click.messages.find((each) => each !== on && each.components)));
  };
  expect(await pressed(stranger, theirs, approve)).toContain('This card belongs to somebody else');
  await say(stranger, 'wallet', { address: addressOf('platform') });
  const refused = await pressed(stranger, own, approve);
  expect(refused).toContain(`In this escrow only the approver (Ana, ${addressOf('client')}) can approve`);
  expect(refused).toContain(`Demo Platform (${addressOf('platform')}) cannot.`);
  expect(refused).toContain('STEP_NOT_POSSIBLE');
  const seen = await show(client);
  for (const id of ['v1:approve:', 'v1:report:C', `v1:resolve:${'C'.repeat(56)}`, `${approve}9`, 'v1:look:x.1']) {
    expect(await pressed(client, seen, id)).toMatch(/This button is from another version|INPUT_INVALID/);
  }
});

test('a payment to a stranger is confirmed by typing the amount, and is listed as pending until then', async () => {
  const { client, arbiter } = scene.people;
  await fund();
  await settle('client', await fill(client, await show(client), 'Dispute', { milestone: '2' }));
  // The service's own account holds the token, and has no role in the escrow.
  const shares = `${NETWORKS.sandbox.feeAddress} 20`;
  const card = await fill(arbiter, await show(arbiter), 'Decide 2', { shares });
  expect(plain(card)).toContain('Read this first');
  expect(plain(card)).toContain('nobody with a role here');
  expect(labels(card)).toEqual(['I have read this', 'Details', 'Discard']);
  const listed = await say(arbiter, 'list', { status: 'open' });
  expect(plain(listed)).toContain('Read this first: Decide a dispute');
  const confirmed = scene.discord.submitModal(arbiter, await open(arbiter, card, 'I have read this'), { amount: '20' });
  await answered(confirmed);
  expect(plain(card)).toContain('To sign: Decide a dispute');
  await settle('arbiter', card);
});
