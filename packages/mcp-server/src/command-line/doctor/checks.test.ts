/** Everything that the checks of the network, the pins and the service report, in the states that people meet. */
import { externalCode, NETWORKS, type Network, networkWith } from '@countersign/core/network';
import { FOUND_UNCONFIRMED } from '@countersign/core/network/trustless-work';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { codeWith, liveFunctions } from '@countersign/testkit/fixtures/contract-code';
import { endClock, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import {
  account,
  codeEntry,
  entries,
  escrowEntries,
  network as networkAnswer,
  startRpc,
} from '@countersign/testkit/rpc/scripted-rpc';
import { answer, deadUrl, html, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { Asset, Keypair, xdr } from '@stellar/stellar-sdk/base';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { checkNetwork } from './check-network.ts';
import { checkPins } from './check-pins.ts';
import { checkService } from './check-service.ts';
import { checkSettings, type Finding, findingsText } from './findings.ts';

afterEach(endClock);

const text = (findings: readonly Finding[]) => findingsText(findings).trimEnd();
const recorded = (name: string) => `recorded/${name}.txt`;
const { testnet } = NETWORKS;
const FACTORY = FOUND_UNCONFIRMED.factory;
const DIRECT = { ESCROW_SERVICE: 'direct', STELLAR_NETWORK: 'testnet' };
const SERVICE = {
  ESCROW_API_URL: 'http://127.0.0.1:9',
  STELLAR_NETWORK: 'testnet',
  ESCROW_ACCESS_TOKEN: 'a-token-of-16-chars',
  ESCROW_API_KEY: 'a-key-of-16-chars',
};
const HOUR = 3_600;

/** What an RPC remembers. @param from seconds ago @param to seconds ago */
const history = (from: number, to = 0) => ({
  getTransaction: {
    ...{ status: 'NOT_FOUND', oldestLedger: 1, latestLedger: 9 },
    oldestLedgerCloseTime: String(Date.now() / 1_000 - from),
    latestLedgerCloseTime: String(Date.now() / 1_000 - to),
  },
});

const sandboxHere = async (options: Parameters<typeof startSandbox>[0] = {}) => {
  const sandbox = await startSandbox({ rateLimit: 0, ...options });
  onTestFinished(sandbox.close);
  return sandbox;
};

test('reports the network, its RPCs, what they remember and the fee account', async () => {
  restartClock();
  const part = createPart();
  const rpcOf = async (answers: object, { passphrase }: Network = testnet) =>
    (await startRpc({ getNetwork: networkAnswer(passphrase), getLedgerEntries: entries(), ...answers })).url;
  const note = async (title: string, env: Record<string, string>, subject = /./) =>
    part.note(title, text((await checkNetwork(parseSettings(env))).filter((finding) => subject.test(finding.subject))));

  await note('the embedded sandbox', {});
  await note('the embedded sandbox without a service', { ESCROW_SERVICE: 'direct' });
  const sandbox = await sandboxHere();
  const elsewhere = { ESCROW_API_URL: sandbox.url, STELLAR_NETWORK: 'sandbox' };
  await note('a sandbox elsewhere, which names its RPC', elsewhere);
  await note('an RPC of the sandbox with a limit and a short memory, without a service', {
    ...{ ESCROW_SERVICE: 'direct', STELLAR_RPC_RATE_LIMIT: '7' },
    STELLAR_RPC_URL: await rpcOf(history(HOUR), NETWORKS.sandbox),
  });
  await note('a sandbox that does not answer', { ...elsewhere, ESCROW_API_URL: await deadUrl() });
  await note('no RPC', { ...SERVICE, COUNTERSIGN_WITHOUT_RPC: 'true', STELLAR_RPC_RATE_LIMIT: '7' });
  await note('an RPC, and no fee account', { ...SERVICE, STELLAR_RPC_URL: await rpcOf(history(48 * HOUR)) });
  await note('an RPC that does not answer', { ...DIRECT, STELLAR_RPC_URL: await deadUrl() });
  await note('a web page', { ...DIRECT, STELLAR_RPC_URL: (await startScriptedService(html(200))).url }, /RPC/);

  const PUBLIC = { ...SERVICE, STELLAR_NETWORK: 'public' };
  const sound = await rpcOf(history(48 * HOUR), NETWORKS.public);
  await note('one RPC of public', { ...PUBLIC, STELLAR_RPC_URL: sound });
  await note('two RPCs of public', {
    ...PUBLIC,
    STELLAR_RPC_URL: `${sound},${sound.replace('127.0.0.1', 'localhost')}`,
  });
  await note('a second RPC of another network', { ...PUBLIC, STELLAR_RPC_URL: `${sound},${await rpcOf({})}` });
  const direct = { ESCROW_SERVICE: 'direct', STELLAR_NETWORK: 'public', STELLAR_RPC_URL: sound };
  await note('public without a service', direct, /fee/);

  for (const [title, answers] of [
    ['23 h 59 min 59 s', history(24 * HOUR - 1)],
    ['24 h', history(24 * HOUR)],
    ['47 h 59 min 59 s', history(48 * HOUR - 1)],
    ['48 h', history(48 * HOUR)],
    ['72 h', history(72 * HOUR)],
    ['72 h, until 59 s ago', history(72 * HOUR, 59)],
    ['72 h, until 60 s ago', history(72 * HOUR, 60)],
  ] as const) {
    await note(`an RPC that remembers ${title}`, { ...DIRECT, STELLAR_RPC_URL: await rpcOf(answers) }, /RPC/);
  }
  await note('an RPC without a history', { ...DIRECT, STELLAR_RPC_URL: await rpcOf({}) }, /RPC/);

  const [{ feeAddress }, [usdc, eurc]] = [NETWORKS.sandbox, testnet.tokens];
  const line = ({ code, issuer }: typeof usdc | typeof eurc, flags = 1) =>
    xdr.LedgerEntryData.trustline(
      new xdr.TrustLineEntry({
        accountId: Keypair.fromPublicKey(feeAddress).xdrAccountId(),
        asset: new Asset(code, issuer).toTrustLineXdrObject(),
        ...{ balance: 0n, limit: 9n, flags, ext: xdr.TrustLineEntryExt.v0() },
      }),
    );
  const its = account(feeAddress);
  for (const [title, held] of [
    ['cannot be read', undefined],
    ['does not exist', []],
    ['takes both tokens', [its, line(usdc), line(eurc)]],
    ['takes one token', [its, line(usdc)]],
    ['takes neither token', [its]],
    ['may hold the other token, and is not authorised to', [its, line(usdc, 0), line(eurc)]],
  ] as const) {
    const answers = { ...history(48 * HOUR), getLedgerEntries: held === undefined ? {} : entries(...held) };
    const env = {
      ...SERVICE,
      ESCROW_API_DIALECT: 'v1',
      ESCROW_PINS: JSON.stringify({ feeAddress }),
      STELLAR_RPC_URL: await rpcOf(answers),
    };
    await note(`a fee account that ${title}`, env, /fee/);
  }
  await expect(part.text()).toMatchFileSnapshot(recorded('network'));
});

test('reports the pins, and what the code itself says of its functions', async () => {
  const part = createPart();
  const sound = codeWith(liveFunctions('multi', 'testnet'));
  const single = codeWith(liveFunctions('single', 'testnet'));
  const other = codeWith(
    liveFunctions('multi', 'testnet', { approve_milestone: ['i128', 'address'], dispute_milestone: undefined }),
  );
  const functions = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, ['u32']]));
  const [large, largest] = [codeWith(Object.fromEntries(Object.entries(functions).slice(0, 100))), codeWith(functions)];
  const note = async (title: string, pins: Partial<Network>, code?: string, held: readonly Uint8Array[] = []) => {
    const factories = [pins.factory, pins.single?.factory].filter((each) => each !== undefined);
    const instances = factories.flatMap((each) =>
      code === undefined ? [] : escrowEntries(each, { code, escrow: xdr.ScVal.scvVoid(), keptIn: 'entry' }),
    );
    const { url } = await startRpc({
      getNetwork: networkAnswer(testnet.passphrase),
      getLedgerEntries: entries(...instances, ...held.map((bytes) => codeEntry(bytes))),
    });
    const network = { ...testnet, makesSingleRelease: true, ...pins };
    part.note(title, text(await checkPins(url, network)));
  };
  const { wasmHash } = FOUND_UNCONFIRMED;
  const both = { factory: FACTORY, wasmHash };
  const one = { makesSingleRelease: false };
  await note('nothing is pinned', {});
  await note('a code without its factory', { ...one, wasmHash: sound.hash }, undefined, [sound.bytes]);
  await note('a factory without its code', { ...one, factory: FACTORY }, sound.hash, [sound.bytes]);
  await note('a factory that is not there', { ...one, ...both });
  await note('a factory whose code someone can replace', { ...one, ...both }, externalCode(FACTORY));
  const pinned = { factory: FACTORY, wasmHash: sound.hash };
  await note('the pinned code', { ...one, ...pinned }, sound.hash, [sound.bytes]);
  await note('the pinned code, which the RPC does not have', { ...one, ...pinned }, sound.hash);
  await note('the other pinned code', { ...one, ...pinned, otherHashes: [other.hash] }, other.hash, [
    ...[sound.bytes, other.bytes],
  ]);
  await note('code that is not pinned', { ...one, ...pinned }, other.hash, [sound.bytes, other.bytes]);
  await note('code that is not among two', { ...one, ...pinned, otherHashes: [wasmHash] }, other.hash);
  await note('code with 100 functions', { ...one, ...pinned }, large.hash, [large.bytes]);
  await note('code with 101 functions', { ...one, ...pinned }, largest.hash, [largest.bytes]);
  const ofSingle = { factory: FACTORY, wasmHash: single.hash };
  await note('single release alone', { single: ofSingle }, single.hash, [single.bytes]);
  await note('a factory of single release whose code is not pinned', { single: { factory: FACTORY } }, other.hash);

  const silent = (await startRpc({ getNetwork: networkAnswer(testnet.passphrase) })).url;
  part.note('an RPC that gives no entries', text(await checkPins(silent, { ...testnet, ...both })));
  for (const [title, pins] of Object.entries<Partial<Network>>({
    'no RPC': { ...testnet, makesSingleRelease: true, factory: FACTORY, single: { wasmHash } },
    'public, without pins': NETWORKS.public,
    'public, as found': { ...NETWORKS.public, ...both },
    'public, with another code first': { ...NETWORKS.public, ...pinned, otherHashes: [wasmHash] },
    'public, with another code': { ...NETWORKS.public, ...pinned },
    'public, with another factory': { ...NETWORKS.public, ...both, factory: testnet.tokens[0].address },
  })) {
    part.note(title, text(await checkPins(undefined, pins as Network)));
  }
  await expect(part.text()).toMatchFileSnapshot(recorded('pins'));
});

