/** Escrows named by their titles, on a real ledger, by people who prepared, signed or only saw them. */
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { failure } from '@countersign/testkit/desk/failure';
import { deployInput, fundedEscrow, openScene, provider, signAndSend } from '@countersign/testkit/page/scene';
import { afterAll, expect, test } from 'vitest';
import { fieldProblem } from '../../errors/errors.ts';
import { NETWORKS } from '../../escrow/network.ts';
import { STEP_NAMES } from '../../escrow/steps.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Desk } from '../create-desk.ts';
import { LOCAL_PERSON } from '../model/person.ts';

const scene = await openScene();
afterAll(() => scene.close());

const { desk } = scene;
const EVE = { tenant: 'guild', id: 'eve' };

/** Somebody elsewhere, with the same ledger. */
const openElsewhere = (): Desk =>
  openDeskOfTest({ ledger: openLedger([scene.rpcUrl], NETWORKS.sandbox.passphrase), now: () => Date.now() });
const problemOf = async (work: Promise<unknown>) => (await failure(work)).fields?.[0];

test('takes a title for the one escrow of the person that has it', async () => {
  const escrow = await fundedEscrow(desk, { title: 'Café sign' });
  expect(await desk.get({ escrow: 'cafe SIGN' })).toMatchObject({ contractId: escrow, state: 'working' });
  const step = { action: 'approve', escrow: 'Café sign', milestone: 1 };
  expect(await desk.prepareStep(STEP_NAMES, step)).toMatchObject({ contractId: escrow });
  const { balances, wallet } = await desk.balances({ addresses: ['Café sign'], wallet: 'provider' });
  expect(balances).toMatchObject([{ address: escrow }]);
  expect(wallet).toEqual({ address: provider.address, holds: [{ asset: 'USDC', balance: expect.any(String) }] });
  expect(await desk.end({ escrow: 'Café sign' })).toMatchObject({ contractId: escrow });
  expect(await problemOf(desk.get({ escrow: 'Café' }))).toMatchObject({
    path: 'escrow',
    problem: { code: 'NO_SUCH_TITLE' },
  });
});

test('names the candidates where several have the title', async () => {
  const one = await fundedEscrow(desk, { title: 'Poster', engagementId: 'poster-1' });
  const other = await desk.prepare('deploy', deployInput({ title: 'Poster', engagementId: 'poster-2' }));
  for (const work of [
    desk.get({ escrow: 'Poster' }),
    desk.prepareStep(STEP_NAMES, { action: 'approve', escrow: 'Poster', milestone: 1 }),
  ]) {
    expect(await problemOf(work)).toEqual(
      fieldProblem('escrow', 'SEVERAL_ESCROWS', {
        escrows: [`${other.contractId} (poster-2, 5000 USDC)`, `${one} (poster-1, 5000 USDC)`],
      }),
    );
  }
  await desk.discard(other.id);
  expect(await desk.get({ escrow: 'Poster' })).toMatchObject({ contractId: one });
});

test('never means the escrow of somebody else, even one that they share', async () => {
  const eve = desk.for(EVE);
  const theirs = await eve.prepare('deploy', deployInput({ title: 'Mural' }));
  await eve.grant(theirs.id, LOCAL_PERSON, 'sign');
  expect(await problemOf(desk.get({ escrow: 'Mural' }))).toMatchObject({ problem: { code: 'NO_SUCH_TITLE' } });
  const own = await desk.prepare('deploy', deployInput({ title: 'Mural' }));
  expect(await desk.get({ escrow: 'Mural' })).toMatchObject({ contractId: own.contractId });
});

test('finds an escrow from elsewhere by its title once a wallet of the person has paid into it', async () => {
  const escrow = await fundedEscrow(desk, { title: 'Song' });
  const other = openElsewhere();
  expect(await problemOf(other.get({ escrow: 'Song' }))).toMatchObject({ problem: { code: 'NO_SUCH_TITLE' } });
  const payment = { escrow, signer: deployInput().signer, amount: '1' };
  const prepared = await other.prepare('fund', payment);
  await other.confirm(prepared.id, { amount: prepared.summary.amount, shown: prepared.judgement.key });
  await signAndSend(other, 'client', await other.prepare('fund', { id: prepared.id }));
  expect(await other.get({ escrow: 'Song' })).toMatchObject({ contractId: escrow });
});
