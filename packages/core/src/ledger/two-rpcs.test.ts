/** Every pair of answers that two Stellar RPCs may give, and what the ledger makes of it. */
import { buildDeploy, request } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  type Answer,
  account,
  archived,
  codeEntry,
  cursorAt,
  entries,
  escrowEntries,
  network,
  plain,
  simulated,
  startRpc,
  tokenBalance,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { Address, Asset, hash, Keypair, nativeToScVal, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { NETWORKS } from '../escrow/network.ts';
import type { Ledger } from './ledger.ts';
import { openLedger, requireNetwork } from './open-ledger.ts';

const { passphrase, tokens } = NETWORKS.testnet;
const [usdc] = tokens;
const [holder, other] = [1, 2].map((seed) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(seed)).publicKey()) as [
  string,
  string,
];
const contract = StrKey.encodeContract(new Uint8Array(32).fill(1));
const NOW = 1_800_000_000_000;
type Answers = Readonly<Record<string, Answer>>;

const NONE: Answers = {};
const times = (oldest: number, latest: number) => ({
  ...{ oldestLedger: oldest, oldestLedgerCloseTime: String(1_800_000_000 - 900 + oldest) },
  ...{ latestLedger: latest, latestLedgerCloseTime: String(1_800_000_000 - 900 + latest) },
});
const notFound = (oldest: number, latest: number): Answers => ({
  getTransaction: { status: 'NOT_FOUND', ...times(oldest, latest) },
});
function holding(latestLedger: number, ...held: readonly xdr.LedgerEntryData[]): Answers {
  const answer = entries(...held);
  return { getLedgerEntries: (params: Parameters<typeof answer>[0]) => ({ ...answer(params), latestLedger }) };
}
const page = (latestLedger: number, ...events: readonly object[]): Answers => ({
  ...notFound(3, latestLedger),
  getEvents: { events, latestLedger, cursor: cursorAt(latestLedger) },
});
const event = (
  ledger: number,
  topics: readonly xdr.ScVal[],
  value: xdr.ScVal = xdr.ScVal.scvVoid(),
  contractId = contract,
) => ({
  ...{ type: 'contract', ledger, contractId, value: value.toXdr('base64') },
  topic: topics.map((topic) => topic.toXdr('base64')),
});
const party = (address: string) => Address.fromString(address).toScVal();
const paid = (ledger: number, from: string, amount: bigint) =>
  event(
    ledger,
    [xdr.ScVal.scvSymbol('transfer'), party(from), party(contract)],
    nativeToScVal(amount, { type: 'i128' }),
    usdc.address,
  );
const escrow = (state: boolean, code = '5a', keptIn: 'instance' | 'entry' = 'instance') =>
  escrowEntries(contract, { code: code.repeat(32), escrow: xdr.ScVal.scvBool(state), keptIn });
const usdcInstance = tokenInstance(usdc.address, { asset: new Asset(usdc.code, usdc.issuer) });
const missing = 'HostError: Error(Storage, MissingValue)\n';
const failed = (error: string): Answers => ({ simulateTransaction: { latestLedger: 9, error, events: [] } });

const NAMED: readonly (readonly [string, string])[] = [
  [contract, '<contract>'],
  [holder, '<holder>'],
  [other, '<other>'],
  [usdc.address, '<USDC>'],
];
const shown = (value: unknown) =>
  NAMED.reduce((text, [address, name]) => text.replaceAll(address, name), JSON.stringify(plain(value)));

/** Each pair, with the number of requests: those that differ are asked for again. */
async function pairs(
  title: string,
  answers: Readonly<Record<string, Answers>>,
  ask: (ledger: Ledger) => Promise<unknown>,
): Promise<string> {
  const started = await Promise.all(
    Object.entries(answers).map(async ([name, given]) => ({
      name,
      rpc: await startRpc({ getNetwork: network(passphrase), ...given }),
    })),
  );
  const lines: string[] = [];
  for (const one of started) {
    for (const second of started) {
      for (const each of started) each.rpc.asked.length = 0;
      const ledger = openLedger([one.rpc.url, second.rpc.url], passphrase, { retryMs: 1, now: () => NOW });
      const result = shown(await ask(ledger));
      const count = started.flatMap(({ rpc }) => rpc.asked).length;
      lines.push(`  ${one.name} | ${second.name} → ${result} (${count} requests)`);
    }
  }
  return [title, ...lines, ''].join('\n');
}

