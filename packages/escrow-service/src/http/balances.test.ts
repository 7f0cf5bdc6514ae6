import { BOTH } from '@countersign/testkit/escrow-service/service-on-rpc';
import { address, balances, deployEscrow, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { afterAll, describe, expect, test } from 'vitest';

describe.each(BOTH)('%s', async (_, start) => {
  const t = await start();
  afterAll(() => t.sandbox.close());

  const badRequest = (message: unknown) => ({ message, error: 'Bad Request', statusCode: 400 });

  describe('balances', async () => {
    const escrows = [await deployEscrow(t), await deployEscrow(t)];
    const signer = `signer=${address('client')}`;

    test('returns each in the order of the query, also twice', async () => {
      const asked = [escrows[1], escrows[0], escrows[1]] as string[];
      const { status, json } = await balances(t, `${signer}&${asked.map((a) => `addresses[]=${a}`).join('&')}`);
      expect(status).toBe(200);
      expect(json).toEqual(asked.map((address) => ({ address, balance: 0 })));
    });

    test('accepts at most 20', async () => {
      const many = (count: number) =>
        `${signer}&${Array.from({ length: count }, () => `addresses[]=${escrows[0]}`).join('&')}`;
      expect((await balances(t, many(20))).json).toHaveLength(20);
      expect(await balances(t, many(21))).toMatchObject({
        status: 400,
        json: badRequest(['addresses must hold at most 20 addresses']),
      });
    });

    test.each([
      ['no escrow at a contract address', () => TOKEN.address],
      ['nothing at the address', () => 'CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD2KM'],
    ])('fails the whole batch for %s', async (_, other) => {
      const reply = await balances(t, `${signer}&addresses[]=${escrows[0]}&addresses[]=${other()}`);
      expect(reply).toMatchObject({ status: 400, json: badRequest('Escrow not found') });
    });

    test.each([
      ['', ['signer must be given once', 'addresses must hold at least one address']],
      [
        'signer=a&signer=b&addresses=',
        ['signer must be given once', expect.stringMatching(/^addresses\[0\] is empty/)],
      ],
      [
        `signer=${address('client').toLowerCase()}&addresses=G`,
        [expect.stringMatching(/^signer is written in lower case/), expect.stringMatching(/^addresses\[0\] /)],
      ],
    ])('refuses the query %s with every problem', async (query, message) => {
      expect(await balances(t, query)).toMatchObject({
        status: 400,
        json: { message, error: 'Bad Request', statusCode: 400 },
      });
    });
  });
});
