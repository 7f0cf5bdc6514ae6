/** What one Stellar RPC may answer to each question, and what the ledger reads from it. */

import { createPart } from '@countersign/testkit/record/part';
import {
  type Answer,
  account,
  archived,
  codeEntry,
  contractData,
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
import {
  Address,
  Asset,
  hash,
  Keypair,
  nativeToScVal,
  SorobanDataBuilder,
  StrKey,
  xdr,
} from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { NETWORKS } from '../escrow/network.ts';
import type { Ledger } from './ledger.ts';
import { openLedger } from './open-ledger.ts';

const { passphrase } = NETWORKS.testnet;
const keys = [1, 2, 3].map((seed) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(seed)));
const [ana, ben, cleo] = keys as [Keypair, Keypair, Keypair];
const [anaAddress, benAddress, cleoAddress] = [ana.publicKey(), ben.publicKey(), cleo.publicKey()];
const contractOf = (seed: number) => StrKey.encodeContract(new Uint8Array(32).fill(seed));
const [ESCROW, OWN_TOKEN, ABSENT] = [1, 2, 3].map(contractOf) as [string, string, string];
const GOLD = new Asset('GOLD', anaAddress);
const GOLD_CONTRACT = GOLD.contractId(passphrase);
const NOW = 1_800_000_000_000;
type Answers = Readonly<Record<string, Answer>>;
type Page = { readonly events: readonly object[]; readonly latestLedger: number; readonly cursor: string };

const i128 = (units: bigint) => nativeToScVal(units, { type: 'i128' });
const accountId = (address: string) => Keypair.fromPublicKey(address).xdrAccountId();
const party = (address: string) => Address.fromString(address).toScVal();
const pageTo = (latestLedger: number, ...events: readonly object[]): Page => ({
  ...{ events, latestLedger, cursor: cursorAt(latestLedger) },
});
const init = xdr.ScVal.scvSymbol('tw_init');
const base64 = (values: readonly xdr.ScVal[]) => values.map((value) => value.toXdr('base64'));
const eventOf = (more: object = {}) => ({
  ...{ type: 'contract', ledger: 6, contractId: ESCROW, topic: base64([init]) },
  ...{ value: xdr.ScVal.scvVoid().toXdr('base64'), ...more },
});
const closed = (seconds: number | string = 1_800_000_000) => ({
  ...{ status: 'NOT_FOUND', oldestLedger: 1, latestLedger: 9 },
  ...{ oldestLedgerCloseTime: '0', latestLedgerCloseTime: typeof seconds === 'number' ? String(seconds) : seconds },
});

/** Each answer with the result and the methods that were called for it. */
async function rows(
  part: ReturnType<typeof createPart>,
  question: string,
  ask: (ledger: Ledger) => Promise<unknown>,
  answers: readonly (readonly [title: string, given: Answers])[],
  passphraseOf: string = passphrase,
): Promise<void> {
  for (const [title, given] of answers) {
    const rpc = await startRpc({ getNetwork: network(passphraseOf), ...given });
    const result = await ask(openLedger([rpc.url], passphraseOf, { now: () => NOW }));
    const methods = rpc.asked.filter((method) => method !== 'getNetwork').join(' ');
    part.note(`${question}: ${title} (${methods})`, plain(result) as object);
  }
}

const listing = (...held: readonly xdr.LedgerEntryData[]): Answers => ({ getLedgerEntries: entries(...held) });

