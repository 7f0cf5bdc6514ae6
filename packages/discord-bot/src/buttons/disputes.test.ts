/** An escrow that is cancelled, by its plan. */
import type { Person } from '@countersign/testkit/discord/discord';
import { CANCEL, useEscrow } from '@countersign/testkit/discord/escrow-scene';
import { addressOf, labels, plain } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';

const { scene, press, show, settle, fund } = useEscrow();

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
