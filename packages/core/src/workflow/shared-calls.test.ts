/** Calls of the desk that meet: the same request prepared twice at once, a balance read while its escrow settles. */

import { wallet } from '@countersign/testkit/desk/scripted-desk';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import {
  buildDeploy,
  escrowAt,
  NOW,
  request,
  requestInput,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { answer, type Responder, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';

const contractId = escrowAt();
const unsignedTransaction = buildDeploy(request(), { condition: time(0, NOW + 100) });
const deployed = answer(201, { status: 'SUCCESS', unsignedTransaction });

async function openDesk(...scenes: Responder[]) {
  const service = await startScriptedService(...scenes);
  const now = () => NOW * 1_000;
  const store = openSqliteStore(undefined, 'sandbox', now);
  const lines: string[] = [];
  const desk = createTestDesk({
    service: service.client({ now }),
    store,
    now,
    log: (level, message) => lines.push(`${level}: ${message}`),
  });
  return { desk, service, lines, store };
}

test('makes one call and one request when several prepare the same at once', async () => {
  const { desk, service } = await openDesk((response, received) => {
    setTimeout(() => deployed(response, received), 50);
  });
  const controller = new AbortController();
  const gone = desk.prepare('deploy', requestInput(), { signal: controller.signal });
  const offers = Promise.all([1, 2, 3].map(() => desk.prepare('deploy', requestInput())));
  controller.abort();
  await expect(gone).rejects.toMatchObject({ code: 'CANCELLED' });
  const [first, ...others] = await offers;
  expect(others).toEqual([first, first]);
  expect(service.asked).toHaveLength(1);
  expect(desk.metrics()).toMatchObject({ requests: { deploy: 1 } });
});

test('a caller that waits for another process can leave, and does not wait for a dead one', async () => {
  const { desk, store, service } = await openDesk(deployed);
  const prepared = Promise.withResolvers<string>();
  const { takeLease } = store;
  Object.assign(store, {
    takeLease: async (key: string, holder: string, ms: number) => {
      // Another process has it, and dies.
      if (await takeLease(key, 'another process', 400)) prepared.resolve(key);
      return await takeLease(key, holder, ms);
    },
  });
  const controller = new AbortController();
  const gone = desk.prepare('deploy', requestInput(), { signal: controller.signal });
  await prepared.promise;
  controller.abort();
  await expect(gone).rejects.toMatchObject({ code: 'CANCELLED' });
  Object.assign(store, { takeLease });
  expect((await desk.prepare('deploy', requestInput())).status).toBe('prepared');
  expect(service.asked).toHaveLength(1);
});

test('a balance read that began before the escrow was sent is not given to a caller who asks after it', async () => {
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const held: Responder = (response, received) => {
    arrived.resolve();
    void release.promise.then(() => answer(200, [{ address: contractId, balance: 1 }])(response, received));
  };
  const success = answer(200, { status: 'SUCCESS', contractId });
  const { desk } = await openDesk(deployed, held, success, answer(200, [{ address: contractId, balance: 2 }]));
  const query = { signer: signerKey.publicKey(), addresses: [contractId] };
  const prepared = await desk.prepare('deploy', requestInput());
  const before = desk.balances(query);
  await arrived.promise;
  const signedXdr = wallet(prepared.unsignedXdr);
  expect(await desk.submit({ signedXdr, id: prepared.id })).toMatchObject({ status: 'accepted' });
  expect(await desk.balances(query)).toMatchObject({ balances: [{ balance: '2' }] });
  release.resolve();
  expect(await before).toMatchObject({ balances: [{ balance: '1' }] });
});

test('logs the client’s figures in one line when the desk closes', async () => {
  const { desk, lines } = await openDesk(deployed);
  await desk.prepare('deploy', requestInput());
  await desk.close();
  expect(lines).toEqual([expect.stringMatching(/^debug: Requests: 0 sends, 1 deploys, /)]);
});
