import { escrowAddress, escrowAddresses, SIGNER } from '@countersign/testkit/service/requests';
import {
  addressesOf,
  answer,
  html,
  type Responder,
  read,
  reset,
  startScriptedService,
  wallets,
} from '@countersign/testkit/service/scripted-service';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UnreadBalance } from '../../errors/errors.ts';

describe('splitting', () => {
  test.each([
    [1, [1]],
    [20, [20]],
    [21, [20, 1]],
    [45, [20, 20, 5]],
  ])('%i addresses make requests of %j', async (count, sizes) => {
    const service = await startScriptedService(wallets());
    const addresses = escrowAddresses(count);
    const progress: [number, number][] = [];
    const { entries: balances } = await service
      .client()
      .getBalances({ signer: SIGNER, addresses }, { onProgress: (done, total) => progress.push([done, total]) });
    expect(balances).toEqual(addresses.map(read));
    expect(service.asked.map(({ url }) => addressesOf(url).length)).toEqual(sizes);
    expect(service.asked.flatMap(({ url }) => addressesOf(url))).toEqual(addresses);
    expect(progress.at(-1)).toEqual([count, count]);
    expect(progress).toHaveLength(sizes.length);
  });

  test('sends an address once and returns its balance twice when it is requested twice', async () => {
    const service = await startScriptedService(wallets());
    const [a, b] = [escrowAddress(1), escrowAddress(2)];
    const { entries: balances } = await service.client().getBalances({ signer: SIGNER, addresses: [b, a, b] });
    expect(balances).toEqual([read(b), read(a), read(b)]);
    expect(service.asked.map(({ url }) => addressesOf(url))).toEqual([[b, a]]);
  });

  test('nothing asked is nothing sent', async () => {
    const service = await startScriptedService(wallets());
    expect(await service.client().getBalances({ signer: SIGNER, addresses: [] })).toMatchObject({ entries: [] });
    expect(service.asked).toEqual([]);
  });
});

describe('matching', () => {
  const [a, b, c] = [escrowAddress(1), escrowAddress(2), escrowAddress(3)];
  const ask = async (reply: unknown) => {
    const service = await startScriptedService(answer(200, reply));
    return (await service.client().getBalances({ signer: SIGNER, addresses: [a, b] })).entries;
  };

  test('another order, strangers, repetitions and unknown fields do no harm', async () => {
    const reply = `[{"address":"${c}","balance":9},{"address":"${b}","balance":2e1,"kind":"multi"},{"address":"${a}","balance":"1.50"},{"address":"${b}","balance":20}]`;
    expect(await ask(reply)).toEqual([
      { address: a, balance: '1.5' },
      { address: b, balance: '20' },
    ]);
  });

  test('an address that is left out is named', async () => {
    expect(await ask([{ address: b, balance: 0 }])).toEqual([
      { address: a, unread: { code: 'NOT_NAMED', params: {} } },
      { address: b, balance: '0' },
    ]);
  });

  test.each([
    ['negative', '-0.1', 'NEGATIVE'],
    ['null', 'null', 'NOT_A_NUMBER'],
    ['absent', 'undefined', 'NOT_A_NUMBER'],
    ['NaN in words', '"NaN"', 'NOT_A_NUMBER'],
    ['empty', '""', 'NOT_A_NUMBER'],
    ['an object', '{"amount":1}', 'NOT_A_NUMBER'],
    ['beyond all money', '1e999', 'NOT_A_NUMBER'],
    ['true', 'true', 'NOT_A_NUMBER'],
  ])('a balance that is %s spoils its own entry alone', async (_, text, code) => {
    const odd = text === 'undefined' ? `{"address":"${a}"}` : `{"address":"${a}","balance":${text}}`;
    expect(await ask(`[null,7,${odd},{"address":"${b}","balance":3}]`)).toEqual([
      { address: a, unread: { code, params: {} } },
      { address: b, balance: '3' },
    ]);
  });

  test('returns no balance when two replies disagree', async () => {
    const reply = [
      { address: a, balance: 1 },
      { address: a, balance: 2 },
      { address: b, balance: 3 },
    ];
    expect(await ask(reply)).toEqual([
      { address: a, unread: { code: 'TWO_BALANCES', params: {} } },
      { address: b, balance: '3' },
    ]);
  });

  test('reports a reply that is not a list as unreadable', async () => {
    await expect(ask({ balances: [] })).rejects.toMatchObject({
      code: 'SERVICE_REPLY_UNREADABLE',
      fields: [{ path: '(the whole reply)', problem: 'is not a list' }],
    });
  });
});

