import type { ServerResponse } from 'node:http';
import { buildDeploy, request } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  type Answer,
  account,
  accountEntry,
  entries,
  network,
  SILENCE,
  simulated,
  startRpc,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { Asset, Keypair, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { NETWORKS } from '../escrow/network.ts';
import { openLedger } from './open-ledger.ts';

const HASH = 'ab'.repeat(32);
const { passphrase } = NETWORKS.testnet;
const getNetwork = network(passphrase);
const [holder, stranger] = [1, 2].map((seed) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(seed))) as [
  Keypair,
  Keypair,
];
const ASSET = new Asset('GOLD', holder.publicKey());
const GOLD = ASSET.contractId(passphrase);
const OWN_CODE = StrKey.encodeContract(new Uint8Array(32).fill(6));
const u32 = (value: number) => simulated(xdr.ScVal.scvU32(value));

const notFound = {
  status: 'NOT_FOUND',
  latestLedger: 9,
  latestLedgerCloseTime: '1800000100',
  oldestLedger: 1,
  oldestLedgerCloseTime: '1800000000',
};

async function ledgerWith(answers: Record<string, Answer>, options: Parameters<typeof openLedger>[2] = {}) {
  const rpc = await startRpc({ getNetwork, ...answers });
  return { ledger: openLedger([rpc.url], passphrase, options), ...rpc };
}

/** For an RPC that is silent. */
const HURRY = { answerMs: 400 };

/** Whatever is asked of an RPC like this, it is no answer. */
const WORTHLESS: readonly [string, Record<string, Answer>][] = [
  ['of another network', { getNetwork: network(NETWORKS.public.passphrase) }],
  ['that names no network', { getNetwork: {} }],
];

describe('the outcome of a transaction', () => {
  test('reports “not found” with the period that the RPC remembers', async () => {
    const { ledger, asked } = await ledgerWith({ getTransaction: notFound });
    const outcome = {
      kind: 'not-found',
      fromLedger: 1,
      toLedger: 9,
      from: 1_800_000_000_000,
      to: 1_800_000_100_000,
    };
    expect(await ledger.outcomeOf(HASH)).toEqual(outcome);
    expect(await ledger.outcomeOf(HASH)).toEqual(outcome);
    expect(asked).toEqual(['getNetwork', ...Array(4).fill('getTransaction')]);
  });

  test('looks again when the RPC takes in a ledger between the two looks', async () => {
    const answers = [notFound, { ...notFound, status: 'SUCCESS', ledger: 7 }];
    const { ledger } = await ledgerWith({ getTransaction: () => answers.shift() });
    expect(await ledger.outcomeOf(HASH)).toEqual({ kind: 'settled', ledger: 7 });
  });

  test('not found reaches as far as was known before it was looked for, and begins where the memory begins now', async () => {
    const later = {
      oldestLedger: 2,
      oldestLedgerCloseTime: '1800000050',
      latestLedger: 10,
      latestLedgerCloseTime: '1800000150',
    };
    const answers = [notFound, { ...notFound, ...later }];
    const { ledger } = await ledgerWith({ getTransaction: () => answers.shift() });
    expect(await ledger.outcomeOf(HASH)).toEqual({
      kind: 'not-found',
      fromLedger: 2,
      toLedger: 9,
      from: 1_800_000_050_000,
      to: 1_800_000_100_000,
    });
  });

  test.each([
    ['SUCCESS', { kind: 'settled', ledger: 7 }],
    ['FAILED', { kind: 'failed', code: 'txFailed', ledger: 7 }],
  ])('%s counts also where its details cannot be read', async (status, outcome) => {
    for (const resultXdr of ['AAAA', 7, null, {}]) {
      const { ledger } = await ledgerWith({
        getTransaction: { ...notFound, status, ledger: 7, resultXdr, envelopeXdr: 'x' },
      });
      expect(await ledger.outcomeOf(HASH)).toEqual(outcome);
    }
  });

  test.each([['soon'], [-1], [null], [{}]])('not found until %j is no answer', async (latestLedgerCloseTime) => {
    const { ledger } = await ledgerWith({ getTransaction: { ...notFound, latestLedgerCloseTime } });
    expect(await ledger.outcomeOf(HASH)).toEqual({ kind: 'no-answer' });
  });

  test('not found without a second answer is no answer', async () => {
    const answers = [notFound, SILENCE];
    const { ledger } = await ledgerWith({ getTransaction: () => answers.shift() }, HURRY);
    expect(await ledger.outcomeOf(HASH)).toEqual({ kind: 'no-answer' });
  });

  test.each(WORTHLESS)('an RPC %s is not believed', async (_, answers) => {
    const { ledger, asked } = await ledgerWith({ getTransaction: notFound, ...answers });
    expect(await ledger.outcomeOf(HASH)).toEqual({ kind: 'no-answer' });
    expect(asked).toEqual(['getNetwork']);
  });

  test('an odd status is no answer', async () => {
    const { ledger } = await ledgerWith({ getTransaction: { ...notFound, status: 'MAYBE' } });
    expect(await ledger.outcomeOf(HASH)).toEqual({ kind: 'no-answer' });
  });

  test('gets no answer when no server listens', async () => {
    expect(await openLedger(['http://127.0.0.1:9/rpc'], passphrase).outcomeOf(HASH)).toEqual({ kind: 'no-answer' });
  });
});

