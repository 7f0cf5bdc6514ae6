import { STARTING_TOKENS } from '@countersign/sandbox-ledger/internal/genesis';
import { BOTH } from '@countersign/testkit/escrow-service/service-on-rpc';
import {
  address,
  build,
  deploy,
  PASSPHRASE,
  post,
  prepareCall,
  read,
  send,
  sign,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Address, Keypair, nativeToScVal, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';
import { demoKeypair } from '../sandbox.ts';

const SEND = '/helper/send-transaction';

describe.each(BOTH)('%s', async (_, start) => {
  const t = await start();
  afterAll(() => t.sandbox.close());

  const badRequest = (message: unknown) => ({ message, error: 'Bad Request', statusCode: 400 });

  describe('send refuses with 400, saying the network’s own code', () => {
    const unsigned = async () => (await deploy(t)).json.unsignedTransaction as string;
    const refusal = async (signedXdr: string) => {
      const { status, json } = await send(t, signedXdr);
      expect(json).toMatchObject({ error: 'Bad Request', statusCode: 400 });
      expect(status).toBe(400);
      return json.message;
    };

    test('txBadAuth and txBadAuthExtra', async () => {
      expect(await refusal(await unsigned())).toContain('txBadAuth');
      expect(await refusal(sign(await unsigned(), 'provider'))).toContain('txBadAuth');
      expect(await refusal(sign(await unsigned(), 'client', 'provider'))).toContain('txBadAuthExtra');
    });

    test('reports txBadSeq for the second of two transactions of an account once the first settles', async () => {
      const [first, second] = [await unsigned(), await unsigned()];
      expect((await send(t, sign(first, 'client'))).status).toBe(200);
      expect(await refusal(sign(second, 'client'))).toContain('txBadSeq');
    });

    test('txTooLate: a second after its time, and not in its last', async () => {
      const late = await unsigned();
      t.clock.now += 101_000;
      expect(await refusal(sign(late, 'client'))).toContain('txTooLate');
      const last = await unsigned();
      t.clock.now += 100_000;
      expect((await send(t, sign(last, 'client'))).status).toBe(200);
    });

    test('a contract’s refusal, by its number and in words', async () => {
      const platform = demoKeypair('platform');
      const held = nativeToScVal(STARTING_TOKENS, { type: 'i128' });
      const parties = [address('platform'), address('arbiter')].map((party) => Address.fromString(party).toScVal());
      const everything = await prepareCall(t, platform, TOKEN.address, 'transfer', ...parties, held);
      const [operation] = everything.operations as [Operation.InvokeHostFunction];
      const more = await build(t, platform, [Operation.invokeHostFunction({ func: operation.func, auth: [] })], {
        sequence: everything.sequence,
      });
      const second = await t.rpc.prepareTransaction(more);
      expect((await send(t, everything.toXdr())).json).toEqual({ status: 'SUCCESS', message: expect.any(String) });
      // The account is empty now: the token refuses what was possible when it was prepared.
      expect(await refusal(sign(second.toXdr(), platform))).toContain('Error(Contract, #10)');
    });

    test('a body with more fields than are read, in words', async () => {
      const body = { signedXdr: 'AAAA', more: Array.from({ length: 2_000 }, () => 0) };
      expect(await post(t, SEND, body)).toMatchObject({
        status: 400,
        json: badRequest([expect.stringContaining('at most 1,000 fields')]),
      });
    });

    test('names the field for anything that is not a transaction, without repeating a seed', async () => {
      const seed = Keypair.random().secret();
      for (const nonsense of ['AAAA', 'not base64!', `${await unsigned()}AAAA`]) {
        expect(await refusal(nonsense)).toContain('signedXdr');
      }
      expect(await refusal(seed)).toEqual(['signedXdr holds a secret']);
      const inner = read(sign(await unsigned(), 'client'));
      const bump = TransactionBuilder.buildFeeBumpTransaction(address('platform'), '100000', inner, PASSPHRASE);
      bump.sign(demoKeypair('platform'));
      expect(await refusal(bump.toXdr())).toContain('fee bump');
      expect(await post(t, SEND, { signedXdr: 7, returnEscrowDataIsRequired: 'yes' })).toMatchObject({
        status: 400,
        json: badRequest(['signedXdr must be a text', 'returnEscrowDataIsRequired must be true or false']),
      });
      expect(await post(t, SEND, {})).toMatchObject({ status: 400, json: badRequest(['signedXdr must be a text']) });
    });
  });
});
