/** Deploys and balances on a network whose RPC answers as the real one: what a client gets in each case. */
import { checkUnsigned } from '@countersign/core/actions';
import { readTransaction } from '@countersign/core/envelope';
import { parseDeployRequest } from '@countersign/core/escrow';
import { contractIdFor, liveMulti } from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import { contractData, contractInstance } from '@countersign/sandbox-ledger/internal/entries';
import { addressValue, i128, structValue, unitKey } from '@countersign/sandbox-ledger/internal/host/values';
import { SIGNER, startRealNetwork, TRIES, testnetBody } from '@countersign/testkit/escrow-service/real-network';
import { storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import { balances, call, deploy } from '@countersign/testkit/ledger/sandbox-client';
import {
  contractSays,
  feeStats,
  MIN_RESOURCE_FEE,
  needsRestore,
  OWN_TOKEN,
  RESTORE,
  simulationError,
  TESTNET,
} from '@countersign/testkit/rpc/rpc-answers';
import type { Answer, Script } from '@countersign/testkit/rpc/rpc-stand-in';
import { SorobanDataBuilder, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

const [USDC] = NETWORKS.testnet.tokens;
const request = (changes?: Readonly<Record<string, unknown>>) =>
  parseDeployRequest(testnetBody(changes), NETWORKS.testnet);

const [FUNDED, EMPTY, OF_OWN_TOKEN, OTHER_KIND, STRANGE, NOWHERE] = [1, 2, 3, 4, 5, 6].map((salt) =>
  contractIdFor(SIGNER.publicKey(), new Uint8Array(32).fill(salt), TESTNET.passphrase),
) as [string, string, string, string, string, string];

/** An escrow that is on the network, as its contract keeps it. */
function standing(address: string, escrow: xdr.ScVal): xdr.LedgerEntryData[] {
  const code = xdr.ContractExecutable.contractExecutableWasm(Buffer.from(TESTNET.wasmHash, 'hex'));
  return [contractInstance(address, code, []), contractData(address, unitKey('Escrow'), escrow)];
}

/** 305,000,001 base units of USDC, held by FUNDED and by OTHER_KIND. */
const holding = (holder: string) =>
  contractData(
    USDC.address,
    xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Balance'), addressValue(holder)]),
    structValue({
      amount: i128(305_000_001n),
      authorized: xdr.ScVal.scvBool(true),
      clawback: xdr.ScVal.scvBool(false),
    }),
  );

const ofUsdc = liveMulti.encode(storedEscrow(request()));
const ofOwnToken = storedEscrow(request({ milestones: [{ description: 'a', amount: 1 }] }));
// Whatever else another kind stores.
const ofOtherKind = (token: string) => structValue({ trustline: structValue({ address: addressValue(token) }) });
const more = [
  ...standing(FUNDED, ofUsdc),
  ...standing(EMPTY, ofUsdc),
  ...standing(OF_OWN_TOKEN, liveMulti.encode({ ...ofOwnToken, trustline: { address: OWN_TOKEN } })),
  ...standing(OTHER_KIND, ofOtherKind(USDC.address)),
  ...standing(STRANGE, ofOtherKind(TESTNET.factory)),
  holding(FUNDED),
  holding(OTHER_KIND),
];
const t = await startRealNetwork({ more });
afterAll(() => t.close());

const failed = (message: unknown) => ({ status: 500, json: { status: 'FAILED', message } });
const NO_DATA = new SorobanDataBuilder().build().toXdr('base64');
const QUESTIONS = ['getFeeStats', 'getLedgerEntries', 'simulateTransaction'];
const refused = (message: unknown) => ({ status: 400, json: { message, error: 'Bad Request', statusCode: 400 } });
const simulated = async (...answers: Script[string]) => {
  t.rpc.play({ simulateTransaction: answers });
  return await deploy(t, testnetBody());
};

describe('a deploy', () => {
  test('is what core verifies, with the fee that the network asks and one try at each question', async () => {
    t.rpc.play({});
    const { status, json } = await deploy(t, testnetBody());
    expect(status).toBe(201);
    const transaction = readTransaction(json.unsignedTransaction, TESTNET.passphrase);
    const now = Math.floor(Date.now() / 1000);
    expect(checkUnsigned(transaction, request(), { network: TESTNET, maxFee: 50_000_000n, now })).toMatchObject({
      level: 'verified',
      reasons: [],
    });
    expect(transaction.fee).toBe(2_511n + MIN_RESOURCE_FEE);
    expect(transaction.transaction.seqNum).toBe(5_173_325_824_000_001n);
    expect([...t.rpc.asked].sort()).toEqual(QUESTIONS);
  });

  test.each([
    ['nothing was paid lately', feeStats('0'), 100n],
    ['as little as there is', feeStats('100'), 100n],
    ['0.1 XLM', feeStats('1000000'), 1_000_000n],
    ['more than is reasonable', feeStats('1000001'), 1_000_000n],
    ['nothing that is a number', feeStats('-1'), 100n],
    ['that there is no such method', { error: { code: -32601, message: 'method not found' } }, 100n],
    ['nothing at all', 'hang up', 100n],
  ] as [string, Answer, bigint][])(
    'offers for its inclusion what others pay; the RPC says %s',
    async (_, answer, fee) => {
      t.rpc.play({ getFeeStats: [answer] });
      const { json } = await deploy(t, testnetBody());
      const transaction = readTransaction(json.unsignedTransaction, TESTNET.passphrase);
      expect(transaction.fee).toBe(fee + MIN_RESOURCE_FEE);
    },
  );

  test.each([
    [
      '400 when the contract refuses',
      'HostError: Error(Contract, #43)',
      refused,
      'The contract refused: Error(Contract, #43) PlatformFeeTooHigh',
    ],
    [
      '400 when the host refuses',
      'HostError: Error(Storage, MissingValue)',
      refused,
      'The network refused the deploy: HostError: Error(Storage, MissingValue)',
    ],
    // The request is not at fault.
    [
      '500 when the server could not simulate',
      'missing meta for latest ledger (1)',
      failed,
      'The network could not simulate the call: missing meta for latest ledger (1)',
    ],
  ])('answers %s, in its own words', async (_, error, reply, message) => {
    expect(await simulated(simulationError(error))).toMatchObject(reply(message));
  });

  test('answers 400 with the data to restore when it needs archived entries', async () => {
    const reply = await simulated(needsRestore(SIGNER));
    expect(reply).toMatchObject(refused(expect.stringContaining('RestoreFootprint')));
    expect(reply.json.restorePreamble).toEqual(RESTORE);
    await expect(t.client.deploy(request())).rejects.toMatchObject({
      code: 'SERVICE_REFUSED',
      detail: expect.stringMatching(/archived entries.*RestoreFootprint transaction.*ask again\.$/),
    });
  });

  test.each([
    ['a simulation without a result', { result: { transactionData: NO_DATA, minResourceFee: '1', latestLedger: 1 } }],
    ['a simulation without a fee', contractSays(xdr.ScVal.scvVoid(), '')],
    ['a fee that is none', contractSays(xdr.ScVal.scvVoid(), '-1')],
    ['nothing at all', { result: null }],
    ['a proxy’s page', { status: 200, body: '<html>Please log in</html>' }],
    ['more than any answer has', { status: 200, body: `{"result":{"error":"HostError"}${' '.repeat(2 ** 24)}}` }],
  ] as [string, Answer][])('answers 500 at once when the simulation returns %s', async (_, answer) => {
    expect(await simulated(answer)).toMatchObject(failed(expect.stringContaining('unreadable')));
    expect(t.rpc.asked).toHaveLength(QUESTIONS.length);
  });
});

describe('trouble on the way to the network', () => {
  const TROUBLE: [string, Answer, string][] = [
    [
      'HTTP 429',
      { status: 429, headers: { 'Retry-After': '0' }, body: 'rate limited' },
      'HTTP status 429 (too many requests); ask again later',
    ],
    ['HTTP 503', { status: 503 }, 'HTTP status 503'],
    [
      'an error of JSON-RPC',
      { error: { code: -32603, message: 'could not reach https://key@inside' } },
      'error -32603',
    ],
    ['a connection that breaks', 'hang up', 'there is no connection to its RPC'],
  ];

  test.each(TROUBLE)('%s, once or twice: asked again, and the client does not see it', async (_, answer) => {
    t.rpc.play({ getLedgerEntries: [answer, answer, 'as usual'] });
    const query = `signer=${SIGNER.publicKey()}&addresses[]=${FUNDED}`;
    expect((await balances(t, query)).text).toBe(`[{"address":"${FUNDED}","balance":30.5000001}]`);
    expect(t.rpc.asked).toHaveLength(4);
  });

  test.each(TROUBLE)('%s for long: 500 that names it and nothing more', async (_, answer, words) => {
    const reply = await simulated(answer);
    expect(reply).toMatchObject(failed(expect.stringContaining(words)));
    expect(reply.text).not.toMatch(/key@inside|rate limited|127\.0\.0\.1/);
    expect(t.rpc.asked.filter((method) => method === 'simulateTransaction')).toHaveLength(TRIES);
    await expect(t.client.deploy(request())).rejects.toMatchObject({ code: 'SERVICE_FAILED', retryable: true });
  });

  test.each([
    ['HTTP 401', { status: 401 }, 'the operator should check the key in STELLAR_RPC_URL'],
    ['a redirect', { status: 307, headers: { Location: 'http://127.0.0.1:9/' } }, 'which is not followed'],
    ['a refused question', { error: { code: -32602, message: 'invalid params' } }, 'error -32602'],
    ['a wait that is too long', { status: 429, headers: { 'Retry-After': '60' } }, 'too many requests'],
  ] as [string, Answer, string][])('%s does not pass: 500 at once', async (_, answer, words) => {
    expect(await simulated(answer)).toMatchObject(failed(expect.stringContaining(words)));
    expect(t.rpc.asked).toHaveLength(QUESTIONS.length);
  });

  test('reports no account and no escrow as missing when the answer has no list of entries', async () => {
    t.rpc.play({ getLedgerEntries: [{ result: { latestLedger: 1_204_511 } }] });
    const words = failed(expect.stringContaining('unreadable'));
    const none = { result: { entries: null, latestLedger: 1_204_511 } };
    expect(await deploy(t, testnetBody())).toMatchObject(words);
    expect(await balances(t, `signer=${SIGNER.publicKey()}&addresses[]=${FUNDED}`)).toMatchObject(words);
    t.rpc.play({ getLedgerEntries: [none] });
    expect(await deploy(t, testnetBody())).toMatchObject(refused(expect.stringContaining('Account not found')));
  });

  test('silence: 500 before the client gives up', async () => {
    const impatient = await startRealNetwork({ impatient: true });
    onTestFinished(() => impatient.close());
    impatient.rpc.play({ simulateTransaction: ['silence'] });
    const reply = await deploy(impatient, testnetBody());
    expect(reply).toMatchObject(failed('The network could not be reached: its RPC did not answer in time'));
  });
});

describe('the token', () => {
  const own = (decimals: number) => ({ trustline: { address: OWN_TOKEN, decimals } });
  const says = (value: xdr.ScVal) => t.rpc.play({ simulateTransaction: [contractSays(value), 'as usual'] });

  test('is asked for its decimals if it has its own code', async () => {
    says(xdr.ScVal.scvU32(2));
    const milestones = [{ description: 'a', amount: '1.25' }];
    const { json } = await deploy(t, testnetBody({ ...own(100), milestones }));
    // Its units are accepted; the network that is played here has no code of it to run.
    expect(json.message).toMatch(/^The network refused the deploy: HostError/);
  });

  test('answers 400 when the token has other units than the request', async () => {
    says(xdr.ScVal.scvU32(6));
    expect(await deploy(t, testnetBody(own(10_000_000)))).toMatchObject(
      refused(['trustline.decimals is 10000000, but the token has 6 decimals; write 1000000']),
    );
  });

  test('is not reported as missing when the server cannot read it now', async () => {
    t.rpc.play({ simulateTransaction: [simulationError('missing meta for latest ledger (1204511)')] });
    expect(await deploy(t, testnetBody(own(10_000_000)))).toMatchObject(
      failed('The network could not simulate the call: missing meta for latest ledger (1204511)'),
    );
  });

  test.each([
    ['a contract that is no token', TESTNET.factory, simulationError('HostError: Error(WasmVm, MissingValue)')],
    ['a contract that says something else', OWN_TOKEN, contractSays(xdr.ScVal.scvString('seven'))],
    ['no contract', NOWHERE, undefined],
  ])('%s: 400', async (_, address, answer) => {
    t.rpc.play(answer === undefined ? {} : { simulateTransaction: [answer] });
    const reply = await deploy(t, testnetBody({ trustline: { address, decimals: 10_000_000 } }));
    expect(reply).toMatchObject(refused([expect.stringMatching(/^trustline\.address/)]));
  });
});

describe('balances', () => {
  const query = (...addresses: string[]) =>
    `signer=${SIGNER.publicKey()}&${addresses.map((address) => `addresses[]=${address}`).join('&')}`;

  test('reads USDC with and without an entry, and of an escrow of a later kind', async () => {
    t.rpc.play({});
    expect((await balances(t, query(FUNDED, EMPTY, OTHER_KIND))).json).toEqual([
      { address: FUNDED, balance: 30.5000001 },
      { address: EMPTY, balance: 0 },
      { address: OTHER_KIND, balance: 30.5000001 },
    ]);
    expect(t.rpc.asked).toEqual(['getLedgerEntries', 'getLedgerEntries']);
  });

  test('asks a token with code of its own, since only it knows how it stores them', async () => {
    t.rpc.play({ simulateTransaction: [contractSays(xdr.ScVal.scvU32(2)), contractSays(i128(12_345n))] });
    expect((await balances(t, query(OF_OWN_TOKEN))).text).toBe(`[{"address":"${OF_OWN_TOKEN}","balance":123.45}]`);
  });

  test('answers 400 for an escrow without a real token, and for anything that is not an escrow', async () => {
    t.rpc.play({ simulateTransaction: [simulationError('HostError: Error(WasmVm, MissingValue)')] });
    expect(await balances(t, query(STRANGE))).toMatchObject(
      refused('Escrow not readable: its trustline is not a token contract'),
    );
    expect(await balances(t, query(FUNDED, USDC.address))).toMatchObject(refused('Escrow not found'));
  });
});

test('on a real network, /sandbox is an unknown path like any other', async () => {
  for (const method of ['GET', 'POST']) {
    expect(await call(`${t.service.url}/sandbox`, { method })).toMatchObject({ status: 404 });
  }
  expect((await call(`${t.service.url}/healthz`)).status).toBe(200);
});
