/** What a Stellar RPC says of contracts, of a deploy's trial and of its own history. */
import { buildDeploy, request, sandbox, storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  type Answer,
  account,
  contractData,
  entries,
  escrowEntries,
  network,
  simulated,
  startRpc,
  tokenBalance,
  tokenInstance,
  type Weights,
} from '@countersign/testkit/rpc/scripted-rpc';
import { Asset, Keypair, nativeToScVal, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { NETWORKS } from '../escrow/network.ts';
import { liveMulti } from '../kinds/live-kinds.ts';
import { openLedger } from './open-ledger.ts';

const { passphrase } = sandbox;
const CODE = '5a'.repeat(32);
const [inInstance, inEntry, absent, token] = [1, 2, 3, 4].map((seed) =>
  StrKey.encodeContract(new Uint8Array(32).fill(seed)),
) as [string, string, string, string];
const holder = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(1)).publicKey();
const cosigner = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(27));
const escrow = liveMulti.encode(storedEscrow(request()));
const other = xdr.ScVal.scvString('other');

async function ledgerWith(answers: Record<string, Answer>) {
  const rpc = await startRpc({ getNetwork: network(passphrase), ...answers });
  return { ledger: openLedger([rpc.url], passphrase), ...rpc };
}

const WORTHLESS: readonly [string, Record<string, Answer>][] = [
  ['of another network', { getNetwork: network(NETWORKS.public.passphrase) }],
  ['that names no network', { getNetwork: {} }],
];

const held = [
  ...escrowEntries(inInstance, { code: CODE, escrow, keptIn: 'instance' }),
  ...escrowEntries(inEntry, { code: CODE, escrow, keptIn: 'entry' }),
  tokenInstance(token, {}),
  account(holder),
];

describe('looking at an account and contracts', () => {
  const wanted = { account: holder, contracts: [inInstance, inEntry, absent, token] };

  test('reads all of them at one ledger in one request, wherever an escrow is stored', async () => {
    const { ledger, asked } = await ledgerWith({ getLedgerEntries: entries(...held) });
    const snapshot = await ledger.lookAt(wanted);
    expect(asked).toEqual(['getNetwork', 'getLedgerEntries']);
    expect(snapshot).toMatchObject({ kind: 'seen', ledger: 9, account: { seqNum: 41n } });
    const { contracts } = snapshot as Extract<typeof snapshot, { kind: 'seen' }>;
    expect([...contracts.keys()]).toEqual([inInstance, inEntry, token]);
    for (const contract of [inInstance, inEntry]) {
      expect(contracts.get(contract)).toMatchObject({ code: CODE });
      expect(contracts.get(contract)?.escrow?.equals(escrow)).toBe(true);
    }
    expect(contracts.get(token)).toEqual({ code: 'stellar-asset' });
  });

  test('believes the instance before an entry of the same key', async () => {
    const [instance] = escrowEntries(inInstance, { code: CODE, escrow, keptIn: 'instance' });
    const [, entry] = escrowEntries(inInstance, { code: CODE, escrow: other, keptIn: 'entry' });
    const { ledger } = await ledgerWith({ getLedgerEntries: entries(instance as never, entry as never) });
    const snapshot = await ledger.lookAt({ contracts: [inInstance] });
    expect(snapshot.kind === 'seen' && snapshot.contracts.get(inInstance)?.escrow?.equals(escrow)).toBe(true);
  });

  test('lists no escrow without its instance, and no account that does not exist', async () => {
    const [, entry] = escrowEntries(inEntry, { code: CODE, escrow, keptIn: 'entry' });
    const { ledger } = await ledgerWith({ getLedgerEntries: entries(entry as never) });
    expect(await ledger.lookAt(wanted)).toEqual({ kind: 'seen', ledger: 9, contracts: new Map() });
  });

  test('takes the lowest ledger when there is more than one request', async () => {
    const replies = [12, 10, 11];
    const { ledger, asked } = await ledgerWith({
      getLedgerEntries: () => ({ latestLedger: replies.shift(), entries: [] }),
    });
    const contracts = Array.from({ length: 201 }, (_, index) =>
      StrKey.encodeContract(
        Uint8Array.from(
          Buffer.alloc(32, 0)
            .fill(index % 256, 0, 4)
            .fill(index >> 8, 4, 8),
        ),
      ),
    );
    expect(await ledger.lookAt({ contracts })).toEqual({ kind: 'seen', ledger: 10, contracts: new Map() });
    expect(asked.slice(1)).toEqual(Array(3).fill('getLedgerEntries'));
  });

  const instance = tokenInstance(token, {}).toXdr('base64');
  const keyOf = (params: { readonly keys?: readonly string[] } | null | undefined) => params?.keys?.[0];
  const odd: readonly [string, Record<string, Answer>][] = [
    ['without its ledger', { getLedgerEntries: { entries: [] } }],
    ['of ledger nought', { getLedgerEntries: { latestLedger: 0, entries: [] } }],
    ['without a list', { getLedgerEntries: { latestLedger: 9 } }],
    ['of text', { getLedgerEntries: 'entries' }],
    [
      'with an entry that was not asked for',
      { getLedgerEntries: { latestLedger: 9, entries: [{ key: 'AAAA', xdr: instance }] } },
    ],
    [
      'with another entry under the key',
      {
        getLedgerEntries: (params: Parameters<typeof keyOf>[0]) => ({
          latestLedger: 9,
          entries: [{ key: keyOf(params), xdr: instance }],
        }),
      },
    ],
    [
      'with something else in place of an instance',
      { getLedgerEntries: entries(contractData(inEntry, xdr.ScVal.scvLedgerKeyContractInstance(), other)) },
    ],
  ];

  test.each([...WORTHLESS, ...odd])('returns nothing for an answer %s', async (_, answers) => {
    const { ledger } = await ledgerWith({ getLedgerEntries: entries(...held), ...answers });
    expect(await ledger.lookAt(wanted)).toEqual({ kind: 'no-answer' });
  });
});

