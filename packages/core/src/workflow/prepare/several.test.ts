/** Several milestones of one request, on a real ledger: one after the other, each once, until one stops them. */
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { failure } from '@countersign/testkit/desk/failure';
import { sendSigned } from '@countersign/testkit/ledger/newcomer';
import { signAs } from '@countersign/testkit/mcp/request';
import { deployInput, fundedEscrow, openScene, provider, signAndSend, take } from '@countersign/testkit/page/scene';
import { folderOfFile } from '@countersign/testkit/processes/temporary-folder';
import { deadUrl } from '@countersign/testkit/service/scripted-service';
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

/** Of the escrow's milestones, by the ledger. */
const statesOf = async (escrow: string) =>
  (await scene.desk.get({ contractId: escrow })).milestones.map(({ state }) => state);

/** Another process on the same store and ledger, with its own builder. */
function anotherDesk(rpcUrl = scene.rpcUrl): Desk {
  const now = () => Date.now() + scene.clock.ahead;
  return openDeskOfTest({ folder, ledger: openLedger([rpcUrl], NETWORKS.sandbox.passphrase), now });
}

test('prepares each when the one before it has settled, and ends a wait with the link of the next', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  const first = await prepare({ action: 'approve', escrow, milestones: [1, 2, 3] });
  expect(first.summary.does).toContain('milestone 1');
  expect(first.plan).toEqual({ milestones: [1, 2, 3], milestone: 1, done: [] });
  expect(first.next).toContain('1 of 3: milestone 1. Then milestones 2 and 3');
  const handles = (await desk.handles()).length;

  const waiting = desk.lookUp({ id: first.id, waitSeconds: 30 });
  await sign(first);
  const second = await waiting;
  expect(second).toMatchObject({ status: 'prepared', action: 'approve', signUrl: expect.any(String) });
  expect(second.id).not.toBe(first.id);
  // The wait for an earlier one does not hold it back either.
  const begun = performance.now();
  expect(await desk.lookUp({ id: first.id, waitSeconds: 30 })).toMatchObject({ id: second.id, status: 'prepared' });
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(second.plan).toMatchObject({ milestone: 2, done: [1] });
  expect(second.next).toContain('Done: milestone 1. 2 of 3: milestone 2. Then milestone 3');
  await sign(second);
  const third = await desk.lookUp({ id: second.id });
  expect(third.plan).toMatchObject({ milestone: 3, done: [1, 2] });
  await sign(third);

  const over = await desk.lookUp({ id: first.id, waitSeconds: 30 });
  expect(over).toMatchObject({ id: third.id, status: 'settled' });
  expect(over.plan).toMatchObject({ done: [1, 2, 3] });
  expect(over.plan).not.toHaveProperty('next');
  expect(over.next).toContain('Nothing is left of this request.');
  expect((await desk.handles()).length - handles).toBe(2);
  expect(await statesOf(escrow)).toEqual(['approved', 'approved', 'approved']);
  // Each transaction can still be looked up alone.
  const { transactionHash } = await desk.status(first.id);
  expect(await desk.lookUp({ transactionHash })).toMatchObject({ id: first.id, status: 'settled' });
});

test('warns of every milestone of the request that has no report, and of no reported one', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  await take(desk, 'provider', 'change-status', { escrow, milestone: 2, status: 'done', evidence: 'Files' });
  const unreported = (...milestones: readonly number[]) => [{ code: 'WORK_NOT_REPORTED', params: { milestones } }];
  const first = await prepare({ action: 'approve', escrow, milestones: [1, 2, 3] });
  expect(first.judgement.warnings).toEqual(unreported(1, 3));
  await sign(first);
  const second = await desk.renew((await desk.lookUp({ id: first.id })).id);
  expect(second).toMatchObject({ summary: { milestone: { number: 2 } }, judgement: { warnings: unreported(3) } });
});

test('returns the next with the outcome of a submission, and prepares nothing when it is only looked up', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  const first = await prepare({ action: 'approve', escrow, milestones: [1, 2, 3] });
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
  // What is left cannot be read then, but the outcome is stored.
  const offline = anotherDesk(await deadUrl());
  expect(await offline.lookUp({ id: first.id })).toMatchObject({ status: 'settled', plan: { next: { milestone: 3 } } });
  expect(await desk.handles()).toEqual(requestIds);
  expect(await reading.prepareFollowing(String(plan?.next?.id))).toMatchObject({ id: plan?.next?.id });
  expect(await desk.handles()).toEqual(requestIds);
  const third = await desk.prepareFollowing(first.id);
  expect(third).toMatchObject({ status: 'prepared', plan: { milestone: 3, done: [1, 2] } });
  expect(await desk.handles()).toEqual([third.id, ...requestIds]);
});

