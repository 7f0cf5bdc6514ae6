/** Calls of the desk that meet: the same request prepared twice at once, balances that were read shortly before. */

import {
  buildDeploy,
  NOW,
  request,
  requestInput,
  sandbox,
  sign,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { answer, type Scene, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { transactionHash } from '../envelope/read-transaction.ts';
import { contractIdFor } from '../kinds/deploy-call.ts';
import { createSecretScanner } from '../secrets/secrets.ts';
import { createDesk } from './create-desk.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';

const contractId = contractIdFor(signerKey.publicKey(), new Uint8Array(32).fill(3), sandbox.passphrase);
const unsignedTransaction = buildDeploy(request(), { condition: time(0, NOW + 100) }, contractId);
const deployed = answer(201, { status: 'SUCCESS', unsignedTransaction });

async function openDesk(...scenes: Scene[]) {
  const service = await startScriptedService(...scenes);
  const clock = { now: NOW * 1_000 };
  const now = () => clock.now;
  const store = openSqliteStore(undefined, 'sandbox', now);
  const lines: string[] = [];
  const desk = createDesk({
    service: service.client({ now }),
    store,
    network: sandbox,
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign: false, readOnly: false },
    scanner: createSecretScanner([]),
    now,
    log: (level, message) => lines.push(`${level}: ${message}`),
  });
  return { desk, service, clock, lines };
}

test('the same request prepared by several at once is one call and one handle', async () => {
  const { desk, service } = await openDesk((response, asked) => {
    setTimeout(() => deployed(response, asked), 50);
  });
  const controller = new AbortController();
  const gone = desk.prepare('deploy', requestInput(), { signal: controller.signal });
  const offers = Promise.all([1, 2, 3].map(() => desk.prepare('deploy', requestInput())));
  controller.abort();
  await expect(gone).rejects.toMatchObject({ code: 'CANCELLED' });
  const [first, ...others] = await offers;
  expect(others).toEqual([first, first]);
  expect(service.asked).toHaveLength(1);
  expect(desk.metrics()).toMatchObject({ requests: { deploy: 1 }, duplicates: 3 });
});

test('a balance that was read shortly before will do where the caller says so, until the escrow settles', async () => {
  let balance = 0;
  const balances: Scene = (response, asked) =>
    answer(200, [{ address: contractId, balance: ++balance }])(response, asked);
  const settled = answer(200, { status: 'SUCCESS', contractId });
  const { desk, clock } = await openDesk(balances, deployed, settled, balances);
  const query = { signer: signerKey.publicKey(), addresses: [contractId] };
  const asOf = new Date(NOW * 1_000).toISOString();
  await desk.balances(query);
  clock.now += 3_000;
  const young = await desk.balances(query, { maxAgeMs: 5_000 });
  expect(young).toMatchObject({ asOf, balances: [{ balance: '1' }] });

  const offer = await desk.prepare('deploy', requestInput());
  const signedXdr = sign(offer.unsignedXdr, [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));
  expect(await desk.submit({ signedXdr, id: offer.id })).toMatchObject({ status: 'settled' });
  const anew = await desk.balances(query, { maxAgeMs: 5_000 });
  expect(anew).toMatchObject({ asOf: new Date(clock.now).toISOString(), balances: [{ balance: '2' }] });
});

test('how old a balance may be is not for its input to say', async () => {
  const { desk } = await openDesk(answer(200, []));
  const asking = desk.balances({ signer: signerKey.publicKey(), addresses: [contractId], maxAgeMs: 5_000 });
  await expect(asking).rejects.toMatchObject({ code: 'INPUT_INVALID' });
});

test('what the client did is one line of the log when the desk closes', async () => {
  const { desk, lines } = await openDesk(deployed);
  await desk.prepare('deploy', requestInput());
  await desk.close();
  expect(lines).toEqual([expect.stringMatching(/^debug: Requests: 0 sends, 1 deploys, /)]);
});
