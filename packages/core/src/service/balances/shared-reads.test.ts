/** What several callers ask at once: in how few requests, and each answered alone. */
import { setTimeout as wait } from 'node:timers/promises';
import { escrowAddress, escrowAddresses, OTHER, REQUEST, SIGNER } from '@countersign/testkit/service/requests';
import {
  addressesOf,
  answer,
  html,
  type Responder,
  read,
  startScriptedService,
  wallets,
} from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import type { CountersignError } from '../../errors/errors.ts';
import type { EscrowService, ServiceCallOptions } from '../escrow-service.ts';

const [a, b, c] = [escrowAddress(1), escrowAddress(2), escrowAddress(3)];

const single = async (client: EscrowService, address: string, options: ServiceCallOptions = {}, signer = SIGNER) =>
  (await client.getBalances({ signer, addresses: [address] }, options)).entries[0];

/** A client, and the addresses of each request that it made. */
async function openClient(...scenes: readonly Responder[]) {
  const service = await startScriptedService(...scenes);
  return { client: service.client(), lists: () => service.asked.map(({ url }) => addressesOf(url)) };
}

/** A scene that waits until it is let go. */
function held(scene: Responder) {
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  return {
    arrived: arrived.promise,
    letGo: release.resolve,
    scene: ((response, received) => {
      arrived.resolve();
      void release.promise.then(() => scene(response, received));
    }) satisfies Responder,
  };
}

describe('single reads at one time', () => {
  test('200 of them are 10 requests', async () => {
    const service = await startScriptedService(wallets());
    const client = service.client({ requestsPerMinute: 50 });
    const addresses = escrowAddresses(200);
    const entries = await Promise.all(addresses.map((address) => single(client, address)));
    expect(entries).toEqual(addresses.map(read));
    expect(service.asked.map(({ url }) => addressesOf(url).length)).toEqual(Array(10).fill(20));
    expect(client.metrics()).toMatchObject({ requests: { balances: 10 } });
  });

  test('make two requests when there are two signers', async () => {
    const service = await startScriptedService(wallets());
    const client = service.client();
    await Promise.all([single(client, a), single(client, b, {}, OTHER), single(client, c)]);
    const queries = service.asked.map(({ url }) => new URL(url, 'http://x').searchParams);
    expect(queries.map((query) => [query.get('signer'), query.getAll('addresses[]')])).toEqual([
      [SIGNER, [a, c]],
      [OTHER, [b]],
    ]);
  });

  test('fill up a list with room, and a list fills up theirs', async () => {
    const { client, lists } = await openClient(wallets());
    const list = escrowAddresses(18).map((_, index) => escrowAddress(100 + index));
    const [one, many, two] = await Promise.all([
      single(client, a),
      client.getBalances({ signer: SIGNER, addresses: [a, ...list] }),
      single(client, b),
    ]);
    expect([one, two]).toEqual([read(a), read(b)]);
    expect(many.entries).toEqual([a, ...list].map(read));
    expect(lists()).toEqual([[a, ...list, b]]);
  });

  test('wait for each other a moment when they come during a request', async () => {
    const first = held(wallets());
    const { client, lists } = await openClient(first.scene, wallets());
    const early = single(client, a);
    await first.arrived;
    const late = [single(client, b)];
    await wait(0);
    late.push(single(client, c));
    await Promise.all(late);
    first.letGo();
    expect(await early).toEqual(read(a));
    expect(lists()).toEqual([[a], [b, c]]);
  });

  test('share a request when they wait for the quota, however long it takes', async () => {
    const { client, lists } = await openClient(answer(429, {}, { 'retry-after': '1' }), wallets());
    await client.sendTransaction('AAAA').catch(() => {});
    const asking = [single(client, a)];
    await wait(100);
    expect(client.metrics()).toMatchObject({ requests: { balances: 0 }, tooManyRequests: 1 });
    asking.push(single(client, b), single(client, a));
    await Promise.all(asking);
    expect(lists().slice(1)).toEqual([[a, b]]);
  });

  test('one after the other are one request each: no one is given what was read for another', async () => {
    const { client, lists } = await openClient(wallets());
    await single(client, a);
    await single(client, a);
    expect(lists()).toHaveLength(2);
  });
});

describe('a balance that may have changed while it was read', () => {
  test('is read again for a caller who asks after that, and given to those who asked before', async () => {
    const first = held(answer(200, [{ address: a, balance: 1 }]));
    const { client, lists } = await openClient(first.scene, answer(200, [{ address: a, balance: 2 }]));
    const before = single(client, a);
    await first.arrived;
    client.balancesChanged(a);
    expect(await single(client, a)).toEqual({ address: a, balance: '2' });
    first.letGo();
    expect(await before).toEqual({ address: a, balance: '1' });
    expect(lists()).toHaveLength(2);
  });

  test('is as of the moment it was asked for, not of the moment it came', async () => {
    let now = 1_000_000;
    const service = await startScriptedService((response, received) => {
      now += 3_000;
      wallets()(response, received);
    });
    const { asOf } = await service.client({ now: () => now }).getBalances({ signer: SIGNER, addresses: [a] });
    expect(asOf).toBe(1_000_000);
  });
});