test('believes two RPCs only where they agree, for every question', async () => {
  const settled = (ledger: number): Answers => ({ getTransaction: { status: 'SUCCESS', ledger } });
  const refused = (ledger: number): Answers => ({ getTransaction: { status: 'FAILED', ledger } });
  const HASH = 'ab'.repeat(32);
  const code = Uint8Array.of(0, 97, 115, 109);
  const holdings = [
    { holder: contract, token: usdc.address },
    { holder: StrKey.encodeContract(new Uint8Array(32).fill(2)), token: usdc.address },
  ];
  const [first, second] = holdings.map((each) => each.holder) as [string, string];
  const balances = (...units: readonly [bigint, bigint]) =>
    holding(9, usdcInstance, tokenBalance(usdc.address, first, units[0]), tokenBalance(usdc.address, second, units[1]));
  const init = [xdr.ScVal.scvSymbol('tw_init')];
  const whole: Answers = { ...holding(9, usdcInstance), ...notFound(3, 900) };
  const at = (sequence: bigint) => account(holder, { sequence });
  const text = [
    await pairs(
      'outcome of a transaction',
      {
        ...{
          'settled in 5': settled(5),
          'settled in 6': settled(6),
          'failed in 5': refused(5),
          'failed in 6': refused(6),
        },
        ...{ 'not in 3 to 90': notFound(3, 90), 'not in 7 to 80': notFound(7, 80), silent: NONE },
      },
      (ledger) => ledger.outcomeOf(HASH),
    ),
    await pairs(
      'account',
      {
        ...{
          'none at 9': holding(9),
          'none at 8': holding(8),
          '41 at 9': holding(9, at(41n)),
          '41 at 8': holding(8, at(41n)),
        },
        ...{ '40 at 9': holding(9, at(40n)), silent: NONE },
      },
      (ledger) => ledger.accountOf(holder),
    ),
    await pairs(
      'sequence numbers of two accounts',
      {
        '41 and none at 9': holding(9, at(41n)),
        '40 and 7 at 8': holding(8, at(40n), account(other, { sequence: 7n })),
        'none at 7': holding(7),
        silent: NONE,
      },
      (ledger) => ledger.sequencesOf([holder, other]),
    ),
    await pairs(
      'escrow',
      {
        ...{
          'none at 9': holding(9),
          'true at 9': holding(9, ...escrow(true)),
          'true at 8': holding(8, ...escrow(true)),
        },
        'true in an entry': holding(9, ...escrow(true, '5a', 'entry')),
        'false at 9': holding(9, ...escrow(false)),
        'other code': holding(9, ...escrow(true, '6b')),
        'no escrow': holding(9, ...escrow(true, '5a', 'entry').slice(0, 1)),
        silent: NONE,
      },
      (ledger) => ledger.lookAt({ contracts: [contract] }),
    ),
    await pairs(
      'escrow and account',
      {
        'both at 9': holding(9, ...escrow(true), at(41n)),
        'both at 8': holding(8, ...escrow(true), at(41n)),
        'account further': holding(9, ...escrow(true), at(42n)),
        'escrow alone': holding(9, ...escrow(true)),
        silent: NONE,
      },
      (ledger) => ledger.lookAt({ account: holder, contracts: [contract] }),
    ),
    await pairs(
      'escrow and its balance',
      {
        'holds 5': holding(9, ...escrow(true), usdcInstance, tokenBalance(usdc.address, contract, 5n)),
        'holds 6': holding(9, ...escrow(true), usdcInstance, tokenBalance(usdc.address, contract, 6n)),
        'no balance': holding(9, ...escrow(true), usdcInstance),
        silent: NONE,
      },
      (ledger) => ledger.lookAt({ contracts: [contract], holdings: holdings.slice(0, 1) }),
    ),
    await pairs(
      'two balances',
      { '5 and 6': balances(5n, 6n), '5 and 7': balances(5n, 7n), '6 and 5': balances(6n, 5n), silent: NONE },
      (ledger) => ledger.balancesOf(holdings),
    ),
    await pairs(
      'raw entries',
      {
        'true at 9': holding(9, ...escrow(true)),
        'true at 8': holding(8, ...escrow(true)),
        'false at 9': holding(9, ...escrow(false)),
        'in two entries': holding(9, ...escrow(true, '5a', 'entry')),
        ...{ 'none at 9': holding(9), silent: NONE },
      },
      async (ledger) => {
        const { entries: found = [], ...rest } = {
          entries: undefined,
          ...(await ledger.rawEntriesOf(contract, undefined)),
        };
        return { ...rest, entries: found.map(({ xdr: raw }) => raw.slice(-32)) };
      },
    ),
    await pairs(
      'trial of a deploy',
      {
        'free at 9': { simulateTransaction: simulated(xdr.ScVal.scvVoid()) },
        'free at 8': { simulateTransaction: { ...simulated(xdr.ScVal.scvVoid()), latestLedger: 8 } },
        occupied: failed('HostError: Error(Storage, ExistingValue)\n'),
        failed: failed('HostError: Error(Contract, #3)\n'),
        silent: NONE,
      },
      (ledger) => ledger.trialOf(buildDeploy(request())),
    ),
    await pairs(
      'unlisted contract',
      {
        archived: { simulateTransaction: archived(contract, xdr.ScVal.scvBool(true), { code: '5a'.repeat(32) }) },
        'other state': { simulateTransaction: archived(contract, xdr.ScVal.scvBool(false), { code: '5a'.repeat(32) }) },
        'other code': { simulateTransaction: archived(contract, xdr.ScVal.scvBool(true), { code: '6b'.repeat(32) }) },
        'no result': { simulateTransaction: archived(contract) },
        absent: { ...whole, ...failed(missing) },
        silent: NONE,
      },
      (ledger) => ledger.unlistedAt(contract),
    ),
    await pairs(
      'last payment of 70',
      {
        'paid in 5': page(9, paid(5, holder, 70n)),
        'paid in 7': page(9, paid(7, holder, 70n)),
        none: page(9),
        silent: NONE,
      },
      async (ledger) =>
        (await ledger.lastTransfer({ token: usdc.address, from: holder, to: contract, amount: 70n }))?.ledger,
    ),
    await pairs(
      'payments to the escrow',
      {
        '70 of the holder': page(9, paid(5, holder, 70n)),
        'the same in another ledger': page(9, paid(6, holder, 70n)),
        '71 of the holder': page(9, paid(5, holder, 71n)),
        '70 of the other': page(9, paid(5, other, 70n)),
        ...{ both: page(9, paid(5, holder, 70n), paid(6, other, 70n)), none: page(9), silent: NONE },
      },
      (ledger) => ledger.transfersTo({ token: usdc.address, to: contract }, 5),
    ),
    await pairs(
      'events of a name',
      { 'in 6 of 9': page(9, event(6, init)), 'in 7 of 8': page(8, event(7, init)), none: page(7), silent: NONE },
      (ledger) => ledger.eventsNamed('tw_init', 5),
    ),
    await pairs(
      'history',
      { '3 to 90': notFound(3, 90), '7 to 80': notFound(7, 80), settled: settled(5), silent: NONE },
      (ledger) => ledger.historyOf(),
    ),
    await pairs('code', { listed: holding(9, codeEntry(code)), absent: holding(9), silent: NONE }, (ledger) =>
      ledger.codeOf(Buffer.from(hash(code)).toString('hex')),
    ),
  ].join('\n');
  await expect(text).toMatchFileSnapshot('recorded/two-rpcs.txt');
});