describe('a batch that fails for one address', () => {
  test('the culprit is found wherever it is, with at most 10 extra requests, and the rest is answered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 20 }), fc.nat(), async (count, position) => {
        const addresses = escrowAddresses(count);
        const culprit = addresses[position % count] as string;
        const service = await startScriptedService(wallets([culprit]));
        const { entries: balances } = await service.client().getBalances({ signer: SIGNER, addresses });
        expect(balances).toEqual(
          addresses.map((address) =>
            address === culprit ? { address, unread: { code: 'NO_ESCROW', params: {} } } : read(address),
          ),
        );
        expect(service.asked.length).toBeLessThanOrEqual(11);
      }),
      { numRuns: 40 },
    );
  });

  test.each<[string, Responder, UnreadBalance['code']?]>([
    ['400', answer(400, { message: 'bad address' }), 'REFUSED'],
    ['404', answer(404, {}), 'NO_ESCROW'],
    ['500 in JSON', answer(500, { error: 'Escrow not found' }), 'NO_ESCROW'],
    ['500 that is a page', html(500)],
    ['404 that is a page', html(404)],
    ['401', answer(401, {})],
    ['422', answer(422, {})],
  ])('is looked into where the refusal can be an address’s fault alone (%s)', async (_, refusal, code) => {
    const addresses = escrowAddresses(4);
    const service = await startScriptedService(wallets(addresses.slice(0, 1), refusal));
    const asking = service.client().getBalances({ signer: SIGNER, addresses });
    if (code === undefined) await expect(asking).rejects.toHaveProperty('code');
    else {
      const [first, ...others] = (await asking).entries;
      expect(first).toMatchObject({ unread: { code } });
      expect(others).toEqual(addresses.slice(1).map(read));
    }
    expect(service.asked).toHaveLength(code === undefined ? 1 : 5);
  });

  test('names the unread addresses when bad ones use up the extra requests', async () => {
    const addresses = escrowAddresses(20);
    const service = await startScriptedService(wallets(addresses.filter((_, index) => index % 3 === 0)));
    const { entries: balances } = await service.client().getBalances({ signer: SIGNER, addresses });
    expect(service.asked).toHaveLength(11);
    expect(balances.map(({ address }) => address)).toEqual(addresses);
    expect(balances.some((entry) => 'unread' in entry && entry.unread.code === 'REFUSED_TOGETHER')).toBe(true);
  });

  test('a single address that is refused is an answer, not an error', async () => {
    const address = escrowAddress(1);
    const service = await startScriptedService(wallets([address], answer(400, { message: 'Ignore all <b>rules</b>' })));
    const { entries } = await service.client().getBalances({ signer: SIGNER, addresses: [address] });
    expect(entries).toEqual([{ address, unread: { code: 'REFUSED', params: { status: 400 } } }]);
    expect(service.asked).toHaveLength(1);
  });

  test('a signer that is not there fails the call at once', async () => {
    const service = await startScriptedService(answer(400, { message: `Account not found: ${SIGNER}` }));
    const asking = service.client().getBalances({ signer: SIGNER, addresses: escrowAddresses(20) });
    await expect(asking).rejects.toMatchObject({ code: 'SIGNER_NOT_FOUND' });
    expect(service.asked).toHaveLength(1);
  });
});

describe('a long read that is cut short', () => {
  test('returns what it has read and names the rest when the quota ends', async () => {
    const addresses = escrowAddresses(50);
    const service = await startScriptedService(wallets());
    const { entries: balances } = await service
      .client({ requestsPerMinute: 2 })
      .getBalances({ signer: SIGNER, addresses });
    expect(balances.slice(0, 40)).toEqual(addresses.slice(0, 40).map(read));
    expect(balances.slice(40)).toEqual(
      addresses.slice(40).map((address) => ({
        address,
        unread: { code: 'FAILED', params: { error: expect.objectContaining({ code: 'RATE_LIMITED' }) } },
      })),
    );
  });

  test('goes on with the next batch when one is bad', async () => {
    const addresses = escrowAddresses(60);
    const service = await startScriptedService(wallets(), html(500), wallets());
    const { entries: balances } = await service.client().getBalances({ signer: SIGNER, addresses });
    expect(balances[20]).toEqual({
      address: addresses[20],
      unread: {
        code: 'FAILED',
        params: { error: expect.objectContaining({ message: 'The escrow service failed (status 500).' }) },
      },
    });
    expect(balances.filter((entry) => 'balance' in entry)).toHaveLength(40);
    expect(balances.slice(40)).toEqual(addresses.slice(40).map(read));
  });

  test('returns what it has read when the deadline comes', async () => {
    const addresses = escrowAddresses(60);
    const service = await startScriptedService(wallets(), () => {});
    const { entries: balances } = await service
      .client()
      .getBalances({ signer: SIGNER, addresses }, { deadline: Date.now() + 1_500 });
    expect(service.asked).toHaveLength(2);
    expect(balances.slice(0, 20)).toEqual(addresses.slice(0, 20).map(read));
    expect(balances[20]).toEqual({
      address: addresses[20],
      unread: { code: 'FAILED', params: { error: expect.objectContaining({ code: 'SERVICE_TIMEOUT' }) } },
    });
  });

  test('asks for no further batch when the connection is gone', async () => {
    const addresses = escrowAddresses(60);
    const service = await startScriptedService(wallets(), reset);
    const { entries: balances } = await service.client().getBalances({ signer: SIGNER, addresses });
    // One answer, and four tries of the second batch.
    expect(service.asked).toHaveLength(5);
    expect(balances.slice(0, 20)).toEqual(addresses.slice(0, 20).map(read));
    const message = 'The connection to the escrow service broke before it answered.';
    const unread = { code: 'FAILED', params: { error: expect.objectContaining({ message }) } };
    expect(balances.slice(20)).toEqual(addresses.slice(20).map((address) => ({ address, unread })));
  });

  test('returns nothing when its caller cancels it', async () => {
    const controller = new AbortController();
    const service = await startScriptedService(wallets(), () => controller.abort());
    const asking = service
      .client()
      .getBalances({ signer: SIGNER, addresses: escrowAddresses(60) }, { signal: controller.signal });
    await expect(asking).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
