/** Answers of a Stellar RPC that are odd, and what comes of each question then: nothing is believed that is not whole. */
import { buildDeploy, request } from '@countersign/testkit/fixtures/deploy-fixture';
import { createPart } from '@countersign/testkit/record/part';
import {
  type Answer,
  account,
  archived,
  contractData,
  entries,
  escrowEntries,
  network,
  plain,
  simulated,
  startRpc,
  tokenBalance,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { Asset, Keypair, nativeToScVal, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { NETWORKS } from '../escrow/network.ts';
import type { Ledger } from './ledger.ts';
import { openLedger } from './open-ledger.ts';

const { passphrase } = NETWORKS.testnet;
const [holder, stranger] = [1, 2].map((seed) =>
  Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(seed)).publicKey(),
) as [string, string];
const [ESCROW, OWN] = [1, 6].map((seed) => StrKey.encodeContract(new Uint8Array(32).fill(seed))) as [string, string];
const ASSET = new Asset('GOLD', holder);
const GOLD = ASSET.contractId(passphrase);
const gold = tokenInstance(GOLD, { asset: ASSET });
const own = tokenInstance(OWN, { native: false });
const escrow = escrowEntries(ESCROW, { code: '5a'.repeat(32), escrow: xdr.ScVal.scvBool(true), keptIn: 'instance' });
const balance = tokenBalance(GOLD, ESCROW, 5n);
const held = [gold, own, account(holder), ...escrow];
const { scvI32, scvString, scvU32, scvVoid } = xdr.ScVal;

type Answers = Readonly<Record<string, Answer>>;
const history = {
  ...{ status: 'NOT_FOUND', oldestLedger: 1, oldestLedgerCloseTime: '1800000000' },
  ...{ latestLedger: 9, latestLedgerCloseTime: '1800000100' },
};
const WHOLE: Answers = {
  ...{ getNetwork: network(passphrase), getTransaction: history, getLedgerEntries: entries(...held, balance) },
  simulateTransaction: simulated(scvU32(7)),
};
const questions: Readonly<Record<string, (ledger: Ledger) => Promise<unknown>>> = {
  outcome: (ledger) => ledger.outcomeOf('ab'.repeat(32)),
  history: (ledger) => ledger.historyOf(),
  account: (ledger) => ledger.accountOf(holder),
  contract: (ledger) => ledger.lookAt({ account: holder, contracts: [ESCROW] }),
  'decimals of an asset': (ledger) => ledger.decimalsOf(GOLD),
  'decimals of a token of its own': (ledger) => ledger.decimalsOf(OWN),
  balances: (ledger) => ledger.balancesOf([GOLD, OWN].map((token) => ({ holder: ESCROW, token }))),
  'trial of a deploy': (ledger) => ledger.trialOf(buildDeploy(request())),
  'unlisted contract': (ledger) => ledger.unlistedAt(ESCROW),
};

/** Gives this for any key, under the key that was asked for unless another is given. */
const giving = (data: xdr.LedgerEntryData | string, key?: string, times = 1): Answers => ({
  getLedgerEntries: (params: { readonly keys?: readonly string[] } | null | undefined) => ({
    latestLedger: 9,
    entries: Array.from({ length: times }, () => ({
      key: key ?? params?.keys?.[0],
      xdr: typeof data === 'string' ? data : data.toXdr('base64'),
    })),
  }),
});
const listing = (...listed: readonly xdr.LedgerEntryData[]): Answers => ({ getLedgerEntries: entries(...listed) });
const asset = (name: Asset | string, native = true) => listing(tokenInstance(GOLD, { asset: name, native }));
const listed = (getLedgerEntries: unknown): Answers => ({ getLedgerEntries });
const simulating = (simulateTransaction: unknown): Answers => ({ simulateTransaction });
const failing = (error: string) => simulating({ latestLedger: 9, error: `${error}\n\nEvent log (newest first):\n` });
const looking = (changes: object): Answers => ({ getTransaction: { ...history, ...changes } });
const found = (status: string, resultXdr: unknown) => looking({ status, ledger: 7, resultXdr, envelopeXdr: 'x' });

const badSequence = new xdr.TransactionResult({
  ...{ feeCharged: 100n, result: xdr.TransactionResultResult.txBadSeq(), ext: xdr.TransactionResultExt.v0() },
});

const ODD: Readonly<Record<string, Answers>> = {
  'an RPC of another network': { getNetwork: network(NETWORKS.public.passphrase) },
  'an RPC that names no network': { getNetwork: {} },
  'no answer to any question': {
    getTransaction: undefined,
    getLedgerEntries: undefined,
    simulateTransaction: undefined,
  },
  'entries without their ledger': listed({ entries: [] }),
  'entries of ledger 0': listed({ latestLedger: 0, entries: [] }),
  'entries of a ledger in words': listed({ latestLedger: 'nine', entries: [] }),
  'entries without a list': listed({ latestLedger: 9 }),
  'entries that are a text': listed('entries'),
  'no entry': listing(),
  'an entry that is no XDR': giving('seven'),
  'an entry under another key': giving(gold, 'AAAA'),
  'an entry twice': giving(gold, undefined, 2),
  'the entry of another contract': giving(own),
  'the entry of another account': giving(account(stranger)),
  'another account alone': listing(account(stranger)),
  'something else in place of an instance': listing(
    contractData(ESCROW, xdr.ScVal.scvLedgerKeyContractInstance(), scvString('other')),
  ),
  'an asset of another issuer': asset(new Asset('GOLD', stranger)),
  'an asset called “native”': asset('native'),
  'an asset with half a name': asset('GOLD:somebody'),
  'an asset without a name': asset(''),
  'an instance that is larger than the network keeps one': asset('x'.repeat(80_000), false),
  'no balance': listing(...held),
  'a simulation that is a number': simulating(7),
  'a simulation without a ledger': simulating({ results: [{}] }),
  'a simulation without a result': simulating({ ...simulated(scvU32(7)), results: [] }),
  'a simulation whose data is no XDR': simulating({ latestLedger: 9, transactionData: 'AAAA' }),
  'a simulation that must restore first': simulating({
    ...simulated(scvVoid()),
    restorePreamble: { minResourceFee: '1', transactionData: '' },
  }),
  'a simulation that restores the escrow, without a result': simulating(archived(ESCROW)),
  'a text': simulating(simulated(scvString('7'))),
  'a signed number': simulating(simulated(scvI32(7))),
  nothing: simulating(simulated(scvVoid())),
  'more digits than an amount has': simulating(simulated(scvU32(39))),
  'a balance below 0': { ...listing(...held), ...simulating(simulated(nativeToScVal(-1n, { type: 'i128' }))) },
  'a balance of another type': { ...listing(...held), ...simulating(simulated(scvU32(1))) },
  'an error of the contract': failing('HostError: Error(Contract, #3)'),
  'an error of a contract in the way': failing('HostError: Error(Storage, ExistingValue)'),
  'an error that only quotes it': failing('HostError: Error(Contract, #3) "HostError: Error(Storage, ExistingValue)"'),
  'an error of a contract that is missing': failing('HostError: Error(Storage, MissingValue)'),
  'an error that only quotes that': failing('HostError: Error(Contract, #3) "HostError: Error(Storage, MissingValue)"'),
  'a closing time in words': looking({ latestLedgerCloseTime: 'soon' }),
  'no closing time': looking({ latestLedgerCloseTime: null }),
  'a closing time of 11 digits': looking({ latestLedgerCloseTime: '99999999999' }),
  'a closing time of 12 digits': looking({ latestLedgerCloseTime: '999999999999' }),
  'closing times as numbers': looking({ oldestLedgerCloseTime: 4, latestLedgerCloseTime: 5 }),
  'a closing time below 0': looking({ latestLedgerCloseTime: -1 }),
  'no transaction at all': { getTransaction: null },
  'a transaction that settled in ledger 1': looking({ status: 'SUCCESS', ledger: 1 }),
  'one in ledger 0': looking({ status: 'SUCCESS', ledger: 0 }),
  'one in a ledger in words': looking({ status: 'SUCCESS', ledger: '7' }),
  'one in half a ledger': looking({ status: 'SUCCESS', ledger: 7.5 }),
  'a transaction that failed, with its result': found('FAILED', badSequence.toXdr('base64')),
  'no oldest ledger': looking({ oldestLedger: undefined }),
  'an unknown status': looking({ status: 'MAYBE' }),
  'a transaction that settled, whose result cannot be read': found('SUCCESS', 'AAAA'),
  'one whose result is a number': found('SUCCESS', 7),
  'a transaction that failed, whose result cannot be read': found('FAILED', 'AAAA'),
  'one without a result': found('FAILED', null),
};

test('believes no answer that is odd, for any question', async () => {
  const { note, text } = createPart();
  const answersOf = async (answers: Answers) => {
    const { url } = await startRpc({ ...WHOLE, ...answers });
    const asked = Object.entries(questions).map(async ([question, ask]) => {
      const ledger = openLedger([url], passphrase, { now: () => 1_800_000_100_000 });
      return `${question}: ${JSON.stringify(plain(await ask(ledger)))}`;
    });
    return await Promise.all(asked);
  };
  const usual = await answersOf({});
  note('usual answers', usual.join('\n'));
  for (const [title, answers] of Object.entries(ODD)) {
    const other = (await answersOf(answers)).filter((line) => !usual.includes(line));
    note(title, other.join('\n') || 'as usual');
  }
  await expect(text()).toMatchFileSnapshot('recorded/odd-answers.txt');
});