test('pays out several, and needs the money of all of them before the first is prepared', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  for (const milestone of [1, 2]) await take(desk, 'client', 'approve', { escrow, milestone });
  const refused = await failure(prepare({ action: 'release', escrow, milestones: [1, 2, 3] }));
  expect(refused.code).toBe('STEP_NOT_POSSIBLE');
  expect(refused.message).toContain('Milestone 3 is not approved yet. Nothing was prepared.');
  expect(refused.remedy).toContain('ask for milestones 1 and 2 alone');
  const first = await prepare({ action: 'release', escrow, milestones: '1 and 2' });
  await sign(first);
  const second = await desk.lookUp({ id: first.id });
  expect(second.plan).toMatchObject({ milestone: 2, done: [1] });
  await sign(second);
  const over = await desk.lookUp({ id: first.id });
  expect(over).toMatchObject({ id: second.id, status: 'settled', plan: { done: [1, 2] } });
  expect(over.paid?.join()).toContain(provider.address);
  expect(await statesOf(escrow)).toEqual(['released', 'released', 'open']);
});

test('asked for again, continues where it was, in another process too, and prepares nothing twice', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  const request = { action: 'approve', escrow, milestones: [1, 2, 3] };
  const first = await prepare(request);
  expect((await prepare(request)).id).toBe(first.id);
  await sign(first);
  const other = anotherDesk();
  const [here, there] = await Promise.all([desk.lookUp({ id: first.id }), other.lookUp({ id: first.id })]);
  expect(there.id).toBe(here.id);
  const again = await prepare(request, other);
  expect(again.id).toBe(here.id);
  expect(again.plan).toEqual({ milestones: [1, 2, 3], milestone: 2, done: [1] });
  await sign(here, desk);
  const third = await other.lookUp({ id: first.id });
  expect(third.plan).toMatchObject({ milestone: 3, done: [1, 2] });
  await sign(third);
  expect((await other.lookUp({ id: first.id })).plan).toMatchObject({ done: [1, 2, 3] });
  const done = await failure(prepare(request));
  expect(done.code).toBe('ALREADY_SO');
  for (const milestone of [1, 2, 3]) expect(done.message).toContain(`Milestone ${milestone} is approved already.`);
});

test('skips finished steps, and reports that', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  await take(desk, 'client', 'approve', { escrow, milestone: 2 });
  const first = await prepare({ action: 'approve', escrow, milestones: [1, 2, 3] });
  expect(first.plan).toEqual({ milestones: [1, 3], milestone: 1, done: [], already: [2] });
  const last = await prepare({ action: 'approve', escrow, milestones: [2, 3] });
  expect(last.plan).toEqual({ milestones: [3], milestone: 3, done: [], already: [2] });
  await signAndSend(desk, 'client', last);
  // What was done elsewhere when its turn came is not done twice.
  await sign(first);
  expect(await desk.lookUp({ id: first.id })).toMatchObject({ id: first.id, plan: { done: [1, 3] } });
});

test('prepares nothing more once one was declined, until it is asked for again', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  const request = { action: 'approve', escrow, milestones: [1, 2, 3] };
  const first = await prepare(request);
  await sign(first);
  const second = await desk.lookUp({ id: first.id });
  await desk.page(String(second.signUrl).slice(-32)).decline('Not this one');
  const stopped = await desk.lookUp({ id: first.id, waitSeconds: 5 });
  expect(stopped).toMatchObject({ id: second.id, status: 'declined', detail: 'Not this one' });
  expect(stopped.plan).toMatchObject({ done: [1], stopped: expect.stringContaining('declined on its page') });
  expect(stopped.next).toContain('Not done: milestones 2 and 3.');
  const page = desk.page(String(first.signUrl).slice(-32));
  expect((await failure(page.prepareNext({ action: 'plan' }))).code).toBe('STEP_NOT_POSSIBLE');
  const again = await prepare(request);
  expect(again.id).not.toBe(second.id);
  expect(again.plan).toMatchObject({ milestones: [2, 3], milestone: 2, done: [], already: [1] });
});

test('blocks a later milestone whose report changed since all of them were requested', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  const report = (milestone: number, evidence: string) =>
    take(desk, 'provider', 'change-status', { escrow, milestone, evidence });
  for (const milestone of [1, 2, 3]) await report(milestone, 'https://example.org/first');
  const first = await prepare({ action: 'approve', escrow, milestones: [1, 2, 3] });
  await report(2, 'https://example.org/second');
  await sign(first);
  const second = await desk.renew((await desk.lookUp({ id: first.id })).id);
  expect(second).toMatchObject({ status: 'to-confirm', summary: { milestone: { number: 2 } } });
  expect(second.judgement.stops).toEqual([{ code: 'REPORT_CHANGED', params: { milestone: 2 } }]);
  const confirmed = await desk.confirm(second.id, { amount: '0', shown: second.judgement.key });
  await signAndSend(desk, 'client', confirmed as typeof first);
  const third = await desk.renew((await desk.lookUp({ id: first.id })).id);
  expect(third).toMatchObject({ status: 'prepared', summary: { milestone: { number: 3 } }, judgement: { stops: [] } });
});