test('reads accounts, trustlines, contracts and their code', async () => {
  const part = createPart();
  const line = (holder: string, flags: number, ext: xdr.TrustLineEntryExt = xdr.TrustLineEntryExt.v0()) => {
    const amounts = { balance: 30n, limit: 1_000n };
    const asset = GOLD.toTrustLineXdrObject();
    return xdr.LedgerEntryData.trustline(
      new xdr.TrustLineEntry({ accountId: accountId(holder), asset, ...amounts, flags, ext }),
    );
  };
  const promised = new xdr.TrustLineEntryV1({
    liabilities: new xdr.Liabilities({ buying: 200n, selling: 50n }),
    ext: xdr.TrustLineEntryV1Ext.v0(),
  });
  const data = (account: string, text: string, dataName = 'config.memo_required') =>
    xdr.LedgerEntryData.data(
      new xdr.DataEntry({
        ...{ accountId: accountId(account), dataName, ext: xdr.DataEntryExt.v0() },
        dataValue: new xdr.DataValue(Uint8Array.from(Buffer.from(text))),
      }),
    );
  const frozen = (holder: string, authorized: boolean) => {
    const key = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Balance'), party(holder)]);
    return contractData(
      GOLD_CONTRACT,
      key,
      nativeToScVal(
        { amount: 1n, authorized },
        { type: { amount: ['symbol', 'i128'], authorized: ['symbol', 'bool'] } },
      ),
    );
  };
  const gold = tokenInstance(GOLD_CONTRACT, { asset: GOLD });
  const own = tokenInstance(OWN_TOKEN, { native: false });
  const wanted = { accounts: [anaAddress, benAddress, cleoAddress], contracts: [GOLD_CONTRACT, OWN_TOKEN, ABSENT] };
  const asset = { code: 'GOLD', issuer: anaAddress };
  const held = entries(
    account(anaAddress, { thresholds: [1, 0, 2, 0], signers: [[ben, 1]] }),
    account(benAddress, { thresholds: [1, 9, 1, 9], signers: [[ana, 1]] }),
    line(benAddress, 1, xdr.TrustLineEntryExt.v1(promised)),
    line(cleoAddress, 2),
    data(anaAddress, '1'),
    data(benAddress, '0'),
    ...[gold, own, frozen(OWN_TOKEN, false), frozen(ABSENT, true)],
  );
  const lookAt = (more: object) => async (ledger: Ledger) => {
    const snapshot = await ledger.lookAt({ contracts: [], parties: { ...wanted, ...more } });
    return snapshot.kind === 'seen' ? snapshot.parties : snapshot;
  };
  await rows(part, 'parties with an asset and its token', lookAt({ asset, token: GOLD_CONTRACT }), [
    ['protocol 23', { getLedgerEntries: held }],
    ['protocol 0', { getLedgerEntries: held, getNetwork: { passphrase, protocolVersion: 0 } }],
    ['no protocol', { getLedgerEntries: held, getNetwork: { passphrase } }],
    ['nothing listed', listing()],
  ]);
  await rows(part, 'parties alone', lookAt({}), [['all listed', { getLedgerEntries: held }]]);
  const stored = (keptIn: 'instance' | 'entry') =>
    escrowEntries(ESCROW, { code: '5a'.repeat(32), escrow: xdr.ScVal.scvBool(true), keptIn });
  const known = (keptIn: 'instance' | 'entry') => new Map([[ESCROW, { code: '6b'.repeat(32), keptIn }]]);
  for (const keptIn of ['instance', 'entry'] as const) {
    for (const each of [undefined, 'instance', 'entry'] as const) {
      await rows(
        part,
        `escrow kept in its ${keptIn}, known ${each ?? 'not'}`,
        (ledger) => ledger.lookAt({ contracts: [ESCROW], ...(each === undefined ? {} : { known: known(each) }) }),
        [['listed', listing(...stored(keptIn))]],
      );
    }
  }
  const sized = (length: number) =>
    contractData(ESCROW, xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Escrow')]), xdr.ScVal.scvBytes(new Uint8Array(length)));
  const room = 75_000 - Buffer.from(sized(0).toXdr('base64'), 'base64').length;
  const raw = async (ledger: Ledger) => {
    const found = await ledger.rawEntriesOf(ESCROW, GOLD_CONTRACT);
    return found.kind === 'seen' ? found.entries.map(({ xdr: text, modified }) => [text.length, modified]) : found;
  };
  await rows(part, 'raw entries', raw, [
    ['of an escrow and its token', listing(...stored('entry'), gold, tokenBalance(GOLD_CONTRACT, ESCROW, 5n))],
    ['100,000 characters', listing(sized(room))],
    ['100,004 characters', listing(sized(room + 1))],
  ]);
  const bytes = Uint8Array.of(1, 2, 3);
  const named = Buffer.from(hash(bytes)).toString('hex');
  await rows(part, 'code', (ledger) => ledger.codeOf(named), [
    ['listed', listing(codeEntry(bytes))],
    ['of other bytes', listing(codeEntry(Uint8Array.of(1, 2, 4), hash(bytes)))],
    ['not listed', listing()],
  ]);
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      StrKey.encodeEd25519PublicKey(
        new Uint8Array(32)
          .fill(1)
          .with(0, at % 256)
          .with(1, at >> 8),
      ),
    );
  for (const count of [1, 200, 201, 401]) {
    const sizes: number[] = [];
    const getLedgerEntries = ({ keys = [] }: { readonly keys?: readonly string[] }) => {
      sizes.push(keys.length);
      return { latestLedger: 10 - sizes.length, entries: [] };
    };
    await rows(part, `sequence numbers of ${count} accounts`, (ledger) => ledger.sequencesOf(many(count)), [
      ['none listed', { getLedgerEntries: getLedgerEntries as Answer }],
    ]);
    part.note(`keys of each request: ${sizes.join(', ')}`);
  }
  const decimalsOf = (contract: string) => async (ledger: Ledger) => ({
    decimals: await ledger.decimalsOf(contract),
    asset: await ledger.assetOf(contract),
  });
  const native = Asset.native().contractId(passphrase);
  await rows(part, 'an issued asset', decimalsOf(GOLD_CONTRACT), [['its instance', listing(gold)]]);
  await rows(part, 'XLM', decimalsOf(native), [
    ['its instance', listing(tokenInstance(native, { asset: Asset.native() }))],
    ['named with an issuer', { getLedgerEntries: entries(tokenInstance(native, { asset: `native:${anaAddress}` })) }],
  ]);
  for (const decimals of [0, 38, 39]) {
    const simulateTransaction = simulated(xdr.ScVal.scvU32(decimals));
    await rows(part, 'a token of its own', decimalsOf(OWN_TOKEN), [
      [`${decimals} decimals`, { getLedgerEntries: entries(own), simulateTransaction }],
    ]);
  }
  const balances = (before?: bigint) => (ledger: Ledger) =>
    ledger.balancesOf([{ holder: ESCROW, token: GOLD_CONTRACT, ...(before === undefined ? {} : { before }) }]);
  const answered = { simulateTransaction: simulated(i128(4n)) };
  await rows(part, 'a balance', balances(), [
    ['of 0', listing(gold, tokenBalance(GOLD_CONTRACT, ESCROW, 0n))],
    ['below 0', { ...listing(gold, tokenBalance(GOLD_CONTRACT, ESCROW, -1n)), ...answered }],
    ['not listed', { ...listing(gold), ...answered }],
    ['not listed, of 0', { ...listing(gold), simulateTransaction: simulated(i128(0n)) }],
  ]);
  await rows(part, 'a balance that was 9 before', balances(9n), [['not listed', { ...listing(gold), ...answered }]]);
  await expect(part.text()).toMatchFileSnapshot('recorded/entries.txt');
});

