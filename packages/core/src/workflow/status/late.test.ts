/** Signatures that come too late. What each caller learns in each state is in submit/submit-life.test.ts. */
import { failure, openDesk, wallet } from '@countersign/testkit/desk/scripted-desk';
import { buildDeploy, NOW, request, requestInput, sandbox, time } from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY, include, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { answer, type Responder } from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { createDesk } from '../create-desk.ts';

const DAY = 24 * 3_600_000;
const END = (NOW + 100) * 1_000;

/** With a service that gives each deploy 100 s, and a ledger that closes as time goes on. */
async function openLate(policy: Parameters<typeof openDesk>[0] = {}) {
  const { ledger, state } = stateLedger();
  const deploy: Responder = (response, received) => {
    const condition = time(0, clock.now / 1_000 + 100);
    const unsignedTransaction = buildDeploy(request(), { condition, sequence: state.sequence + 1n });
    answer(201, { status: 'SUCCESS', unsignedTransaction })(response, received);
  };
  const { parts, clock, service } = await openDesk(policy, deploy);
  const race: { beforeClaim?: () => Promise<unknown> } = {};
  const { claim } = parts.store;
  const store: typeof parts.store = {
    ...parts.store,
    claim: async (...given) => {
      await race.beforeClaim?.();
      return await claim(...given);
    },
  };
  const desk = createDesk({ ...parts, store, ledger, patience: HURRY, signUrl: String });
  const at = (now: number) => {
    clock.now = now;
    state.closed = now;
    state.latest += 1;
  };
  const late = await desk.prepare('deploy', requestInput());
  const signedXdr = wallet(late.unsignedXdr);
  return { desk, store, at, late, signedXdr, ledger: state, race, asked: service.asked };
}

test('is late, not unknown, when the transaction is renewed while it is submitted', async () => {
  const { desk, at, race, late, signedXdr, asked } = await openLate();
  race.beforeClaim = async () => {
    at(END + 5_000);
    await desk.prepare('deploy', { id: late.id });
  };
  expect(await failure(desk.submit({ signedXdr }))).toMatchObject({
    code: 'TRANSACTION_EXPIRED',
    message: expect.stringMatching(/ 5 s ago; .* It was not sent\. A newer one was prepared for the same escrow\./),
  });
  expect(asked.map(({ url }) => url).join()).not.toContain('send-transaction');
});

test('is reported as late for 30 days, with the way to a fresh one', async () => {
  const { desk, store, late, signedXdr, at } = await openLate();
  at(END + 5_000);
  await desk.prepare('deploy', { id: late.id });
  for (const day of [15, 20, 30]) {
    at(END + day * DAY);
    await desk.settleAll();
    await store.sweep();
    expect((await failure(desk.prepare('deploy', { id: late.id }))).code).toBe('HANDLE_NOT_FOUND');
    for (const input of [{ signedXdr }, { signedXdr, id: late.id }]) {
      expect(await failure(desk.submit(input))).toMatchObject({
        code: 'TRANSACTION_EXPIRED',
        message: expect.stringContaining(`${day} days ago`),
        remedy: expect.stringContaining('prepare it again with the whole request'),
      });
    }
    expect((await failure(desk.lookUp({ transactionHash: late.transactionHash }))).code).toBe('TRANSACTION_EXPIRED');
  }
  at(END + 30 * DAY + 61_000);
  await store.sweep();
  expect(await store.findPast(late.transactionHash)).toBeUndefined();
});

test('says that it was prepared elsewhere when the ledger has it, also when it is read again', async () => {
  const { desk, at, ledger } = await openLate({ allowForeign: true });
  const salt = new Uint8Array(32).fill(4);
  const foreign = wallet(buildDeploy(request({ engagementId: 'elsewhere' }), { condition: time(0, NOW + 100), salt }));
  at(END + 5_000);
  include(ledger, readTransaction(foreign, sandbox.passphrase).hashHex);
  for (const _ of [1, 2]) {
    const found = await desk.submit({ signedXdr: foreign });
    expect(found).toMatchObject({ status: 'settled', by: 'ledger', preparedHere: false });
  }
});
