/** Two Stellar RPCs that must report the same escrow, and both confirm an absence. */
import { buildDeploy, request } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  type Answer,
  account,
  entries,
  escrowEntries,
  network,
  simulated,
  startRpc,
  tokenBalance,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { Asset, Keypair, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { NETWORKS } from '../escrow/network.ts';
import { openLedger, requireNetwork } from './open-ledger.ts';

const { testnet } = NETWORKS;
const HASH = 'ab'.repeat(32);
const holder = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(1)).publicKey();
const contract = StrKey.encodeContract(new Uint8Array(32).fill(1));
const NO_ANSWER = { kind: 'no-answer' };
const DISAGREE = { kind: 'no-answer', disagree: true };

type Answers = Record<string, Answer>;
const rpcWith = (answers: Answers) => startRpc({ getNetwork: network(testnet.passphrase), ...answers });
async function agreeing(one: Answers, other: Answers) {
  const [believed, second] = await Promise.all([rpcWith(one), rpcWith(other)]);
  return { ledger: openLedger([believed.url, second.url], testnet.passphrase, { retryMs: 1 }), second };
}

const range = (oldest: number, latest: number) => ({
  oldestLedger: oldest,
  oldestLedgerCloseTime: String(oldest * 5),
  latestLedger: latest,
  latestLedgerCloseTime: String(latest * 5),
});
const notFound = (oldest: number, latest: number) => ({
  getTransaction: { status: 'NOT_FOUND', ...range(oldest, latest) },
});
const found = (status: 'SUCCESS' | 'FAILED', ledger: number) => ({ getTransaction: { status, ledger } });
function holding(latestLedger: number, ...held: xdr.LedgerEntryData[]): Answers {
  const answer = entries(...held);
  return { getLedgerEntries: (params: Parameters<typeof answer>[0]) => ({ ...answer(params), latestLedger }) };
}
const atSequence = (sequence: bigint) => account(holder, { sequence });
const escrow = (code = '5a', state = false) =>
  escrowEntries(contract, { code: code.repeat(32), escrow: xdr.ScVal.scvBool(state), keptIn: 'instance' });
const free: Answers = { simulateTransaction: simulated(xdr.ScVal.scvVoid()) };
const occupied: Answers = {
  simulateTransaction: { latestLedger: 9, error: 'HostError: Error(Storage, ExistingValue)\n', events: [] },
};

describe('the outcome of a transaction', () => {
  test.each<[string, Answers, Answers, unknown]>([
    [
      'is not found in the ledgers that both remember',
      notFound(3, 90),
      notFound(7, 80),
      { kind: 'not-found', fromLedger: 7, toLedger: 80, from: 35_000, to: 400_000, isAgreed: true },
    ],
    ['settles when only the first finds it', found('SUCCESS', 5), notFound(7, 80), { kind: 'settled', ledger: 5 }],
    [
      'fails when only the second finds it',
      notFound(3, 90),
      found('FAILED', 5),
      { kind: 'failed', code: 'txFailed', ledger: 5 },
    ],
    [
      'is agreed on where both report a failure',
      found('FAILED', 5),
      found('FAILED', 5),
      { kind: 'failed', code: 'txFailed', ledger: 5, isAgreed: true },
    ],
    [
      'settles when the second reports success and the first a failure',
      found('FAILED', 5),
      found('SUCCESS', 5),
      { kind: 'settled', ledger: 5 },
    ],
    [
      'settles when the first reports success and the second a failure',
      found('SUCCESS', 5),
      found('FAILED', 5),
      { kind: 'settled', ledger: 5 },
    ],
    ['is open where the second does not answer', notFound(3, 90), {}, NO_ANSWER],
    ['is open where the first does not answer', {}, notFound(3, 90), NO_ANSWER],
  ])('%s', async (_, one, other, outcome) => {
    expect(await (await agreeing(one, other)).ledger.outcomeOf(HASH)).toEqual(outcome);
  });
});