test('reads events and payments', async () => {
  const part = createPart();
  const asked: unknown[] = [];
  const events = (title: string, ...pages: readonly (Page | object)[]) => {
    const getEvents = (params: unknown) => {
      asked.push(params);
      return pages[Math.min(asked.length, pages.length) - 1];
    };
    return [title, { getEvents: getEvents as Answer, getTransaction: closed() }] as const;
  };
  const each = async (
    question: string,
    ask: (ledger: Ledger) => Promise<unknown>,
    answer: ReturnType<typeof events>,
  ) => {
    asked.length = 0;
    await rows(part, question, ask, [answer]);
  };
  const hash64 = 'ab'.repeat(32);
  const ofOne: readonly ReturnType<typeof events>[] = [
    events('none', pageTo(9)),
    events('one', pageTo(9, eventOf())),
    events('one with all fields', pageTo(9, eventOf({ ledgerClosedAt: '2026-11-22T14:02:31Z', txHash: hash64 }))),
    events('odd time and hash', pageTo(9, eventOf({ ledgerClosedAt: 'noon', txHash: hash64.toUpperCase() }))),
    events('in the first ledger', pageTo(9, eventOf({ ledger: 5 }))),
    events('before the first ledger', pageTo(9, eventOf({ ledger: 4 }))),
    events('of another contract', pageTo(9, eventOf({ contractId: ABSENT }))),
    events('of the system', pageTo(9, eventOf({ type: 'system' }))),
    events('four topics', pageTo(9, eventOf({ topic: base64([init, init, init, init]) }))),
    events('five topics', pageTo(9, eventOf({ topic: base64([init, init, init, init, init]) }))),
    events('a topic that is no XDR', pageTo(9, eventOf({ topic: ['tw_init'] }))),
    events('a value that is no XDR', pageTo(9, eventOf({ value: 'AAAA' }))),
    events('an odd cursor', { ...pageTo(9), cursor: '9' }),
    events('a history from the first ledger', { ...pageTo(9), oldestLedger: 5 }),
    events('a history from the next ledger', { ...pageTo(9), oldestLedger: 6 }),
    events('two pages', { ...pageTo(9, eventOf()), cursor: cursorAt(8) }, pageTo(9, eventOf({ ledger: 9 }))),
    events('pages without end', { ...pageTo(9), cursor: cursorAt(8) }),
  ];
  for (const answer of ofOne) await each('events of a contract', (ledger) => ledger.eventsOf([ESCROW], 5), answer);
  await each('events of a contract', (ledger) => ledger.eventsOf([ESCROW], 5), ofOne[15] as (typeof ofOne)[0]);
  part.note('requests for two pages', asked);
  for (const count of [0, 5, 6, 25, 26]) {
    const contracts = Array.from({ length: count }, (_, at) => contractOf(at + 1));
    await each(`events of ${count} contracts`, (ledger) => ledger.eventsOf(contracts, 5), events('none', pageTo(9)));
    const filters = asked.map((params) => (params as { filters: { contractIds: [] }[] }).filters);
    part.note(
      `contracts of each filter: ${JSON.stringify(filters.map((all) => all.map((one) => one.contractIds.length)))}`,
    );
  }
  const timeOf = (ledger: Ledger) => ledger.eventTimeIn(6, ESCROW);
  await each('time of an event', timeOf, events('none', pageTo(9)));
  await each('time of an event', timeOf, events('without a time', pageTo(9, eventOf())));
  await each(
    'time of an event',
    timeOf,
    events('with a time', pageTo(9, eventOf(), eventOf({ ledgerClosedAt: '2026-11-22T14:02:31Z' }))),
  );
  part.note('request for the time of an event', asked);
  const named = (ledger: Ledger) => ledger.eventsNamed('tw_init', 5);
  for (const answer of [
    events('one', pageTo(9, eventOf())),
    events('of another name', pageTo(9, eventOf({ topic: base64([xdr.ScVal.scvSymbol('tw_fund')]) }))),
    events('149 in a page', { ...pageTo(8, ...Array(149).fill(eventOf())), cursor: cursorAt(8) }, pageTo(9)),
    events('150 in a page', { ...pageTo(8, ...Array(150).fill(eventOf())), cursor: cursorAt(8) }, pageTo(9)),
  ]) {
    await each(
      'events of a name',
      async (ledger) => {
        const found = await named(ledger);
        return found && { upTo: found.upTo, count: found.events.length };
      },
      answer,
    );
    part.note(`requests: ${asked.length}`, asked[0]);
  }
  const transfer = (from: string, to: xdr.ScVal, value: xdr.ScVal, more: object = {}) =>
    eventOf({
      ...{ contractId: GOLD_CONTRACT, topic: base64([xdr.ScVal.scvSymbol('transfer'), party(from), to]) },
      ...{ value: value.toXdr('base64'), ...more },
    });
  const withMemo = (name: string, value: xdr.ScVal) =>
    xdr.ScVal.scvMap([new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol(name), val: value })]);
  const payments: readonly (readonly [string, object])[] = [
    ['plain', transfer(anaAddress, party(ESCROW), i128(70n), { txHash: hash64 })],
    ['with a reference', transfer(anaAddress, party(ESCROW), withMemo('amount', i128(70n)))],
    ['with a map of another name', transfer(anaAddress, party(ESCROW), withMemo('sum', i128(70n)))],
    ['with an amount of another type', transfer(anaAddress, party(ESCROW), withMemo('amount', xdr.ScVal.scvU32(70)))],
    ['of another amount', transfer(anaAddress, party(ESCROW), i128(71n))],
    ['of another type', transfer(anaAddress, party(ESCROW), xdr.ScVal.scvU64(70n))],
    ['of another payer', transfer(benAddress, party(ESCROW), i128(70n))],
    ['to another payee', transfer(anaAddress, party(benAddress), i128(70n))],
    ['to what is not an address', transfer(anaAddress, init, i128(70n))],
  ];
  const ofGold = { token: GOLD_CONTRACT, from: anaAddress, to: ESCROW };
  const last = async (ledger: Ledger) => (await ledger.lastTransfer({ ...ofGold, amount: 70n }))?.ledger;
  for (const [title, payment] of payments) {
    const answer = () => events(title, pageTo(9, payment));
    await each('payments by Ana', (ledger) => ledger.transfersFrom(ofGold, 5), answer());
    await each('payments to the escrow', (ledger) => ledger.transfersTo(ofGold, 5), answer());
    await each('last payment of 70', last, answer());
  }
  part.note('request for the last payment', asked);
  await expect(part.text()).toMatchFileSnapshot('recorded/events.txt');
});

