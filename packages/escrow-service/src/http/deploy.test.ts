import { parseDeployRequest } from '@countersign/core/escrow';
import { addressOfTerms, escrowOnChain } from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import { BOTH } from '@countersign/testkit/escrow-service/service-on-rpc';
import {
  address,
  call,
  deploy,
  deployBody,
  PASSPHRASE,
  send,
  sign,
  type TestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Keypair } from '@stellar/stellar-sdk/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const DEPLOY = '/deployer/multi-release';

describe.each(BOTH)('%s', (_, start) => {
  let t: TestSandbox;
  beforeAll(async () => {
    t = await start();
  });
  afterAll(() => t.sandbox.close());

  const badRequest = (message: unknown) => ({ message, error: 'Bad Request', statusCode: 400 });

  describe('a deploy is refused with 400', () => {
    test('with every problem at once, each under the path as it was written', async () => {
      const body = deployBody({
        platformFee: 99.5,
        milestones: [{ description: '', amount: 0 }],
        signer: address('client').toLowerCase(),
      });
      const { status, json } = await deploy(t, body);
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: 'Bad Request', statusCode: 400 });
      const paths = json.message.map((line: string) => line.split(' ', 1)[0]);
      expect(paths.sort()).toEqual(['milestones[0].amount', 'milestones[0].description', 'platformFee', 'signer']);
    });

    test('where the signer account does not exist, naming it as not found', async () => {
      const nobody = Keypair.random().publicKey();
      const { status, json } = await deploy(t, deployBody({ signer: nobody }));
      expect(status).toBe(400);
      expect(json).toEqual(badRequest(`Account not found: signer ${nobody} does not exist on this network`));
    });

    test('where the token is an unknown issuer, or its multiplier contradicts the token', async () => {
      const unknown = await deploy(t, deployBody({ trustline: { address: address('client'), decimals: 10_000_000 } }));
      expect(unknown).toMatchObject({ status: 400, json: { message: [expect.stringContaining('trustline.address')] } });
      const wrong = await deploy(
        t,
        deployBody({
          milestones: [{ description: 'a', amount: 1 }],
          trustline: { address: TOKEN.address, decimals: 1_000_000 },
        }),
      );
      expect(wrong).toMatchObject({ status: 400, json: { message: [expect.stringContaining('trustline.decimals')] } });
    });

    test('where a secret seed stands in it, which is not repeated', async () => {
      const seed = Keypair.random().secret();
      for (const body of [
        deployBody({ title: `my key ${seed}` }),
        deployBody({ signer: seed }),
        deployBody({ [seed]: 1 }),
      ]) {
        const { status, text } = await deploy(t, body);
        expect(status).toBe(400);
        expect(text).not.toContain(seed);
      }
    });

    test.each([
      ['no JSON', '{"signer":', 'The body is not valid JSON'],
      ['nothing', '', 'The body is not valid JSON'],
      ['a list', '[]', 'The body must be a JSON object'],
      ['null', 'null', 'The body must be a JSON object'],
    ])('where the body is %s', async (_, body, message) => {
      expect(await deploy(t, body)).toMatchObject({ status: 400, json: badRequest(message) });
    });

    test('where the body is not sent as JSON', async () => {
      const reply = await call(t.sandbox.url + DEPLOY, {
        method: 'POST',
        headers: { 'Content-Type': 'text/plain', Authorization: 'Bearer sandbox-access-token' },
        body: JSON.stringify(deployBody()),
      });
      expect(reply).toMatchObject({ status: 400, json: badRequest('Content-Type must be application/json') });
    });
  });

  describe('a deploy takes', () => {
    test('a known issuer as trustline, and puts the token contract on chain', async () => {
      const { json } = await deploy(t, deployBody({ trustline: { address: TOKEN.issuer, decimals: 10_000_000 } }));
      const { json: settled } = await send(t, sign(json.unsignedTransaction, 'client'));
      expect(settled.escrow.trustline).toEqual({ address: TOKEN.address, decimals: 10_000_000 });
    });

    test('money with more digits than a float has, and gives it back to the last one', async () => {
      const body = JSON.stringify(deployBody({ receiverMemo: 1, milestones: [{ description: 'a', amount: 12345 }] }))
        .replace('"amount":12345', '"amount":922337203684.1234567')
        .replace('"receiverMemo":1', '"receiverMemo":18446744073709551615');
      const { json } = await deploy(t, body);
      const { text } = await send(t, sign(json.unsignedTransaction, 'client'));
      expect(text).toContain('"amount":922337203684.1234567');
      expect(text).toContain('"receiverMemo":18446744073709551615');
    });

    test('roles and trustline as a list of one, and every spelling of a role', async () => {
      const { roles, trustline } = deployBody() as { roles: Record<string, string>; trustline: unknown };
      const { release, platformAddress, ...others } = roles;
      const body = deployBody({
        engagementId: 'spellings',
        roles: [{ ...others, releaseSigner: release, plataformAddress: platformAddress }],
        trustline: [trustline],
      });
      expect((await deploy(t, body)).status).toBe(201);
    });
  });

  describe('the address of an escrow', () => {
    const another = (counter: string) => ({ 'Countersign-Another': counter });
    const terms = (body: Record<string, unknown>, counter = 0) => {
      const asked = parseDeployRequest(body, NETWORKS.sandbox);
      const escrow = escrowOnChain(asked, NETWORKS.sandbox);
      return addressOfTerms({ passphrase: PASSPHRASE, signer: asked.signer, escrow, another: counter });
    };
    const settle = async (body: Record<string, unknown>, headers = {}) => {
      const { json } = await deploy(t, body, headers);
      return (await send(t, sign(json.unsignedTransaction, 'client'))).json.contractId;
    };

    test('follows from its terms, also where the token is named by its issuer', async () => {
      const body = deployBody({ engagementId: 'fixed', trustline: { address: TOKEN.issuer, decimals: 10_000_000 } });
      expect(await settle(body)).toBe(terms(body));
      expect(terms(body)).toBe(terms({ ...body, trustline: { address: TOKEN.address, decimals: 10_000_000 } }));
    });

    test('is the same when the deploy is prepared again, and only one of the two settles', async () => {
      const body = deployBody({ engagementId: 'renewed' });
      const first = await deploy(t, body);
      t.clock.now += 30_000;
      const again = await deploy(t, body);
      expect(again.json.unsignedTransaction).not.toBe(first.json.unsignedTransaction);
      expect((await send(t, sign(first.json.unsignedTransaction, 'client'))).json.contractId).toBe(terms(body));
      expect((await send(t, sign(again.json.unsignedTransaction, 'client'))).status).toBe(400);
    });

    test('is refused once an escrow stands there, and named', async () => {
      const body = deployBody({ engagementId: 'taken', title: 'Error(Storage, MissingValue)' });
      await settle(body);
      const { status, json } = await deploy(t, body);
      expect(status).toBe(400);
      expect(json).toEqual(badRequest(expect.stringContaining(`A contract already stands at ${terms(body)}`)));
    });

    test('is another with a counter, each of them once', async () => {
      const body = deployBody({ engagementId: 'counted' });
      const settled: string[] = [];
      for (const counter of [0, 1, 1_000]) settled.push(await settle(body, another(`${counter}`)));
      expect(settled).toEqual([0, 1, 1_000].map((counter) => terms(body, counter)));
      const { status, json } = await deploy(t, body, another('1'));
      expect([status, json.message]).toEqual([400, expect.stringContaining(terms(body, 1))]);
    });

    test.each(['-1', '1.5', '1001', '', 'two', '0x1', '1e2', '1, 2', '00001'])(
      'is refused with the counter %j',
      async (counter) => {
        const { status, json } = await deploy(t, deployBody({ engagementId: 'no counter' }), another(counter));
        expect(status).toBe(400);
        expect(json).toEqual(badRequest('Countersign-Another must be a whole number from 0 to 1000'));
      },
    );
  });
});