describe('an account', () => {
  test.each<[string, Answers, Answers, unknown]>([
    ['is missing where both miss it', holding(9), holding(8), { kind: 'missing', ledger: 8 }],
    ['is open where only one misses it', holding(9), holding(8, account(holder)), NO_ANSWER],
    ['is open where only the other misses it', holding(9, account(holder)), holding(8), NO_ANSWER],
    ['is open when the second does not answer and the first misses it', holding(9), {}, NO_ANSWER],
    [
      'is read from the older ledger when both have it',
      holding(9, account(holder)),
      holding(8, account(holder)),
      { kind: 'account', ledger: 8 },
    ],
    ['is open where it has come further in one', holding(9, account(holder)), holding(9, atSequence(40n)), NO_ANSWER],
    [
      'is read from the first when only the first answers',
      holding(9, account(holder)),
      {},
      { kind: 'account', ledger: 9 },
    ],
  ])('%s', async (_, one, other, seen) => {
    expect(await (await agreeing(one, other)).ledger.accountOf(holder)).toMatchObject(seen as object);
  });
});

describe('a contract', () => {
  test.each<[string, Answers, Answers, unknown]>([
    [
      'is not listed where both do not list it',
      holding(9),
      holding(8),
      { kind: 'seen', ledger: 8, contracts: new Map() },
    ],
    ['is open where only the second lists it', holding(9), holding(8, ...escrow()), DISAGREE],
    ['is open where only the first lists it', holding(9, ...escrow()), holding(8), DISAGREE],
    ['is open when the second does not answer and the first does not list it', holding(9), {}, NO_ANSWER],
    ['is open where it has other code', holding(9, ...escrow()), holding(9, ...escrow('6b')), DISAGREE],
    ['is open where it holds another escrow', holding(9, ...escrow()), holding(9, ...escrow('5a', true)), DISAGREE],
    [
      'is seen in the older ledger when both report the same',
      holding(9, ...escrow()),
      holding(8, ...escrow()),
      { kind: 'seen', ledger: 8, isAgreed: true },
    ],
    ['is seen in the first when only the first answers', holding(9, ...escrow()), {}, { kind: 'seen', ledger: 9 }],
  ])('%s', async (_, one, other, seen) => {
    expect(await (await agreeing(one, other)).ledger.lookAt({ contracts: [contract] })).toMatchObject(seen as object);
  });

  test('is open next to an account that only one has seen, or has seen further', async () => {
    const whole = [...escrow(), account(holder)];
    const wanted = { account: holder, contracts: [contract] };
    const look = async (other: Answers) => (await agreeing(holding(9, ...whole), other)).ledger.lookAt(wanted);
    expect(await look(holding(8, ...whole))).toMatchObject({ kind: 'seen', ledger: 8 });
    expect(await look(holding(8, ...escrow()))).toEqual(DISAGREE);
    expect(await look(holding(8, ...escrow(), atSequence(40n)))).toEqual(DISAGREE);
    expect(await look({})).toEqual(NO_ANSWER);
  });

  test('holds what both report, and is asked about again while they differ', async () => {
    const { issuer, code, address } = testnet.tokens[0];
    const of = (units: bigint) =>
      holding(
        9,
        ...escrow(),
        tokenInstance(address, { asset: new Asset(code, issuer) }),
        tokenBalance(address, contract, units),
      );
    const holdings = [{ holder: contract, token: address }];
    const wanted = { contracts: [contract], holdings };
    const [same, other] = await Promise.all([agreeing(of(5n), of(5n)), agreeing(of(5n), of(6n))]);
    expect(await same.ledger.lookAt(wanted)).toMatchObject({ kind: 'seen', held: [{ units: 5n, decimals: 7 }] });
    expect(await same.ledger.balancesOf(holdings)).toMatchObject([{ units: 5n }]);
    expect(await other.ledger.lookAt(wanted)).toEqual(DISAGREE);
    expect(await other.ledger.balancesOf(holdings)).toEqual([undefined]);
    expect(other.second.asked.filter((method) => method === 'getLedgerEntries')).toHaveLength(8);
    expect(await (await agreeing(of(5n), {})).ledger.balancesOf(holdings)).toMatchObject([{ units: 5n }]);
  });
});