describe('a caller who leaves', () => {
  test('leaves the others their answer', async () => {
    const first = held(wallets());
    const { client, lists } = await openClient(first.scene);
    const controller = new AbortController();
    const gone = single(client, a, { signal: controller.signal });
    const same = single(client, a);
    const other = single(client, b);
    await first.arrived;
    controller.abort();
    await expect(gone).rejects.toMatchObject({ code: 'CANCELLED' });
    first.letGo();
    expect(await Promise.all([same, other])).toEqual([read(a), read(b)]);
    expect(lists()).toHaveLength(1);
  });

  test('as the last one ends the request, and the next caller asks again', async () => {
    const closed = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const service = await startScriptedService((response) => {
      response.on('close', closed.resolve);
      arrived.resolve();
    }, wallets());
    const client = service.client();
    const controllers = [new AbortController(), new AbortController()];
    const gone = controllers.map(({ signal }) => single(client, a, { signal }));
    await arrived.promise;
    controllers[0]?.abort();
    await expect(gone[0]).rejects.toMatchObject({ code: 'CANCELLED' });
    controllers[1]?.abort();
    const retried = single(client, a);
    await expect(gone[1]).rejects.toMatchObject({ code: 'CANCELLED' });
    await closed.promise;
    expect(await retried).toEqual(read(a));
  });

  test('before the request began takes the address along', async () => {
    const { client, lists } = await openClient(wallets());
    const controller = new AbortController();
    const gone = single(client, a, { signal: controller.signal });
    const other = single(client, b);
    controller.abort();
    await expect(gone).rejects.toMatchObject({ code: 'CANCELLED' });
    await other;
    expect(lists()).toEqual([[b]]);
  });

  test('with the end of a time of one’s own leaves the others theirs', async () => {
    const first = held(wallets());
    const { client } = await openClient(first.scene);
    const hasty = single(client, a, { deadline: Date.now() + 100 });
    const patient = single(client, a);
    await expect(hasty).rejects.toMatchObject({ code: 'SERVICE_TIMEOUT' });
    first.letGo();
    expect(await patient).toEqual(read(a));
  });
});

describe('a caller with too little time', () => {
  test('who shares a request that waits for the quota is refused at once, alone', async () => {
    const { client, lists } = await openClient(answer(429, {}, { 'retry-after': '30' }));
    await client.sendTransaction('AAAA').catch(() => {});
    const controller = new AbortController();
    const { signal } = controller;
    const patient = [single(client, a, { signal }), client.deploy(REQUEST, { signal })];
    await wait(20);
    const deadline = Date.now() + 20_000;
    for (const hasty of [() => single(client, a, { deadline }), () => client.deploy(REQUEST, { deadline })]) {
      const error = await hasty().catch((thrown: CountersignError) => thrown);
      expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: expect.any(Number) });
    }
    expect(Date.now()).toBeLessThan(deadline - 10_000);
    expect(client.metrics()).toMatchObject({ requests: { balances: 0, deploy: 0 }, refusals: 2 });
    controller.abort();
    for (const each of await Promise.allSettled(patient)) expect(each).toMatchObject({ reason: { code: 'CANCELLED' } });
    expect(lists()).toHaveLength(1);
  });
});

describe('an address that spoils a request', () => {
  test('delays the others, and only its own caller gets the error', async () => {
    const addresses = escrowAddresses(20);
    const culprit = addresses[7] as string;
    const { client, lists } = await openClient(wallets([culprit]));
    const entries = await Promise.all(addresses.map((address) => single(client, address)));
    const unread = { code: 'NO_ESCROW', params: {} };
    expect(entries).toEqual(addresses.map((one) => (one === culprit ? { address: one, unread } : read(one))));
    expect(lists().length).toBeLessThanOrEqual(11);
  });

  test('goes apart from then on, until it is found', async () => {
    const culprits = [a];
    const { client, lists } = await openClient(wallets(culprits));
    const all = () => Promise.all([a, b, c].map((address) => single(client, address)));
    await all();
    const search = lists().length;
    await all();
    expect(lists().slice(search)).toEqual([[a], [b, c]]);
    culprits.pop();
    await all();
    await all();
    expect(lists().slice(-1)).toEqual([[a, b, c]]);
  });
});

test('a failure of the request is everybody’s', async () => {
  const { client, lists } = await openClient(html(500));
  const asking = await Promise.allSettled([single(client, a), single(client, b)]);
  for (const each of asking) expect(each).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_FAILED' } });
  expect(lists()).toHaveLength(1);
});