test('reads simulations, and builds calls with what they find', async () => {
  const part = createPart();
  const failed = (error: string) => ({ latestLedger: 9, error: `${error}\n\nEvent log:\n`, events: [] });
  const gold = tokenInstance(GOLD_CONTRACT, { asset: GOLD });
  const usdcOf = (name: 'testnet' | 'sandbox') => {
    const [{ address, code, issuer }] = NETWORKS[name].tokens;
    return tokenInstance(address, { asset: new Asset(code, issuer) });
  };
  const absent = { simulateTransaction: failed('HostError: Error(Storage, MissingValue)') };
  const unlisted = (ledger: Ledger) => ledger.unlistedAt(ESCROW);
  await rows(part, 'unlisted contract', unlisted, [
    ...([0, 300, 301] as const).map((behind): readonly [string, Answers] => [
      `absent, ${behind} s behind`,
      { ...absent, getLedgerEntries: entries(usdcOf('testnet')), getTransaction: closed(NOW / 1_000 - behind) },
    ]),
    ['absent, of an RPC that lists nothing', { ...absent, getLedgerEntries: entries(gold), getTransaction: closed() }],
    ['archived', { simulateTransaction: archived(ESCROW, xdr.ScVal.scvBool(true), { code: '5a'.repeat(32) }) }],
    ['archived without code', { simulateTransaction: archived(ESCROW, xdr.ScVal.scvBool(true)) }],
    ['not archived', { simulateTransaction: simulated(xdr.ScVal.scvBool(true)) }],
  ]);
  const sandbox = { ...absent, ...listing(usdcOf('sandbox')), getTransaction: closed(1) };
  await rows(part, 'unlisted in the sandbox', unlisted, [['absent', sandbox]], NETWORKS.sandbox.passphrase);
  const unknown = { ...absent, ...listing(usdcOf('testnet')), getTransaction: closed() };
  await rows(part, 'unlisted on a network that is not known', unlisted, [['absent', unknown]], 'Another Network');
  const call = new xdr.InvokeContractArgs({
    contractAddress: Address.fromString(ESCROW).toScAddress(),
    functionName: 'approve',
    args: [xdr.ScVal.scvU32(1)],
  });
  const build = (ledger: Ledger) => ledger.buildCall(anaAddress, call, { now: 1_000, validUntil: 1_300 });
  const listed = { getLedgerEntries: entries(account(anaAddress, { sequence: 41n })) };
  const success = (minResourceFee: unknown, resourceFee = 50) => ({
    ...simulated(xdr.ScVal.scvVoid()),
    ...{
      transactionData: new SorobanDataBuilder().setResourceFee(resourceFee).build().toXdr('base64'),
      minResourceFee,
    },
  });
  await rows(part, 'build a call', build, [
    ['fee above the data’s', { ...listed, simulateTransaction: success('70') }],
    ['fee below the data’s', { ...listed, simulateTransaction: success('30') }],
    ['fee that is no number', { ...listed, simulateTransaction: success('many') }],
    ['fee of 19 digits', { ...listed, simulateTransaction: success('1'.repeat(19)) }],
    ['without a result', { ...listed, simulateTransaction: { ...success('70'), results: [] } }],
    [
      'archived entries',
      {
        ...listed,
        simulateTransaction: {
          ...success('70'),
          restorePreamble: { minResourceFee: '1', transactionData: success('1').transactionData },
        },
      },
    ],
    ['error of the contract', { ...listed, simulateTransaction: failed('HostError: Error(Contract, #17)') }],
    ['error with a long number', { ...listed, simulateTransaction: failed('HostError: Error(Contract, #1234567890)') }],
    ['occupied address', { ...listed, simulateTransaction: failed('HostError: Error(Storage, ExistingValue)') }],
    ['no account', { ...listing(), simulateTransaction: success('70') }],
    ['no answer', {}],
  ]);
  await expect(part.text()).toMatchFileSnapshot('recorded/simulations.txt');
});
