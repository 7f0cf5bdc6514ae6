/** Every answer about requests for several milestones of three escrows: refusals, repetitions, and what stops them. */
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { startTestSandbox } from '@countersign/testkit/ledger/sandbox-client';
import { signAs } from '@countersign/testkit/mcp/request';
import { deployInput, provider } from '@countersign/testkit/page/scene';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { deadUrl } from '@countersign/testkit/service/scripted-service';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { toCountersignError } from '../../errors/errors.ts';
import { NETWORKS } from '../../escrow/network.ts';
import { STEP_NAMES } from '../../escrow/steps.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Desk } from '../create-desk.ts';
import { LOCAL_PERSON } from '../model/person.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

afterEach(endClock);

/** What other records show already. */
const LEFT_OUT = [
  'summary',
  'judgement',
  'unsignedXdr',
  'transactionHash',
  'contractId',
  'expiresAt',
  'feeXlm',
  'names',
];

async function openLife() {
  restartClock();
  const now = () => Date.now();
  const { sandbox } = await startTestSandbox({ now });
  const store = openSqliteStore(undefined, 'sandbox', now);
  const parts = { on: sandbox, store, policy: { ...policy, feeStop: 2_000 }, now, signUrl: String };
  const desk = createTestDesk(parts);
  onTestFinished(async () => {
    await desk.close();
    await sandbox.close();
  });
  const part = createPart();
  const noted = async <Answer extends object>(title: string, call: Promise<Answer>): Promise<Answer> => {
    passTime(2);
    const answer = await call.catch(
      (error: unknown) => ({ refused: { ...toCountersignError(error).toView() } }) as never,
    );
    const shown = Object.entries(answer).filter(([key]) => !LEFT_OUT.includes(key));
    part.note(title, JSON.parse(JSON.stringify(Object.fromEntries(shown))));
    return answer;
  };
  const prepare = (input: object, on: Pick<Desk, 'prepareStep'> = desk) =>
    noted(`prepares ${JSON.stringify(input)}`, on.prepareStep(STEP_NAMES, input));
  const sign = async (who: string, { id }: { readonly id: string }, on = desk) => {
    const { unsignedXdr, transactionHash } = await desk.renew(id);
    return await noted(`${who} signs`, on.submit({ id, signedXdr: signAs(who, String(unsignedXdr), transactionHash) }));
  };
  const quietly = async (who: string, name: 'approve' | 'fund' | 'dispute' | 'deploy', input: object) => {
    passTime(2);
    const { id, unsignedXdr, transactionHash, contractId } = await desk.prepare(name, input as never);
    await desk.submit({ id, signedXdr: signAs(who, String(unsignedXdr), transactionHash) });
    return { id, contractId };
  };
  const funded = async (changes: Parameters<typeof deployInput>[0]) => {
    const { id, contractId } = await quietly('client', 'deploy', deployInput(changes));
    await quietly('client', 'fund', { id });
    return { id, escrow: contractId };
  };
  const record = (name: string) => expect(part.text()).toMatchFileSnapshot(`recorded/${name}.txt`);
  return { desk, parts, noted, prepare, sign, quietly, funded, record };
}

