/** What contracts hold of tokens, by the word of a Stellar RPC. */
import {
  type Answer,
  entries,
  network,
  simulated,
  startRpc,
  tokenBalance,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { Asset, Keypair, nativeToScVal, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { NETWORKS } from '../escrow/network.ts';
import { openLedger } from './open-ledger.ts';

const { passphrase } = NETWORKS.testnet;
const ASSET = new Asset('GOLD', Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(1)).publicKey());
const GOLD = ASSET.contractId(passphrase);
const contract = (seed: number) => StrKey.encodeContract(new Uint8Array(32).fill(seed));
const OWN_CODE = contract(6);
const i128 = (units: bigint) => nativeToScVal(units, { type: 'i128' });
const gold = tokenInstance(GOLD, { asset: ASSET });
const own = tokenInstance(OWN_CODE, { native: false });

async function ledgerWith(answers: Record<string, Answer>) {
  const rpc = await startRpc({ getNetwork: network(passphrase), ...answers });
  return { ledger: openLedger([rpc.url], passphrase), ...rpc };
}

test('reads all balances of a Stellar asset in one request when the asset is known', async () => {
  const holders = [1, 2, 3].map(contract);
  const held = holders.map((holder, index) => tokenBalance(GOLD, holder, BigInt(index) * 10n ** 18n + 1n));
  const { ledger, asked } = await ledgerWith({ getLedgerEntries: entries(gold, ...held) });
  await ledger.decimalsOf(GOLD);
  asked.length = 0;
  expect(await ledger.balancesOf(holders.map((holder) => ({ holder, token: GOLD })))).toEqual([
    { units: 1n, decimals: 7, modified: 8 },
    { units: 10n ** 18n + 1n, decimals: 7, modified: 8 },
    { units: 2n * 10n ** 18n + 1n, decimals: 7, modified: 8 },
  ]);
  expect(asked).toEqual(['getLedgerEntries']);
});

test('asks the token when there is no entry, since an archived balance still counts', async () => {
  const { ledger, asked } = await ledgerWith({
    getLedgerEntries: entries(gold),
    simulateTransaction: simulated(i128(4_000n)),
  });
  expect(await ledger.balancesOf([{ holder: contract(1), token: GOLD }])).toEqual([{ units: 4_000n, decimals: 7 }]);
  expect(asked.at(-1)).toBe('simulateTransaction');
});

test('asks a token that has code of its own, whatever it stores under such a key', async () => {
  const answer = [xdr.ScVal.scvU32(2), i128(300n)];
  const { ledger } = await ledgerWith({
    getLedgerEntries: entries(own, tokenBalance(OWN_CODE, contract(1), 9n)),
    simulateTransaction: () => simulated(answer.shift() as xdr.ScVal),
  });
  expect(await ledger.balancesOf([{ holder: contract(1), token: OWN_CODE }])).toEqual([{ units: 300n, decimals: 2 }]);
});

const noDecimals = { latestLedger: 9, error: 'HostError: Error(WasmVm, MissingValue)', events: [] };
test.each<[string, string, Record<string, Answer>]>([
  ['a token that does not stand', contract(7), { getLedgerEntries: entries() }],
  ['a token that says no decimals', OWN_CODE, { getLedgerEntries: entries(own), simulateTransaction: noDecimals }],
  ['less than nothing', GOLD, { getLedgerEntries: entries(gold), simulateTransaction: simulated(i128(-1n)) }],
  [
    'another type of number',
    GOLD,
    { getLedgerEntries: entries(gold), simulateTransaction: simulated(xdr.ScVal.scvU32(1)) },
  ],
  ['an asset that the token’s address does not prove', GOLD, { getLedgerEntries: entries(tokenInstance(GOLD, {})) }],
  ['an RPC that says nothing', GOLD, {}],
  ['an RPC of another network', GOLD, { getNetwork: network('another'), getLedgerEntries: entries(gold) }],
])('returns no balance for %s', async (_, token, answers) => {
  const { ledger } = await ledgerWith(answers);
  expect(await ledger.balancesOf([{ holder: contract(1), token }])).toEqual([undefined]);
});

test('returns the other balances when one is unknown', async () => {
  const { ledger } = await ledgerWith({
    getLedgerEntries: entries(gold, tokenBalance(GOLD, contract(1), 5n)),
    simulateTransaction: noDecimals,
  });
  const wanted = [OWN_CODE, GOLD, contract(7)].map((token) => ({ holder: contract(1), token }));
  expect(await ledger.balancesOf(wanted)).toEqual([undefined, { units: 5n, decimals: 7, modified: 8 }, undefined]);
});
