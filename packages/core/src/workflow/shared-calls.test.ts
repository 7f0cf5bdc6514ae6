/** Calls of the desk that meet: the same request prepared twice at once, a balance read while its escrow settles. */

import { contractId, openDesk as openScripted, prepared, wallet } from '@countersign/testkit/desk/scripted-desk';
import { requestInput, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { answer, type Responder } from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { createDesk } from './create-desk.ts';

const deployed = prepared();

async function openDesk(...scenes: Responder[]) {
  const { parts, service } = await openScripted({}, ...scenes);
  const lines: string[] = [];
  const desk = createDesk({ ...parts, log: (level, message) => lines.push(`${level}: ${message}`) });
  return { desk, service, lines, store: parts.store };
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
  const isPrepared = Promise.withResolvers<string>();
  const { takeLease } = store;
  Object.assign(store, {
    takeLease: async (key: string, holder: string, ms: number) => {
      // Another process has it, and dies.
      if (await takeLease(key, 'another process', 400)) isPrepared.resolve(key);
      return await takeLease(key, holder, ms);
    },
  });
  const controller = new AbortController();
  const gone = desk.prepare('deploy', requestInput(), { signal: controller.signal });
  await isPrepared.promise;
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
  const first = await desk.prepare('deploy', requestInput());
  const before = desk.balances(query);
  await arrived.promise;
  const signedXdr = wallet(first.unsignedXdr);
  expect(await desk.submit({ signedXdr, id: first.id })).toMatchObject({ status: 'accepted' });
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
