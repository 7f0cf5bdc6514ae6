/** What a call costs of the shared quota: reported to the caller during the call, with a known maximum beforehand. */

import { escrowAddresses, REQUEST, SIGNER } from '@countersign/testkit/service/requests';
import { answer, startScriptedService, wallets } from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';

const DEPLOYED = answer(201, { status: 'SUCCESS', unsignedTransaction: 'AAAA' });
const BUSY = answer(503, { message: 'busy' }, { 'retry-after': '0' });

/** Adds up the requests that one caller is charged for. */
function counter() {
  const cost = { requests: 0 };
  const onRequest = (share: number) => {
    cost.requests += share;
  };
  return { cost, onRequest };
}

test('reports each request of a call, including retries', async () => {
  const service = await startScriptedService(BUSY, BUSY, DEPLOYED, answer(200, { status: 'SUCCESS' }));
  const client = service.client();
  const deploy = counter();
  await client.deploy(REQUEST, deploy);
  expect(deploy.cost.requests).toBe(3);
  const send = counter();
  await client.sendTransaction('AAAA', send);
  expect(send.cost.requests).toBe(1);
});

test('callers that share a request share its cost', async () => {
  const service = await startScriptedService(wallets());
  const client = service.client();
  const counters = [counter(), counter(), counter(), counter()];
  const [a, b] = escrowAddresses(2) as [string, string];
  await Promise.all(
    counters.map((each, index) => client.getBalances({ signer: SIGNER, addresses: [index < 2 ? a : b] }, each)),
  );
  expect(service.asked).toHaveLength(1);
  expect(counters.map(({ cost }) => cost.requests)).toEqual([0.25, 0.25, 0.25, 0.25]);
  const alone = counter();
  await client.getBalances({ signer: SIGNER, addresses: [a] }, alone);
  expect(alone.cost.requests).toBe(1);
});

test('the same deploy, asked for twice at once, costs each half a request', async () => {
  const client = (await startScriptedService(DEPLOYED)).client();
  const counters = [counter(), counter()];
  await Promise.all(counters.map((each) => client.deploy(REQUEST, each)));
  expect(counters.map(({ cost }) => cost.requests).reduce((sum, each) => sum + each)).toBe(1);
});

test('a read with bad addresses takes no more requests than announced', async () => {
  for (const count of [1, 2, 3, 4, 5, 6, 11, 19, 20, 21, 45]) {
    const addresses = escrowAddresses(count);
    for (const culprits of [addresses, addresses.slice(-1), addresses.filter((_, index) => index % 2 === 0)]) {
      const service = await startScriptedService(wallets(culprits));
      const { cost, onRequest } = counter();
      const client = service.client();
      await client.getBalances({ signer: SIGNER, addresses }, { onRequest });
      expect(cost.requests).toBe(service.asked.length);
      expect(cost.requests).toBeLessThanOrEqual(client.mostBalanceRequests(count));
    }
  }
  const { mostBalanceRequests } = (await startScriptedService()).client();
  expect([0, 1, 2, 20, 21, 40].map(mostBalanceRequests)).toEqual([1, 1, 3, 11, 22, 22]);
});