describe('the decimals of a token', () => {
  test('a Stellar asset has 7, which its address proves; it is asked once', async () => {
    const { ledger, asked } = await ledgerWith({ getLedgerEntries: entries(tokenInstance(GOLD, { asset: ASSET })) });
    expect(await ledger.decimalsOf(GOLD)).toBe(7);
    expect(await ledger.decimalsOf(GOLD)).toBe(7);
    expect(asked).toEqual(['getNetwork', 'getLedgerEntries']);
  });

  test('XLM has 7', async () => {
    const xlm = Asset.native().contractId(passphrase);
    const { ledger } = await ledgerWith({
      getLedgerEntries: entries(tokenInstance(xlm, { asset: Asset.native() })),
    });
    expect(await ledger.decimalsOf(xlm)).toBe(7);
  });

  test('a token with code of its own is asked for them each time, since its code may change', async () => {
    const decimals = [2, 18];
    const { ledger, asked } = await ledgerWith({
      getLedgerEntries: entries(tokenInstance(OWN_CODE, { native: false, decimals: 7 })),
      simulateTransaction: () => u32(decimals.shift() ?? 0),
    });
    expect(await ledger.decimalsOf(OWN_CODE)).toBe(2);
    expect(await ledger.decimalsOf(OWN_CODE)).toBe(18);
    expect(asked.filter((method) => method === 'simulateTransaction')).toHaveLength(2);
  });

  const lies: readonly [string, Record<string, Answer>][] = [
    ['names an asset with another contract', held(GOLD, { asset: new Asset('GOLD', stranger.publicKey()) })],
    ['names no asset', held(GOLD, { asset: 'native' })],
    ['names what cannot be one', held(GOLD, { asset: 'GOLD:somebody' })],
    ['has no name', held(GOLD, { asset: '' })],
    ['is another contract’s', { getLedgerEntries: of(tokenInstance(OWN_CODE, { asset: ASSET })) }],
    ['is an account’s', { getLedgerEntries: of(account(holder.publicKey())) }],
    ['is not there', { getLedgerEntries: { latestLedger: 9, entries: [] } }],
    ['is no XDR', { getLedgerEntries: of('seven') }],
    ['is larger than the network keeps one', held(GOLD, { native: false, asset: 'x'.repeat(80_000) })],
    ['comes without a list', { getLedgerEntries: { latestLedger: 9 } }],
    ['comes with text for a number', { getLedgerEntries: { latestLedger: 'nine', entries: [] } }],
    ['comes as text', { getLedgerEntries: 'entries' }],
    ['comes under another key', { getLedgerEntries: of(tokenInstance(GOLD, { asset: ASSET }), 'AAAA') }],
    ['comes twice', { getLedgerEntries: of(tokenInstance(GOLD, { asset: ASSET }), undefined, 2) }],
  ];

  test.each([...WORTHLESS, ...lies])('returns no decimals when the RPC or its entry %s', async (_, answers) => {
    const { ledger } = await ledgerWith({ ...held(GOLD, { asset: ASSET }), simulateTransaction: u32(7), ...answers });
    expect(await ledger.decimalsOf(GOLD)).toBeUndefined();
  });

  test.each<[string, Answer]>([
    ['an error', { latestLedger: 9, error: 'HostError: Error(WasmVm, MissingValue)', events: [] }],
    ['text', simulated(xdr.ScVal.scvString('7'))],
    ['a signed number', simulated(xdr.ScVal.scvI32(7))],
    ['more digits than an amount has', u32(39)],
    ['nothing', simulated(xdr.ScVal.scvVoid())],
    ['no result', { ...u32(7), results: [] }],
    ['no simulation', 7],
  ])('returns no decimals when a token answers %s', async (_, simulateTransaction) => {
    const { ledger } = await ledgerWith({ ...held(OWN_CODE, { native: false }), simulateTransaction });
    expect(await ledger.decimalsOf(OWN_CODE)).toBeUndefined();
  });

  test('are asked for again when the answer was incomplete', async () => {
    const answers = [{ latestLedger: 9, entries: [] }, undefined];
    const whole = entries(tokenInstance(GOLD, { asset: ASSET }));
    const { ledger } = await ledgerWith({
      getLedgerEntries: (params: Parameters<typeof whole>[0]) => answers.shift() ?? whole(params),
    });
    expect(await ledger.decimalsOf(GOLD)).toBeUndefined();
    expect(await ledger.decimalsOf(GOLD)).toBe(7);
  });
});

