/** Several milestones of one request, on a real ledger: each once. What each call answers is in several-life.test.ts. */
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { failure } from '@countersign/testkit/desk/failure';
import { sendSigned } from '@countersign/testkit/ledger/newcomer';
import { signAs } from '@countersign/testkit/mcp/request';
import { fundedEscrow, openScene, signAndSend, take } from '@countersign/testkit/page/scene';
import { folderOfFile } from '@countersign/testkit/processes/temporary-folder';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { NETWORKS } from '../../escrow/network.ts';
import { STEP_NAMES } from '../../escrow/steps.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Desk } from '../create-desk.ts';
import { LOCAL_PERSON } from '../model/person.ts';

const folder = folderOfFile();
const scene = await openScene(folder);
afterAll(() => scene.close());

const prepare = (input: object, desk: Pick<Desk, 'prepareStep'> = scene.desk) => desk.prepareStep(STEP_NAMES, input);
const sign = async (step: { readonly id: string }, desk: Desk = scene.desk) => {
  const { id, unsignedXdr, transactionHash } = await desk.renew(step.id);
  return await desk.submit({ id, signedXdr: signAs('client', String(unsignedXdr), transactionHash) });
};

test('prepares each when the one before it has settled, and ends a wait with the link of the next', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  const first = await prepare({ action: 'approve', escrow, milestones: [1, 2, 3] });
  const handles = (await desk.handles()).length;
  const waiting = desk.lookUp({ id: first.id, waitSeconds: 30 });
  await sign(first);
  const second = await waiting;
  expect(second).toMatchObject({ status: 'prepared', signUrl: expect.any(String), plan: { milestone: 2, done: [1] } });
  // The wait for an earlier one does not hold it back either.
  const begun = performance.now();
  expect(await desk.lookUp({ id: first.id, waitSeconds: 30 })).toMatchObject({ id: second.id, status: 'prepared' });
  expect(performance.now() - begun).toBeLessThan(10_000);
  await sign(second);
  const third = await desk.lookUp({ id: second.id });
  await sign(third);
  const over = await desk.lookUp({ id: first.id, waitSeconds: 30 });
  expect(over).toMatchObject({ id: third.id, status: 'settled', plan: { done: [1, 2, 3] } });
  expect((await desk.handles()).length - handles).toBe(2);
  // Each transaction can still be looked up alone.
  const { transactionHash } = await desk.status(first.id);
  expect(await desk.lookUp({ transactionHash })).toMatchObject({ id: first.id, status: 'settled' });
});

test('prepares nothing when a request is only looked up, and nothing twice in another process', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  const request = { action: 'approve', escrow, milestones: [1, 2, 3] };
  const first = await prepare(request);
  const { plan } = await sign(first);
  expect(plan).toMatchObject({ milestone: 1, done: [1], next: { milestone: 2, signUrl: expect.any(String) } });
  const requestIds = await desk.handles();
  expect(requestIds[0]).toBe(plan?.next?.id);
  const reading = desk.for(LOCAL_PERSON, { mayPrepare: false });
  expect(await reading.lookUp({ id: first.id })).toMatchObject({ id: plan?.next?.id, status: 'prepared' });
  // Sent by the wallet itself, so no submission prepares what follows.
  const { unsignedXdr, transactionHash } = await desk.renew(String(plan?.next?.id));
  await sendSigned(scene.rpcUrl, signAs('client', String(unsignedXdr), transactionHash));
  for (const each of [reading, desk]) {
    expect(await each.lookUp({ id: first.id, waitSeconds: 1 })).toMatchObject({
      id: plan?.next?.id,
      status: 'settled',
      plan: { done: [1, 2], next: { milestone: 3 } },
    });
  }
  expect(await desk.handles()).toEqual(requestIds);
  const now = () => Date.now() + scene.clock.ahead;
  const other = openDeskOfTest({ folder, ledger: openLedger([scene.rpcUrl], NETWORKS.sandbox.passphrase), now });
  const [here, there] = await Promise.all([desk.prepareFollowing(first.id), other.prepareFollowing(first.id)]);
  expect(here).toMatchObject({ status: 'prepared', plan: { milestone: 3, done: [1, 2] } });
  const again = await prepare(request, other);
  expect([there.id, again.id]).toEqual([here.id, here.id]);
  expect(await desk.handles()).toEqual([here.id, ...requestIds]);
});

test('warns of every milestone without a report, and blocks one whose report changed since it was requested', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  const report = (evidence: string) => take(desk, 'provider', 'change-status', { escrow, milestone: 2, evidence });
  const unreported = (...milestones: readonly number[]) => [{ code: 'WORK_NOT_REPORTED', params: { milestones } }];
  await report('https://example.org/first');
  const first = await prepare({ action: 'approve', escrow, milestones: [1, 2, 3] });
  expect(first.judgement.warnings).toEqual(unreported(1, 3));
  await report('https://example.org/second');
  await sign(first);
  const second = await desk.renew((await desk.lookUp({ id: first.id })).id);
  expect(second).toMatchObject({ status: 'to-confirm', summary: { milestone: { number: 2 } } });
  const stops = [{ code: 'REPORT_CHANGED', params: { milestone: 2 } }];
  expect(second.judgement).toMatchObject({ stops, warnings: unreported(3) });
  const confirmed = await desk.confirm(second.id, { amount: '0', shown: second.judgement.key });
  await signAndSend(desk, 'client', confirmed as typeof first);
  const third = await desk.renew((await desk.lookUp({ id: first.id })).id);
  expect(third).toMatchObject({ status: 'prepared', summary: { milestone: { number: 3 } }, judgement: { stops: [] } });
});

test('stops at a limit until it is lifted, and lets anyone with the link of its page go on for its owner', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  for (const milestone of [1, 2]) await take(desk, 'client', 'approve', { escrow, milestone });
  const first = await prepare({ action: 'release', escrow, milestones: [1, 2] });
  const page = desk.page(String(first.signUrl).slice(-32), 'a browser');
  const following = () => page.prepareNext({ action: 'plan' });
  expect((await failure(following())).code).toBe('STEP_NOT_POSSIBLE');
  await desk.setLimits({ maxAmount: '2000' });
  onTestFinished(async () => void (await desk.setLimits({})));
  expect((await sign(first)).plan?.stopped).toContain('2800.5');
  await desk.setLimits({});
  const next = await following();
  expect(await following()).toEqual(next);
  const view = await desk.page(next.page).view();
  expect(view).toMatchObject({ action: 'release', status: { plan: { milestone: 2, done: [1] } } });
  expect((await desk.handles())[0]).toBe(view.id);
  expect((await desk.prepareFollowing(first.id)).id).toBe(view.id);
});