test('stops at one that is no longer possible, and says why', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  for (const milestone of [1, 2]) await take(desk, 'client', 'approve', { escrow, milestone });
  const first = await prepare({ action: 'release', escrow, milestones: [1, 2] });
  await take(desk, 'provider', 'dispute', { escrow, milestone: 2, signer: provider.address });
  const { plan, next } = await sign(first);
  expect(plan?.stopped).toContain('Milestone 2 is in dispute');
  const stopped = await desk.lookUp({ id: first.id });
  expect(stopped).toMatchObject({ plan, next });
  expect(stopped).toMatchObject({ id: first.id, status: 'settled' });
  expect(stopped.plan).toMatchObject({ done: [1], stopped: expect.stringContaining('Milestone 2 is in dispute') });
  expect(stopped.next).toContain('Not done: milestone 2.');
});

test('stops at a limit, and continues once it is lifted', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  for (const milestone of [1, 2]) await take(desk, 'client', 'approve', { escrow, milestone });
  const first = await prepare({ action: 'release', escrow, milestones: [1, 2] });
  await desk.setLimits({ maxAmount: '2000' });
  onTestFinished(async () => void (await desk.setLimits({})));
  expect((await sign(first)).plan?.stopped).toContain('2800.5');
  await desk.setLimits({});
  expect((await desk.prepareFollowing(first.id)).plan).toMatchObject({ milestone: 2, done: [1] });
});

test('lets anyone with the link of a page go on for its owner, and no one else', async () => {
  const ada = scene.desk.for({ tenant: 'guild', id: 'ada' });
  const deploy = await ada.prepare('deploy', deployInput());
  await signAndSend(ada, 'client', deploy);
  const escrow = deploy.contractId;
  const first = await prepare({ action: 'approve', escrow, milestones: [1, 2] }, ada);
  const page = scene.desk.page(String(first.signUrl).slice(-32), 'a browser');
  expect((await failure(page.prepareNext({ action: 'plan' }))).code).toBe('STEP_NOT_POSSIBLE');
  await page.submit(signAs('client', String(first.unsignedXdr), first.transactionHash));
  expect((await page.view()).status.plan).toMatchObject({ next: { milestone: 2 }, done: [1] });
  const next = await page.prepareNext({ action: 'plan' });
  expect(await page.prepareNext({ action: 'plan' })).toEqual(next);
  const view = await scene.desk.page(next.page).view();
  expect(view).toMatchObject({ action: 'approve', status: { plan: { milestone: 2, done: [1] } } });
  expect(await ada.handles()).toContain(view.id);
  const bob = scene.desk.for({ tenant: 'guild', id: 'bob' });
  expect((await failure(bob.lookUp({ id: first.id }))).code).toBe('HANDLE_NOT_FOUND');
});

test.each<[object, string, string]>([
  [{ action: 'approve', milestones: [] }, 'milestones', 'NO_MILESTONES'],
  [{ action: 'approve', milestones: [2, 2] }, 'milestones[1]', 'MILESTONE_TWICE'],
  [{ action: 'approve', milestones: [1, 7] }, 'milestones[1]', 'NO_SUCH_MILESTONE'],
  [{ action: 'approve', milestones: [1, 2], milestone: 3 }, 'milestones', 'MILESTONE_OR_SEVERAL'],
  [{ action: 'dispute', milestones: [1, 2] }, 'milestones', 'ONE_MILESTONE'],
  [{ action: 'extend', days: 30, milestones: [1, 2] }, 'milestones', 'UNKNOWN_STEP_FIELD'],
  [{ action: 'approve', milestones: [1, 2], evidence: 'x' }, 'evidence', 'UNKNOWN_STEP_FIELD'],
])('refuses %j', async (input, path, code) => {
  const escrow = await escrowForErrors();
  const { code: is, fields } = await failure(prepare({ escrow, ...input }));
  expect([is, fields]).toEqual(['INPUT_INVALID', [expect.objectContaining({ path })]]);
  expect(fields?.[0]?.problem).toMatchObject({ code });
});

test('refuses another signer, an escrow that is paid at once, and an id with milestones', async () => {
  const { desk } = scene;
  const escrow = await escrowForErrors();
  const notTheirs = await failure(prepare({ action: 'release', escrow, milestones: [1, 2], signer: provider.address }));
  expect(notTheirs.code).toBe('STEP_NOT_POSSIBLE');
  const milestones = ['Design', 'Launch'].map((description) => ({ description, amount: '1' }));
  const single = await desk.prepare('deploy', deployInput({ kind: 'single', milestones }));
  await signAndSend(desk, 'client', single);
  const atOnce = await failure(prepare({ action: 'release', id: single.id, milestones: [1, 2] }));
  expect(atOnce.fields).toMatchObject([{ path: 'milestones', problem: { code: 'PAID_AT_ONCE' } }]);
  // Its milestones are approved one by one.
  expect((await prepare({ action: 'approve', id: single.id, milestones: [1, 2] })).plan).toMatchObject({
    milestone: 1,
  });
  const { id } = await prepare({ action: 'approve', escrow, milestone: 1 });
  const both = await failure(prepare({ action: 'approve', id, milestones: [1, 2] }));
  expect(both.fields).toMatchObject([{ path: 'id', problem: { code: 'ID_ALONE' } }]);
});

let kept: Promise<string> | undefined;
function escrowForErrors(): Promise<string> {
  kept ??= fundedEscrow(scene.desk);
  return kept;
}