describe('the balances that are read along with the rest', () => {
  const asset = new Asset('GOLD', holder);
  const gold = asset.contractId(passphrase);
  const wanted = { contracts: [inInstance], holdings: [{ holder: inInstance, token: gold }] };
  const kept = [...held, tokenInstance(gold, { asset })];

  test('reads them in the same request as the contract, whether or not its token is known', async () => {
    const answers = { getLedgerEntries: entries(...kept, tokenBalance(gold, inInstance, 5n)) };
    const { ledger, asked } = await ledgerWith(answers);
    for (let times = 1; times <= 2; times++) {
      expect(await ledger.lookAt(wanted)).toMatchObject({ kind: 'seen', held: [{ units: 5n, decimals: 7 }] });
      expect(asked).toEqual(['getNetwork', ...Array(times).fill('getLedgerEntries')]);
    }
  });

  test('asks the token when there is no entry, since an archived balance still counts', async () => {
    const { ledger, asked } = await ledgerWith({
      getLedgerEntries: entries(...kept),
      simulateTransaction: simulated(nativeToScVal(7n, { type: 'i128' })),
    });
    expect(await ledger.lookAt(wanted)).toMatchObject({ held: [{ units: 7n, decimals: 7 }] });
    expect(asked).toEqual(['getNetwork', 'getLedgerEntries', 'simulateTransaction']);
  });

  test('still returns the whole contract when a balance cannot be read', async () => {
    const { ledger } = await ledgerWith({ getLedgerEntries: entries(...held) });
    const snapshot = await ledger.lookAt(wanted);
    expect(snapshot).toMatchObject({ held: [undefined] });
    expect(snapshot.kind === 'seen' && [...snapshot.contracts.keys()]).toEqual([inInstance]);
  });
});