const DISAGREE = { kind: 'no-answer', disagree: true };
const QUESTIONS = {
  outcome: (ledger: Ledger) => ledger.outcomeOf('ab'.repeat(32)),
  account: (ledger: Ledger) => ledger.accountOf(holder),
  contract: (ledger: Ledger) => ledger.lookAt({ contracts: [contract] }),
  trial: (ledger: Ledger) => ledger.trialOf(buildDeploy(request())),
};
const reported = (status: 'SUCCESS' | 'FAILED'): Answers => ({ getTransaction: { status, ledger: 5 } });
const free: Answers = { simulateTransaction: simulated(xdr.ScVal.scvVoid()) };
const occupied = failed('HostError: Error(Storage, ExistingValue)\n');
const [listed, unlisted] = [holding(9, ...escrow(true)), holding(9)];

test.each<[string, keyof typeof QUESTIONS, Answers, Answers, object]>([
  ['a success of either is one', 'outcome', reported('FAILED'), reported('SUCCESS'), { kind: 'settled' }],
  ['a transaction may still settle while one is silent', 'outcome', notFound(3, 90), NONE, { kind: 'no-answer' }],
  ['an account is missing only where both miss it', 'account', unlisted, holding(8), { kind: 'missing', ledger: 8 }],
  ['an account that one misses is open', 'account', unlisted, holding(9, account(holder)), { kind: 'no-answer' }],
  ['a contract that one does not list is open', 'contract', listed, unlisted, DISAGREE],
  ['a contract of other code is open', 'contract', listed, holding(9, ...escrow(true, '6b')), DISAGREE],
  ['a contract with another escrow is open', 'contract', listed, holding(9, ...escrow(false)), DISAGREE],
  ['an address is free only where both find it so', 'trial', free, occupied, { address: 'unknown' }],
  ['an address is occupied if the first finds it so', 'trial', occupied, free, { address: 'occupied' }],
])('%s', async (_, question, one, second, answer) => {
  const rpcs = [one, second].map((answers) => startRpc({ getNetwork: network(passphrase), ...answers }));
  const urls = (await Promise.all(rpcs)).map(({ url }) => url);
  expect(await QUESTIONS[question](openLedger(urls, passphrase, { retryMs: 1 }))).toMatchObject(answer);
});

test('refuses a start only where an RPC is of another network', async () => {
  const answers = [network(passphrase), network(NETWORKS.public.passphrase), {}];
  const rpcs = await Promise.all(answers.map((getNetwork) => startRpc({ getNetwork })));
  const [ours, foreign, silent] = rpcs.map(({ url }) => url) as [string, string, string];
  await expect(requireNetwork([ours, foreign], NETWORKS.testnet)).rejects.toMatchObject({
    code: 'SETTING_INVALID',
    message: 'The Stellar RPC at 127.0.0.1 is of another network than testnet.',
    operatorRemedy: expect.stringContaining('STELLAR_RPC_URL'),
  });
  await requireNetwork([ours, 'http://127.0.0.1:9/rpc'], NETWORKS.testnet);
  await requireNetwork([silent], NETWORKS.testnet);
});