test('reports the service, which credentials it takes, and how its clock differs', async () => {
  restartClock();
  const part = createPart();
  const note = async (title: string, env: Record<string, string>, subject = /./) =>
    part.note(title, text((await checkService(parseSettings(env))).filter((finding) => subject.test(finding.subject))));
  await note('none', { ESCROW_SERVICE: 'direct' });
  await note('the embedded one', {});
  const sandbox = await sandboxHere();
  const elsewhere = { ESCROW_API_URL: sandbox.url, STELLAR_NETWORK: 'sandbox', ESCROW_RATE_LIMIT: '7' };
  await note('a sandbox elsewhere', elsewhere);
  await note('a sandbox that speaks seed', { ...elsewhere, ESCROW_API_DIALECT: 'v1' });
  const ofV1 = await sandboxHere({ network: networkWith('sandbox', 'v1') });
  await note('a sandbox that speaks v1', { ...elsewhere, ESCROW_API_URL: ofV1.url });
  await note('a sandbox in v1', { ...elsewhere, ESCROW_API_URL: ofV1.url, ESCROW_API_DIALECT: 'v1' });
  await note('a service that does not answer', {
    ...SERVICE,
    COUNTERSIGN_WITHOUT_RPC: 'true',
    ESCROW_API_URL: await deadUrl(),
  });

  const REFUSED = { statusCode: 400, message: 'no' };
  /** @param skew seconds that its clock is ahead. @param refused the credentials that it does not take */
  const serviceOf = async ({ skew = 0, refused = [] as string[], body = REFUSED as unknown } = {}) => {
    const date = new Date(Date.now() + skew * 1_000).toUTCString();
    const { url } = await startScriptedService((response, request) => {
      const key = request.headers['x-api-key'] ?? request.headers.authorization ?? '';
      const isRefused = refused.some((each) => key.includes(each));
      return answer(isRefused ? 401 : 400, body, { date })(response, request);
    });
    return { ...SERVICE, ESCROW_API_URL: url, COUNTERSIGN_WITHOUT_RPC: 'true' };
  };
  const v1 = { ESCROW_API_DIALECT: 'v1' };
  await note('a service that takes both', await serviceOf());
  await note('a service that takes no token', await serviceOf({ refused: ['token'] }));
  await note('a service that takes no key', await serviceOf({ refused: ['a-key'] }));
  await note('a service in v1', { ...(await serviceOf()), ...v1 });
  await note('a service in v1 that takes no key', { ...(await serviceOf({ refused: ['a-key'] })), ...v1 });
  await note('a web page', await serviceOf({ body: '<h1>It works!</h1>' }));

  const row = (name: string) => ({ accessToken: `${name}-token-of-16-chars`, apiKey: `${name}-key-of-16-chars` });
  const ESCROW_TENANTS = JSON.stringify({
    discord: { '112233445566778899': row('one'), '112233445566778800': row('two') },
    issuers: { 'https://issuer.example': { '*': row('a-third'), ana: row('of-ana') } },
  });
  const tenants = async (title: string, options: Parameters<typeof serviceOf>[0], more = {}) =>
    note(title, { ...(await serviceOf(options)), ESCROW_TENANTS, ...more }, /TENANTS/);
  await note('tenants that it takes', { ...(await serviceOf()), ESCROW_TENANTS });
  await tenants('a tenant whose token it does not take', { refused: ['two-token'] });
  await tenants('a tenant whose key it does not take', { refused: ['one-key'] });
  const keys = JSON.stringify({ discord: { '112233445566778899': { apiKey: 'one-key-of-16-chars' } } });
  const inV1 = { ...v1, ESCROW_TENANTS: keys };
  await tenants('a tenant whose key it does not take in v1', { refused: ['one-key'] }, inV1);
  await tenants('tenants that cannot be tried', { body: 'x' });

  // A clock that is behind counts only from a second on, since the header has no fractions.
  for (const skew of [5, 6, 19, 20, -6, -7, -20, -21]) {
    await note(`a service ${Math.abs(skew)} s ${skew > 0 ? 'ahead' : 'behind'}`, await serviceOf({ skew }), /clock/);
  }
  await expect(part.text()).toMatchFileSnapshot(recorded('service'));
});

test.each<[Record<string, string>, string]>([
  [{ COUNTERSIGN_ALLOW_PARTLY: 'true' }, 'sandbox, on the embedded service (offers partly verified deploys)'],
  [
    { COUNTERSIGN_ALLOW_FOREIGN: 'true' },
    'sandbox, on the embedded service (submits verified deploys that were prepared elsewhere)',
  ],
  [{ ...DIRECT, STELLAR_RPC_URL: 'http://127.0.0.1:9' }, 'testnet, without a service'],
  [{ ...SERVICE, COUNTERSIGN_WITHOUT_RPC: 'true' }, 'testnet, with a service of its own'],
])('sums up the settings %j', (env, message) => {
  expect(checkSettings(env).findings).toEqual([{ subject: 'settings', state: 'ok', message }]);
});
