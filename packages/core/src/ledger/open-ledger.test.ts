import type { ServerResponse } from 'node:http';
import { buildDeploy, request } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  type Answer,
  account,
  accountEntry,
  entries,
  escrowEntries,
  network,
  plain,
  SILENCE,
  simulated,
  startRpc,
  tokenBalance,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { Asset, Keypair, nativeToScVal, StrKey, xdr } from '@stellar/stellar-sdk/base';
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
const contractOf = (seed: number) => StrKey.encodeContract(new Uint8Array(32).fill(seed));
const OWN_CODE = contractOf(6);
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

  test('not found without a second answer is no answer', async () => {
    const answers = [notFound, SILENCE];
    const { ledger } = await ledgerWith({ getTransaction: () => answers.shift() }, HURRY);
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
});

describe('looking at contracts', () => {
  const CODE = '5a'.repeat(32);
  const [inInstance, inEntry] = [1, 2].map(contractOf) as [string, string];
  const [escrow, other] = [xdr.ScVal.scvString('escrow'), xdr.ScVal.scvString('other')];
  const [instance] = escrowEntries(inInstance, { code: CODE, escrow, keptIn: 'instance' }) as [xdr.LedgerEntryData];

  test('reads all of them at one ledger in one request, wherever an escrow is stored', async () => {
    const held = [
      instance,
      ...escrowEntries(inEntry, { code: CODE, escrow, keptIn: 'entry' }),
      tokenInstance(GOLD, {}),
    ];
    const { ledger, asked } = await ledgerWith({
      getLedgerEntries: entries(...held, account(holder.publicKey())),
    });
    const contracts = [inInstance, inEntry, contractOf(3), GOLD];
    const snapshot = await ledger.lookAt({ account: holder.publicKey(), contracts });
    expect(asked).toEqual(['getNetwork', 'getLedgerEntries']);
    expect(plain(snapshot)).toMatchObject({
      ...{ kind: 'seen', ledger: 9, account: 'an account at 41' },
      contracts: {
        [inInstance]: { code: CODE, escrow: escrow.toXdr('base64') },
        [inEntry]: { code: CODE, escrow: escrow.toXdr('base64') },
        [GOLD]: { code: 'stellar-asset' },
      },
    });
  });

  test('believes the instance before an entry of the same key, and lists no escrow without its instance', async () => {
    const [, entry] = escrowEntries(inInstance, { code: CODE, escrow: other, keptIn: 'entry' }) as [never, never];
    const seenIn = async (...held: readonly xdr.LedgerEntryData[]) => {
      const snapshot = await (await ledgerWith({ getLedgerEntries: entries(...held) })).ledger.lookAt({
        contracts: [inInstance],
      });
      return snapshot.kind === 'seen' ? snapshot.contracts.get(inInstance)?.escrow : snapshot;
    };
    expect((await seenIn(instance, entry)) as xdr.ScVal).toEqual(escrow);
    expect(await seenIn(entry)).toBeUndefined();
  });

  test('reads balances in the same request, and returns the contract where one cannot be read', async () => {
    const wanted = { contracts: [inInstance], holdings: [{ holder: inInstance, token: GOLD }] };
    const gold = tokenInstance(GOLD, { asset: ASSET });
    const { ledger, asked } = await ledgerWith({
      getLedgerEntries: entries(instance, gold, tokenBalance(GOLD, inInstance, 5n)),
    });
    for (let times = 1; times <= 2; times++) {
      expect(await ledger.lookAt(wanted)).toMatchObject({ kind: 'seen', held: [{ units: 5n, decimals: 7 }] });
      expect(asked).toEqual(['getNetwork', ...Array(times).fill('getLedgerEntries')]);
    }
    const unread = await (await ledgerWith({ getLedgerEntries: entries(instance) })).ledger.lookAt(wanted);
    expect(unread).toMatchObject({ held: [undefined] });
    expect(unread.kind === 'seen' && [...unread.contracts.keys()]).toEqual([inInstance]);
  });
});

describe('balances', () => {
  test('reads those of a known asset in one request', async () => {
    const holders = [1, 2, 3].map(contractOf);
    const held = holders.map((each, index) => tokenBalance(GOLD, each, BigInt(index) * 10n ** 18n + 1n));
    const { ledger, asked } = await ledgerWith({
      getLedgerEntries: entries(tokenInstance(GOLD, { asset: ASSET }), ...held),
    });
    await ledger.decimalsOf(GOLD);
    asked.length = 0;
    const found = await ledger.balancesOf(holders.map((each) => ({ holder: each, token: GOLD })));
    expect(found.map((each) => each?.units)).toEqual([1n, 10n ** 18n + 1n, 2n * 10n ** 18n + 1n]);
    expect(asked).toEqual(['getLedgerEntries']);
  });

  test('are asked of a token that has code of its own, no matter what it stores under such a key', async () => {
    const answer = [xdr.ScVal.scvU32(2), nativeToScVal(300n, { type: 'i128' })];
    const { ledger } = await ledgerWith({
      getLedgerEntries: entries(tokenInstance(OWN_CODE, { native: false }), tokenBalance(OWN_CODE, contractOf(1), 9n)),
      simulateTransaction: () => simulated(answer.shift() as xdr.ScVal),
    });
    expect(await ledger.balancesOf([{ holder: contractOf(1), token: OWN_CODE }])).toEqual([
      { units: 300n, decimals: 2 },
    ]);
  });
});

test('names an RPC only by its host, since its address may contain a key', () => {
  expect(openLedger(['https://user:secret@rpc.example:8443/v1/key?token=secret'], passphrase).host).toBe('rpc.example');
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