describe('an address', () => {
  test.each<[string, Answers, Answers, unknown]>([
    ['is free where both say so', free, free, { address: 'free', ledger: 9 }],
    ['is not free by one’s word alone', free, occupied, { address: 'unknown', ledger: 0 }],
    ['is not free where the second does not answer', free, {}, { address: 'unknown', ledger: 0 }],
    ['is occupied by the first one’s word', occupied, free, { address: 'occupied', ledger: 9 }],
  ])('%s', async (_, one, other, trial) => {
    expect(await (await agreeing(one, other)).ledger.trialOf(buildDeploy(request()))).toEqual(trial);
  });
});

test('the history is what both RPCs keep, and unknown if one does not tell it', async () => {
  const { ledger } = await agreeing(notFound(3, 90), notFound(7, 80));
  expect(await ledger.historyOf()).toMatchObject({
    oldestLedger: 7,
    latestLedger: 80,
    oldest: 35_000,
    latest: 400_000,
  });
  expect(await (await agreeing(notFound(3, 90), {})).ledger.historyOf()).toBeUndefined();
});

describe('a start', () => {
  test('is refused where any RPC is of another network, with what to do', async () => {
    const ours = await rpcWith({});
    const other = await rpcWith({ getNetwork: network(NETWORKS.public.passphrase) });
    await expect(requireNetwork([ours.url, other.url], testnet)).rejects.toMatchObject({
      code: 'SETTING_INVALID',
      message: 'The Stellar RPC at 127.0.0.1 is of another network than testnet.',
      operatorRemedy: expect.stringContaining('STELLAR_RPC_URL'),
    });
  });

  test('is not refused where they are of the network, or cannot be reached, or do not say', async () => {
    const [ours, odd] = await Promise.all([rpcWith({}), rpcWith({ getNetwork: {} })]);
    await requireNetwork([ours.url, 'http://127.0.0.1:9/rpc'], testnet);
    await requireNetwork([odd.url], testnet);
  });
});

test('both must tell a sequence number, and the lower one counts', async () => {
  const at = (ledger: number, sequence: bigint) => holding(ledger, atSequence(sequence));
  const { ledger } = await agreeing(at(9, 41n), at(7, 40n));
  expect(await ledger.sequencesOf([holder])).toEqual({ sequences: new Map([[holder, 40n]]), ledger: 7 });
  const silent = await agreeing(at(9, 41n), {});
  expect(await silent.ledger.sequencesOf([holder])).toBeUndefined();
});

test('events are complete only if both have the history, and each event counts', async () => {
  const topic = xdr.ScVal.scvSymbol('tw_init').toXdr('base64');
  const event = (ledger: number) => ({
    ...{ type: 'contract', ledger, contractId: contract, topic: [topic] },
    value: xdr.ScVal.scvVoid().toXdr('base64'),
  });
  const cursor = (ledger: number) => `${String((BigInt(ledger + 1) << 32n) - 1n).padStart(19, '0')}-4294967295`;
  const events = (latestLedger: number, ...found: object[]): Answers => ({
    getEvents: { events: found, latestLedger, cursor: cursor(latestLedger) },
  });
  const { ledger } = await agreeing(events(9), events(8, event(6)));
  expect(await ledger.eventsNamed('tw_init', 5)).toMatchObject({ events: [{ contract, ledger: 6 }], upTo: 8 });
  const foreign = await agreeing(events(9), events(8, { ...event(6), topic: [] }));
  expect(await foreign.ledger.eventsNamed('tw_init', 5)).toBeUndefined();
  expect(await (await agreeing(events(9), {})).ledger.eventsNamed('tw_init', 5)).toBeUndefined();
});