test.each<[string, Weights, boolean]>([
  ['its own key is enough', { signers: [[cosigner, 1]] }, false],
  ['one co-signer must help', { thresholds: [1, 0, 2, 2], signers: [[cosigner, 1]] }, true],
  ['one co-signer signs instead', { thresholds: [0, 0, 0, 0], signers: [[cosigner, 1]] }, true],
])('reports of a party whether it needs several signers: %s', async (_, weights, severalSigners) => {
  const { ledger } = await ledgerWith({ getLedgerEntries: entries(account(holder, weights)) });
  const snapshot = await ledger.lookAt({ contracts: [], parties: { accounts: [holder], contracts: [] } });
  expect(snapshot.kind === 'seen' && snapshot.parties?.accounts.get(holder)).toMatchObject({
    exists: true,
    severalSigners,
  });
});

describe('the trial of a deploy', () => {
  const unsignedXdr = buildDeploy(request());
  const failed = (error: string) => ({ latestLedger: 9, error: `${error}\n\nEvent log (newest first):\n`, events: [] });

  test.each<[string, Answer, unknown]>([
    ['that works finds its address free', simulated(xdr.ScVal.scvVoid()), { address: 'free', ledger: 9 }],
    [
      'that meets a contract finds it occupied, archived or not',
      failed('HostError: Error(Storage, ExistingValue)'),
      { address: 'occupied', ledger: 9 },
    ],
    [
      'that fails in another way tells nothing',
      failed('HostError: Error(Contract, #3)'),
      { address: 'unknown', ledger: 9 },
    ],
    [
      'whose error only quotes that of a met contract tells nothing',
      failed('HostError: Error(Contract, #3) "HostError: Error(Storage, ExistingValue)"'),
      { address: 'unknown', ledger: 9 },
    ],
    [
      'that needs something restored first tells nothing',
      { ...simulated(xdr.ScVal.scvVoid()), restorePreamble: { minResourceFee: '1', transactionData: '' } },
      { address: 'unknown', ledger: 9 },
    ],
    ['without a result tells nothing', { latestLedger: 9, results: [] }, { address: 'unknown', ledger: 9 }],
    ['without a ledger is no answer', { results: [{}] }, { address: 'unknown', ledger: 0 }],
  ])('%s', async (_, simulateTransaction, trial) => {
    const { ledger } = await ledgerWith({ simulateTransaction });
    expect(await ledger.trialOf(unsignedXdr)).toEqual(trial);
  });

  test.each(WORTHLESS)('returns nothing when the RPC answers %s', async (_, answers) => {
    const { ledger } = await ledgerWith({ simulateTransaction: simulated(xdr.ScVal.scvVoid()), ...answers });
    expect(await ledger.trialOf(unsignedXdr)).toEqual({ address: 'unknown', ledger: 0 });
  });

  test('returns nothing for a text that is not a transaction', async () => {
    const { ledger } = await ledgerWith({ simulateTransaction: simulated(xdr.ScVal.scvVoid()) });
    expect(await ledger.trialOf('AAAA')).toEqual({ address: 'unknown', ledger: 0 });
  });
});

describe('the history of an RPC', () => {
  const range = {
    status: 'NOT_FOUND',
    latestLedger: 9,
    latestLedgerCloseTime: '1800000100',
    oldestLedger: 1,
    oldestLedgerCloseTime: '1800000000',
  };

  test('reaches from its oldest ledger to its latest', async () => {
    const { ledger } = await ledgerWith({ getTransaction: range });
    expect(await ledger.historyOf()).toEqual({
      oldestLedger: 1,
      latestLedger: 9,
      oldest: 1_800_000_000_000,
      latest: 1_800_000_100_000,
    });
  });

  test.each<[string, Record<string, Answer>]>([
    ...WORTHLESS,
    ['without a number', { getTransaction: { ...range, oldestLedger: undefined } }],
    [
      'that has found a transaction that was never sent',
      { getTransaction: { ...range, status: 'SUCCESS', ledger: 3 } },
    ],
  ])('is not known by an answer %s', async (_, answers) => {
    const { ledger } = await ledgerWith({ getTransaction: range, ...answers });
    expect(await ledger.historyOf()).toBeUndefined();
  });
});

test('names an RPC only by its host, since its address may contain a key', () => {
  expect(openLedger(['https://user:secret@rpc.example:8443/v1/key?token=secret'], passphrase).host).toBe('rpc.example');
});
