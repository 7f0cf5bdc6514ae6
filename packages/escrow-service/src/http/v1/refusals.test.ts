/** What the live service refuses, each with its own answer. */
import {
  ask,
  liveBody,
  liveDeploy,
  liveEscrow,
  liveFund,
  liveSend,
  startLiveSandbox,
} from '@countersign/testkit/ledger/live-client';
import { address, build, createAccount, settle, sign, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { Keypair } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';
import { demoKeypair } from '../../sandbox.ts';

const t = await startLiveSandbox();
afterAll(() => t.sandbox.close());

const NUMBER = 'must be a number conforming to the specified constraints';
const milestone = { description: 'Design', amount: 1, receiver: address('provider') };
const roles = liveBody('multi')['roles'] as Readonly<Record<string, string>>;
const problem = (path: string, message: unknown, statusCode = 400) => ({
  ...{ statusCode, message, path },
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
});

describe('a deploy is refused by name', () => {
  const refusals = async (release: 'multi' | 'single', body: unknown) => {
    const { status, json } = await liveDeploy(t, release, body);
    expect([status, json]).toEqual([400, { statusCode: 400, message: json.message, error: 'Bad Request' }]);
    return [...json.message].sort();
  };

  test.each<[string, 'multi' | 'single', Record<string, unknown>, string[]]>([
    [
      'every field that is the seed’s or a stored escrow’s',
      'multi',
      {
        receiverMemo: 0,
        roles: { ...roles, receiver: address('provider'), release: address('client') },
        trustline: { address: TOKEN.issuer, symbol: 'USDC', decimals: 10_000_000 },
        milestones: [{ ...milestone, status: 'pending', evidence: '', flags: {} }],
      },
      [
        'milestones.0.property evidence should not exist',
        'milestones.0.property flags should not exist',
        'milestones.0.property status should not exist',
        'property receiverMemo should not exist',
        'roles.property receiver should not exist',
        'roles.property release should not exist',
        'trustline.property decimals should not exist',
      ],
    ],
    [
      'an amount and a receiver in a milestone of a single release',
      'single',
      { milestones: [milestone] },
      ['milestones.0.property amount should not exist', 'milestones.0.property receiver should not exist'],
    ],
    ['one amount of a multi release', 'multi', { amount: 1 }, ['property amount should not exist']],
    [
      'numbers as texts',
      'multi',
      { platformFee: '2.5', milestones: [{ ...milestone, amount: '10.5' }] },
      [`milestones.0.amount ${NUMBER}`, `platformFee ${NUMBER}`],
    ],
    ['a fee finer than a basis point, or below 0', 'multi', { platformFee: 0.125 }, [`platformFee ${NUMBER}`]],
    ['a fee below 0', 'single', { platformFee: -1 }, [`platformFee ${NUMBER}`]],
    [
      'texts that are empty, too long or missing',
      'multi',
      { title: 'x'.repeat(101), description: 'x'.repeat(501), engagementId: '', signer: undefined },
      [
        'description must be shorter than or equal to 500 characters',
        'engagementId should not be empty',
        'signer must be a string',
        'title must be shorter than or equal to 100 characters',
      ],
    ],
    ['no milestones', 'multi', { milestones: [] }, ['milestones must contain at least 1 elements']],
    [
      'more than 50 milestones',
      'multi',
      { milestones: Array.from({ length: 51 }, () => milestone) },
      ['milestones must contain no more than 50 elements'],
    ],
    [
      'what is no address, no object, no list',
      'multi',
      { signer: TOKEN.address, roles: 'none', milestones: {} },
      [
        'milestones must be an array',
        'nested property roles must be either object or array',
        'signer must be a valid Stellar address',
      ],
    ],
  ])('for %s', async (_, release, changes, expected) => {
    expect(await refusals(release, liveBody(release, changes))).toEqual(expected);
  });

  test('for an amount finer than the token', async () => {
    const body = liveBody('multi', { milestones: [milestone, { ...milestone, amount: 0.00000001 }] });
    expect(await refusals('multi', body)).toEqual(['milestones.1.amount has more than 7 decimals']);
  });

  test('for an amount that no contract can hold', async () => {
    const body = liveBody('multi', { milestones: [milestone, { ...milestone, amount: 1e33 }] });
    expect(await refusals('multi', body)).toEqual(['milestones.1.amount is larger than a contract can hold']);
    const too = ['amount is larger than a contract can hold'];
    expect(await refusals('single', liveBody('single', { amount: 1e33 }))).toEqual(too);
  });

  test('builds an escrow with a title of 100, a description of 500 characters and 50 milestones', async () => {
    const changes = {
      title: 'x'.repeat(100),
      description: 'x'.repeat(500),
      milestones: Array.from({ length: 50 }, () => milestone),
    };
    expect((await liveDeploy(t, 'multi', liveBody('multi', changes))).status).toBe(201);
  });

  test.each([
    ['no JSON', '{"signer":', 'The body is not valid JSON'],
    ['a list', '[]', 'The body must be a JSON object'],
  ])('for %s', async (_, body, message) => {
    expect((await liveDeploy(t, 'multi', body)).json).toEqual({ statusCode: 400, message, error: 'Bad Request' });
  });
});

test('a secret seed in a query is refused, and not repeated', async () => {
  const seed = Keypair.random().secret();
  for (const query of [`signer=${seed}`, `${seed}=1`]) {
    const { status, text } = await ask(t, 'GET', `/helper/get-escrows-by-signer?${query}`);
    expect(status).toBe(400);
    expect(text).not.toContain(seed);
  }
});

test('a body that is nested beyond reason is refused', async () => {
  const { status } = await liveDeploy(t, 'multi', `{"title":${'['.repeat(5_000)}${']'.repeat(5_000)}}`);
  expect(status).toBe(400);
});

describe('a deploy is refused by what is on the ledger', () => {
  const path = '/deployer/multi-release';

  test('where the signer has no account', async () => {
    const signer = Keypair.random().publicKey();
    const { status, json } = await liveDeploy(t, 'multi', liveBody('multi', { signer }));
    expect([status, json]).toEqual([400, problem(path, `Account not found: ${signer}`)]);
  });

  test('where the platform has no trustline, unless it is a contract or the issuer', async () => {
    const bare = Keypair.random();
    await settle(t, await signed(await build(t, demoKeypair('client'), [createAccount(bare.publicKey(), '10')])));
    const withPlatform = (platformAddress: string) =>
      liveDeploy(t, 'multi', liveBody('multi', { roles: { ...roles, platformAddress } }));
    for (const platform of [bare.publicKey(), Keypair.random().publicKey()]) {
      const { status, json } = await withPlatform(platform);
      expect([status, json]).toEqual([
        400,
        problem(path, `The platform address ${platform} has no trustline for USDC`),
      ]);
    }
    for (const platform of [TOKEN.address, TOKEN.issuer]) expect((await withPlatform(platform)).status).toBe(201);
  });

  test('reports a fee over the cap as a missing milestone, since one table serves all contracts', async () => {
    const { status, json } = await liveDeploy(t, 'multi', liveBody('multi', { platformFee: 99.5 }));
    expect([status, json]).toEqual([400, problem(path, 'One of the selected milestones to approve does not exist')]);
    const single = await liveDeploy(t, 'single', liveBody('single', { platformFee: 99.5 }));
    expect(single.json.message).toBe('The platform fee is too high');
  });
});

test('accepts a contract in place of the issuer in a deploy, but not in a funding', async () => {
  const trustline = { address: TOKEN.address, symbol: 'USDC' };
  for (const release of ['multi', 'single'] as const) {
    const escrow = await liveEscrow(t, release, { trustline });
    const { status, json } = await liveFund(t, release, escrow);
    const message = 'HostError: Error(Storage, MissingValue)';
    expect([status, json]).toEqual([400, problem(`/escrow/${release}-release/fund-escrow`, message)]);
  }
});

describe('a funding is refused', () => {
  const path = '/escrow/multi-release/fund-escrow';

  test('with every problem of its body', async () => {
    const { json } = await liveFund(t, 'multi', 'nothing', '10', { escrow: 1 });
    expect(json).toEqual({
      statusCode: 400,
      message: ['contractId must be a valid Stellar address', `amount ${NUMBER}`, 'property escrow should not exist'],
      error: 'Bad Request',
    });
  });

  test('answers with the words of the other contract when the contract refuses it', async () => {
    const escrow = await liveEscrow(t, 'multi');
    const textOf = async (amount: number, changes = {}) => (await liveFund(t, 'multi', escrow, amount, changes)).json;
    expect(await textOf(0)).toEqual(problem(path, 'The amount cannot be zero'));
    // 19 of a multi release is that the signer has not so much.
    expect(await textOf(1_000_000_000)).toEqual(problem(path, 'Division error'));
    expect(await textOf(0.00000001)).toMatchObject({ message: ['amount has more than 7 decimals'] });
    expect(await textOf(1e33)).toMatchObject({
      statusCode: 400,
      message: ['amount is larger than a contract can hold'],
    });
    const stranger = Keypair.random().publicKey();
    expect(await textOf(1, { signer: stranger })).toEqual(problem(path, `Account not found: ${stranger}`));
  });

  test('reports a trustline that the token misses as a dispute', async () => {
    const bare = Keypair.random();
    await settle(t, await signed(await build(t, demoKeypair('client'), [createAccount(bare.publicKey(), '10')])));
    const escrow = await liveEscrow(t, 'single');
    const { json } = await liveFund(t, 'single', escrow, 1, { signer: bare.publicKey() });
    expect(json.message).toBe('Escrow already in dispute');
  });
});

test.each([
  ['nothing', {}, 400, ['txHash must be a string']],
  ['what is no hash', { txHash: 'abc' }, 400, ['txHash must be a transaction hash']],
])('re-indexing is refused for %s', async (_, body, status, message) => {
  const reply = await ask(t, 'PUT', '/indexer/update-from-txhash', body);
  expect([reply.status, reply.json.message]).toEqual([status, message]);
});

test('refuses to re-index an unknown hash and a transaction of no escrow', async () => {
  const reindex = (txHash: string) => ask(t, 'PUT', '/indexer/update-from-txhash', { txHash });
  expect((await reindex('00'.repeat(32))).json).toEqual(
    problem('/indexer/update-from-txhash', expect.stringContaining('was not found')),
  );
  const payment = await signed(
    await build(t, demoKeypair('client'), [createAccount(Keypair.random().publicKey(), '9')]),
  );
  await settle(t, payment);
  const hash = Buffer.from(payment.hash()).toString('hex');
  expect((await reindex(hash)).json).toEqual(problem('/indexer/update-from-txhash', 'Escrow not found'));
});

test('refuses to send what is not a transaction', async () => {
  for (const text of ['AAAA', 'no base64']) {
    const { status, json } = await liveSend(t, text);
    expect([status, json]).toEqual([400, problem('/helper/send-transaction', expect.stringContaining('signedXdr'))]);
  }
});

test('a transaction that fails on the ledger says so', async () => {
  const { json } = await liveDeploy(t, 'multi');
  await settle(
    t,
    await signed(await build(t, demoKeypair('client'), [createAccount(Keypair.random().publicKey(), '9')])),
  );
  const { status, json: sent } = await liveSend(t, sign(json.unsignedTransaction, 'client'));
  expect([status, sent]).toEqual([400, problem('/helper/send-transaction', expect.stringContaining('txBadSeq'))]);
});

async function signed<T extends { sign(key: Keypair): void }>(transaction: T): Promise<T> {
  transaction.sign(demoKeypair('client'));
  return transaction;
}