describe('an account', () => {
  test('returns its signers and thresholds unchanged', async () => {
    const weights = { thresholds: [0, 1, 2, 3], signers: [[stranger, 2]] } as const;
    const { ledger } = await ledgerWith({ getLedgerEntries: entries(account(holder.publicKey(), weights)) });
    const found = await ledger.accountOf(holder.publicKey());
    expect(found.kind === 'account' && found.entry.toXdr('base64')).toBe(
      accountEntry(holder.publicKey(), weights).toXdr('base64'),
    );
  });

  test('is missing where the ledger has none', async () => {
    const { ledger } = await ledgerWith({ getLedgerEntries: entries(account(stranger.publicKey())) });
    expect(await ledger.accountOf(holder.publicKey())).toEqual({ kind: 'missing', ledger: 9 });
  });

  const odd: readonly [string, Record<string, Answer>][] = [
    ['gives somebody else’s', { getLedgerEntries: of(account(stranger.publicKey())) }],
    ['gives a contract’s', { getLedgerEntries: of(tokenInstance(GOLD, { asset: ASSET })) }],
    ['gives text', { getLedgerEntries: of('account') }],
    ['gives no list, which is not an empty one', { getLedgerEntries: { latestLedger: 9 } }],
    ['gives text for a number', { getLedgerEntries: { latestLedger: '9', entries: [] } }],
  ];

  test.each([...WORTHLESS, ...odd])('gets no answer from an RPC that is %s', async (_, answers) => {
    const { ledger } = await ledgerWith({ getLedgerEntries: entries(account(holder.publicKey())), ...answers });
    expect(await ledger.accountOf(holder.publicKey())).toEqual({ kind: 'no-answer' });
  });
});

describe('patience', () => {
  test('a redirect is not followed: the address may hold a key', async () => {
    const other = await startRpc({ getNetwork, getTransaction: notFound });
    const { ledger } = await ledgerWith({
      getNetwork: (_: unknown, response: ServerResponse) => response.writeHead(307, { location: other.url }).end(),
    });
    expect(await ledger.outcomeOf(HASH)).toEqual({ kind: 'no-answer' });
    expect(other.asked).toEqual([]);
  });

  test('gives up on a silent RPC after any request', async () => {
    const silent = { getLedgerEntries: SILENCE, getTransaction: SILENCE, simulateTransaction: SILENCE };
    const { ledger, abandoned } = await ledgerWith(silent, HURRY);
    expect(
      await Promise.all([
        ledger.decimalsOf(GOLD),
        ledger.accountOf(holder.publicKey()),
        ledger.outcomeOf(HASH),
        ledger.lookAt({ contracts: [GOLD] }),
        ledger.trialOf(buildDeploy(request())),
        ledger.historyOf(),
      ]),
    ).toEqual([
      undefined,
      { kind: 'no-answer' },
      { kind: 'no-answer' },
      { kind: 'no-answer' },
      { address: 'unknown', ledger: 0 },
      undefined,
    ]);
    // Nothing is left open either, which would keep a process that should end.
    await expect.poll(abandoned).toBe(6);
  });

  test('an answer without end is not read on', async () => {
    let sent = 0;
    const { ledger, asked } = await ledgerWith({
      getLedgerEntries: (_: unknown, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const more = () => {
          if (response.destroyed) return;
          sent += 100_000;
          // By way of the event loop: Node 26 calls back at once, and nothing else would ever run.
          response.write(' '.repeat(100_000), () => setImmediate(more));
        };
        more();
      },
    });
    expect(await ledger.decimalsOf(GOLD)).toBeUndefined();
    expect(asked).toHaveLength(2);
    expect(sent).toBeLessThan(40_000_000);
  });

  test('anyone who asked may cancel', async () => {
    const { ledger } = await ledgerWith({ getLedgerEntries: SILENCE });
    const cancelled = new AbortController();
    const asking = ledger.accountOf(holder.publicKey(), cancelled.signal);
    cancelled.abort();
    expect(await asking).toEqual({ kind: 'no-answer' });
    expect(await ledger.decimalsOf(GOLD, AbortSignal.abort())).toBeUndefined();
  });
});

function held(contract: string, parts: Parameters<typeof tokenInstance>[1]) {
  return { getLedgerEntries: entries(tokenInstance(contract, parts)) };
}

/** `getLedgerEntries` that gives this whatever was asked for, under the key that was asked for unless another is given. */
function of(data: xdr.LedgerEntryData | string, key?: string, times = 1) {
  return (params: { readonly keys?: readonly string[] } | null | undefined) => ({
    latestLedger: 9,
    entries: Array.from({ length: times }, () => ({
      key: key ?? params?.keys?.[0],
      xdr: typeof data === 'string' ? data : data.toXdr('base64'),
    })),
  });
}