test('answers each call of a request for several milestones, until nothing is left of it', async () => {
  const { desk, parts, noted, prepare, sign, quietly, funded, record } = await openLife();
  const { id, escrow } = await funded({ engagementId: 'ENG-1' });
  const readOnly = createTestDesk({ ...parts, policy: { ...parts.policy, readOnly: true } });
  await prepare({ action: 'approve', escrow, milestones: [1, 2] }, readOnly);
  for (const input of [
    { milestones: [1, 2] },
    { action: 'pay', milestones: [1, 2] },
    { action: 'update', milestones: [{ description: 'Only one', amount: '1' }], title: 4 },
    { action: 'extend', days: 30, milestones: [1, 2] },
    { action: 'dispute', milestones: [1, 2] },
    { action: 'approve', milestones: [3, 4, 5] },
    { action: 'approve', milestones: '1-2 y 7' },
    { action: 'approve', milestones: [1, 2], milestone: 1 },
    { action: 'approve', milestones: [1, 2], evidence: 'Files' },
    { action: 'release', milestones: [1, 2] },
  ]) {
    await prepare({ ...input, escrow });
  }
  await prepare({ action: 'approve', id, escrow, milestones: [1] });
  await prepare({ action: 'approve', id: 'f'.repeat(32), milestones: [1] });
  const one = await prepare({ action: 'approve', id, milestones: [3] });
  await prepare({ action: 'approve', id: one.id, milestones: [3] });
  await quietly('client', 'approve', { escrow, milestone: 2 });
  const first = await prepare({ action: 'approve', escrow, milestones: [2, 1, 3] });
  await prepare({ action: 'approve', id: ` ${id} `, milestones: '1, 3' });
  await prepare({ action: 'approve', escrow, milestones: '3 and 1' });
  await noted('Bob looks it up', desk.for({ tenant: 'guild', id: 'bob' }).lookUp({ id: first.id }));
  await noted('looks it up', desk.lookUp({ id: first.id }));
  await noted('looks it up with a wrong wait', desk.lookUp({ id: first.id, waitSeconds: 'long' }));
  await noted('continues it too early', desk.prepareFollowing(first.id));
  await sign('client', first, desk.for(LOCAL_PERSON, { mayPrepare: false }) as Desk);
  await noted('looks up what is settled', desk.for(LOCAL_PERSON, { mayPrepare: false }).lookUp({ id: first.id }));
  await noted('a reader continues it', desk.for(LOCAL_PERSON, { mayPrepare: false }).prepareFollowing(first.id));
  const { passphrase } = NETWORKS.sandbox;
  const offline = createTestDesk({ ...parts, ledger: openLedger([await deadUrl()], passphrase) });
  await noted('looks it up without a ledger', offline.lookUp({ id: first.id }));
  const next = await noted('continues it', desk.prepareFollowing(first.id));
  await noted('continues it again', desk.prepareFollowing(first.id));
  await prepare({ action: 'approve', escrow, milestones: [1, 3] });
  await sign('client', next);
  await noted('looks up the first', desk.lookUp({ id: ` ${first.id}`, waitSeconds: 1 }));
  await noted('continues what is over', desk.prepareFollowing(first.id));
  await prepare({ action: 'approve', escrow, milestones: [1, 3] });
  await record('several-milestones');
});

test('reports why a request for several milestones stops', async () => {
  const { desk, noted, prepare, sign, quietly, funded, record } = await openLife();
  const { escrow } = await funded({ engagementId: 'ENG-1' });
  await quietly('client', 'approve', { escrow, milestone: 1 });
  await quietly('client', 'approve', { escrow, milestone: 2 });
  await prepare({ action: 'release', escrow, milestones: [1, 2, 3] });
  await prepare({ action: 'release', escrow, milestones: [1, 2], signer: provider.address });
  const first = await prepare({ action: 'release', escrow, milestones: [1, 2] });
  await quietly('provider', 'dispute', { escrow, milestone: 2, signer: provider.address });
  await prepare({ action: 'release', escrow, milestones: [1, 2] });
  await sign('client', first);
  await noted('looks up what is in dispute', desk.lookUp({ id: first.id }));
  await noted('continues what is in dispute', desk.prepareFollowing(first.id));

  const other = await funded({ engagementId: 'ENG-2' });
  const approval = await prepare({ action: 'approve', escrow: other.escrow, milestones: [1, 2, 3] });
  const { plan } = await sign('client', approval);
  await noted('the second is declined', desk.page(String(plan?.next?.signUrl)).decline('Not this one'));
  await noted('looks up what is declined', desk.lookUp({ id: approval.id }));
  await noted('continues what is declined', desk.prepareFollowing(approval.id));
  await noted('next on its page', desk.page(String(approval.signUrl)).prepareNext({ action: 'plan' }));
  const again = await prepare({ action: 'approve', escrow: other.escrow, milestones: [2, 3] });
  await quietly('client', 'approve', { escrow: other.escrow, milestone: 3 });
  await sign('client', again);
  await noted('looks up what was done elsewhere', desk.lookUp({ id: again.id }));
  await noted('continues what was done elsewhere', desk.prepareFollowing(again.id));

  const single = await funded({ engagementId: 'ENG-3', kind: 'single' });
  await prepare({ action: 'release', escrow: single.escrow, milestones: [1, 2] });
  const all = await prepare({ action: 'approve', id: single.id, milestones: '1-3' });
  await sign('client', all);
  await record('several-milestones-stopped');
});
