import { readTransaction } from '@countersign/core/envelope';
import { readDeploy } from '@countersign/core/kinds';
import { BOTH } from '@countersign/testkit/escrow-service/service-on-rpc';
import {
  address,
  call,
  deploy,
  deployBody,
  PASSPHRASE,
  send,
  sign,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Keypair } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';

const DEPLOY = '/deployer/multi-release';

describe.each(BOTH)('%s', async (_, start) => {
  const t = await start();
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
      const stranger = Keypair.random().publicKey();
      const { status, json } = await deploy(t, deployBody({ signer: stranger }));
      expect(status).toBe(400);
      expect(json).toEqual(badRequest(`Account not found: signer ${stranger} does not exist on this network`));
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

    test('where its memo is larger than an escrow can hold, by name', async () => {
      const { status, json } = await deploy(t, deployBody({ receiverMemo: 4_294_967_296 }));
      expect(status).toBe(400);
      expect(json).toEqual(badRequest([expect.stringMatching(/^receiverMemo is above 4294967295/)]));
    });

    test('where a secret seed is in it, which is not repeated', async () => {
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
        .replace('"receiverMemo":1', '"receiverMemo":4294967295');
      const { json } = await deploy(t, body);
      const { text } = await send(t, sign(json.unsignedTransaction, 'client'));
      expect(text).toContain('"amount":922337203684.1234567');
      expect(text).toContain('"receiverMemo":4294967295');
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
    const addressOf = (unsignedXdr: string) => {
      const deploy = readDeploy(readTransaction(unsignedXdr, PASSPHRASE), PASSPHRASE);
      return 'unreadable' in deploy ? expect.fail('a deploy was expected') : deploy.contractId;
    };

    test('stays while the account has signed nothing, and only one of two such transactions settles', async () => {
      const body = deployBody({ engagementId: 'renewed' });
      const first = await deploy(t, body);
      t.clock.now += 30_000;
      const again = await deploy(t, body);
      expect(again.json.unsignedTransaction).not.toBe(first.json.unsignedTransaction);
      expect(addressOf(again.json.unsignedTransaction)).toBe(addressOf(first.json.unsignedTransaction));
      expect((await send(t, sign(first.json.unsignedTransaction, 'client'))).json.contractId).toBe(
        addressOf(first.json.unsignedTransaction),
      );
      expect((await send(t, sign(again.json.unsignedTransaction, 'client'))).status).toBe(400);
      // Another escrow with the same terms, which is the caller's to ask for.
      const other = await deploy(t, body);
      expect(addressOf(other.json.unsignedTransaction)).not.toBe(addressOf(first.json.unsignedTransaction));
      expect((await send(t, sign(other.json.unsignedTransaction, 'client'))).status).toBe(200);
    });

    test('is another for other terms, and for another receiver of a milestone', async () => {
      const [design, build] = deployBody()['milestones'] as [object, object];
      const bodies = [
        deployBody({ engagementId: 'a' }),
        deployBody({ engagementId: 'b' }),
        deployBody({ engagementId: 'a', milestones: [{ ...design, receiver: address('client') }, build] }),
        deployBody({ engagementId: 'a', kind: 'single' }),
      ];
      const built = await Promise.all(bodies.map((body) => deploy(t, body)));
      expect(new Set(built.map(({ json }) => addressOf(json.unsignedTransaction))).size).toBe(4);
    });
  });

  describe('as extensions of the interface a deploy takes', () => {
    test('returns a single-release escrow with its amount', async () => {
      const { json } = await deploy(t, deployBody({ engagementId: 'single', kind: 'single' }));
      const { json: settled } = await send(t, sign(json.unsignedTransaction, 'client'));
      expect(settled.escrow).toMatchObject({
        kind: 'single',
        amount: 30.5000001,
        roles: { release: address('client'), receiver: address('provider') },
        milestones: [{ description: 'Design' }, { description: 'Build' }],
      });
    });

    test('a receiver for each milestone', async () => {
      const milestones = ['client', 'platform'].map((name, index) => ({
        ...{ description: name, amount: index + 1, receiver: address(name as 'client') },
      }));
      const { json } = await deploy(t, deployBody({ engagementId: 'receivers', milestones }));
      const { json: settled } = await send(t, sign(json.unsignedTransaction, 'client'));
      expect(settled.escrow.milestones).toMatchObject(milestones);
      const odd = deployBody({ milestones: [{ description: 'a', amount: 1, receiver: 'G' }] });
      expect(await deploy(t, odd)).toMatchObject({
        status: 400,
        json: badRequest([expect.stringMatching(/^milestones\[0\]\.receiver /)]),
      });
    });
  });
});
