/** getEvents: which events are reported, in which order and form, and which of them a filter lets through. */
import { NETWORKS } from '@countersign/core/network';
import { demoKeypair } from '@countersign/escrow-service';
import { openTestLedger, settled, signed } from '@countersign/testkit/ledger/ledger-client';
import { TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { Asset, Keypair, Memo, Operation, scValToNative, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';
import { addressValue, i128 } from '../host/values.ts';

const { passphrase } = NETWORKS.sandbox;
const [client, provider, issuer] = [demoKeypair('client'), demoKeypair('provider'), demoKeypair('issuer')];
const NATIVE = Asset.native().contractId(passphrase);
const USDC = new Asset(TOKEN.code, TOKEN.issuer);

const t = openTestLedger();
afterAll(() => t.ledger.close());

type EventRow = { id: string; contractId: string; topic: string[]; value: string; [key: string]: unknown };
const native = (text: string) => scValToNative(xdr.ScVal.fromXdr(text, 'base64'));
const reportOf = ({ contractId, topic, value }: EventRow) => [contractId, topic.map(native), native(value)];
const pay = (destination: string, asset = Asset.native(), amount = '1') =>
  Operation.payment({ destination, asset, amount });

/** Everything that the transaction's ledger tells of. */
function eventsOf(envelope: string): EventRow[] {
  settled(t, envelope);
  return t.ask('getEvents', { startLedger: t.ask('getLatestLedger').sequence, filters: [] }).events;
}

describe('the events', () => {
  test('first the fee, then the movements of each operation: lumens, tokens, new accounts', () => {
    const fresh = Keypair.random().publicKey();
    const operations = [
      pay(provider.publicKey()),
      pay(provider.publicKey(), USDC),
      Operation.createAccount({ destination: fresh, startingBalance: '5' }),
      Operation.changeTrust({ asset: USDC }),
    ];
    const events = eventsOf(signed(t.build(client, operations), client));
    const [from, to] = [client.publicKey(), provider.publicKey()];
    expect(events.map(reportOf)).toEqual([
      [NATIVE, ['fee', from], 400n],
      [NATIVE, ['transfer', from, to, 'native'], 10_000_000n],
      [TOKEN.address, ['transfer', from, to, `USDC:${TOKEN.issuer}`], 10_000_000n],
      [NATIVE, ['transfer', from, fresh, 'native'], 50_000_000n],
    ]);
    const { sequence } = t.ask('getLatestLedger');
    const toid = (transaction: number, operation: number) =>
      String((BigInt(sequence) << 32n) + BigInt(transaction * 4096 + operation)).padStart(19, '0');
    expect(events.map(({ id }) => id)).toEqual([
      `${toid(0, 0)}-0000000000`,
      `${toid(1, 0)}-0000000000`,
      `${toid(1, 1)}-0000000000`,
      `${toid(1, 2)}-0000000000`,
    ]);
  });

  test('the issuer’s hand: minted, burnt', () => {
    const mint = eventsOf(signed(t.build(issuer, [pay(client.publicKey(), USDC)]), issuer));
    const name = `USDC:${TOKEN.issuer}`;
    expect(mint.slice(1).map(reportOf)).toEqual([[TOKEN.address, ['mint', client.publicKey(), name], 10_000_000n]]);
    const burn = eventsOf(signed(t.build(client, [pay(TOKEN.issuer, USDC)]), client));
    expect(burn.slice(1).map(reportOf)).toEqual([[TOKEN.address, ['burn', client.publicKey(), name], 10_000_000n]]);
  });

  test.each([
    [Memo.text('rent'), 'rent'],
    [Memo.id('18446744073709551615'), 18446744073709551615n],
    [Memo.hash(Buffer.alloc(32, 3)), Uint8Array.from(Buffer.alloc(32, 3))],
    [Memo.return(Buffer.alloc(32, 4)), Uint8Array.from(Buffer.alloc(32, 4))],
  ])('a memo is in the event next to the amount', (memo, id) => {
    const noted = TransactionBuilder.cloneFrom(t.build(client, [pay(provider.publicKey())]))
      .addMemo(memo)
      .build();
    const [, event] = eventsOf(signed(noted, client));
    const value = native((event as EventRow).value);
    expect({
      ...value,
      to_muxed_id: value.to_muxed_id instanceof Uint8Array ? Uint8Array.from(value.to_muxed_id) : value.to_muxed_id,
    }).toEqual({ amount: 10_000_000n, to_muxed_id: id });
  });

  test('report an M address as its number, under the account', () => {
    const muxed = provider.xdrMuxedAccount('77');
    const plain = t.build(client, [pay(provider.publicKey())]);
    const { tx } = (plain.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
    const body = xdr.OperationBody.payment(
      new xdr.PaymentOp({ destination: muxed, asset: xdr.Asset.assetTypeNative(), amount: 5n }),
    );
    const operations = [new xdr.Operation({ sourceAccount: null, body })];
    const envelope = xdr.TransactionEnvelope.envelopeTypeTx(
      new xdr.TransactionV1Envelope({ tx: new xdr.Transaction({ ...tx, operations }), signatures: [] }),
    );
    const transaction = TransactionBuilder.fromXdr(envelope, passphrase);
    transaction.sign(client);
    const [, event] = eventsOf(transaction.toXdr());
    expect(reportOf(event as EventRow)).toEqual([
      NATIVE,
      ['transfer', client.publicKey(), provider.publicKey(), 'native'],
      { amount: 5n, to_muxed_id: 77n },
    ]);
  });

  test('a failed transaction: its fee alone', () => {
    const events = eventsOf(
      signed(t.build(client, [pay(provider.publicKey()), pay(provider.publicKey(), USDC, '90000000')]), client),
    );
    expect(events).toMatchObject([{ inSuccessfulContractCall: false, operationIndex: 0, transactionIndex: 0 }]);
    expect(events.map(reportOf)).toEqual([[NATIVE, ['fee', client.publicKey()], 200n]]);
  });

  test('friendbot’s tokens are minted, with an event', () => {
    const fresh = Keypair.random().publicKey();
    t.ledger.fund(fresh);
    const { events } = t.ask('getEvents', { startLedger: t.ask('getLatestLedger').sequence, filters: [] });
    expect(events.map(reportOf).map(([, topics]: unknown[]) => (topics as string[])[0])).toEqual([
      'fee',
      'transfer',
      'mint',
    ]);
    expect(reportOf(events[2])[2]).toBe(1_000_000_000_000n);
  });

  test('every balance of a token is the sum of its events', () => {
    const holder = Keypair.random();
    t.ledger.fund(holder.publicKey());
    settled(t, signed(t.build(holder, [pay(client.publicKey(), USDC, '12.5')]), holder));
    const call = t.prepareCall(
      client,
      TOKEN.address,
      'transfer',
      addressValue(client.publicKey()),
      addressValue(holder.publicKey()),
      i128(7n),
    );
    settled(t, signed(call as never, client));
    const { events } = t.ask('getEvents', {
      startLedger: 1,
      filters: [{ contractIds: [TOKEN.address] }],
      pagination: { limit: 10_000 },
    });
    let sum = 0n;
    for (const event of events as EventRow[]) {
      const [name, ...parties] = event.topic.map(native);
      const value = native(event.value);
      const amount = typeof value === 'bigint' ? value : value.amount;
      const to = name === 'mint' ? parties[0] : name === 'transfer' ? parties[1] : undefined;
      const from = name === 'mint' ? undefined : parties[0];
      if (to === holder.publicKey()) sum += amount;
      if (from === holder.publicKey()) sum -= amount;
    }
    expect(sum).toBe(1_000_000_000_000n - 125_000_000n + 7n);
  });
});

describe('filters', () => {
  const symbol = (text: string) => xdr.ScVal.scvSymbol(text).toXdr('base64');
  const who = addressValue(client.publicKey()).toXdr('base64');
  const find = (...filters: object[]): EventRow[] =>
    t.ask('getEvents', { startLedger: 1, filters, pagination: { limit: 10_000 } }).events;
  const names = (events: EventRow[]) => [...new Set(events.map(({ topic }) => native(topic[0] as string)))].sort();

  test('select by contract, by topic, by both, and by any of several', () => {
    expect(new Set(find({ contractIds: [TOKEN.address] }).map(({ contractId }) => contractId))).toEqual(
      new Set([TOKEN.address]),
    );
    expect(names(find({ topics: [[symbol('mint'), '*', '*']] }))).toEqual(['mint']);
    expect(find({ topics: [[symbol('mint'), '*']] })).toEqual([]);
    expect(names(find({ topics: [[symbol('mint'), '**']] }))).toEqual(['mint']);
    expect(names(find({ topics: [[symbol('mint'), '*', '*', '*', '**']] }))).toEqual([]);
    expect(
      names(
        find({
          topics: [
            ['*', who],
            ['*', who, '*'],
          ],
        }),
      ),
    ).toEqual(['burn', 'fee', 'mint']);
    expect(names(find({ topics: [['**']] }))).toEqual(['burn', 'fee', 'mint', 'transfer']);
    expect(find({ contractIds: [NATIVE], topics: [[symbol('mint'), '**']] })).toEqual([]);
    const either = find(
      { contractIds: [NATIVE], topics: [[symbol('fee'), '*']] },
      { topics: [[symbol('burn'), '**']] },
    );
    expect(names(either)).toEqual(['burn', 'fee']);
    expect(find()).toHaveLength(find({ contractIds: [] }).length);
  });

  test('select by type, where all events are contract events', () => {
    expect(find({ type: 'contract' })).toEqual(find());
    expect(find({ type: 'system,contract' })).toEqual(find());
    expect(find({ type: 'system' })).toEqual([]);
  });

  test('return all events once and in order over several pages, and end a page that is not full where the search ended', () => {
    const all = find();
    const seen: EventRow[] = [];
    let page = t.ask('getEvents', { startLedger: 1, filters: [], pagination: { limit: 3 } });
    while (page.events.length > 0) {
      seen.push(...page.events);
      if (page.events.length === 3) expect(page.cursor).toBe(page.events[2].id);
      page = t.ask('getEvents', { filters: [], pagination: { limit: 3, cursor: page.cursor } });
    }
    expect(seen).toEqual(all);
    expect(all.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id));
    const { sequence } = t.ask('getLatestLedger');
    expect(BigInt(page.cursor.slice(0, 19)) >> 32n).toBe(BigInt(sequence));
    // What comes after the cursor is found by it later.
    settled(t, signed(t.build(client, [pay(provider.publicKey())]), client));
    expect(t.ask('getEvents', { filters: [], pagination: { cursor: page.cursor } }).events).toHaveLength(2);
  });

  test('a range ends before endLedger', () => {
    const { events, cursor } = t.ask('getEvents', { startLedger: 2, endLedger: 4, filters: [] });
    expect(new Set(events.map(({ ledger }: EventRow) => ledger))).toEqual(new Set([2, 3]));
    expect(BigInt(cursor.slice(0, 19)) >> 32n).toBe(3n);
  });

  test.each([
    ['no start', { filters: [] }, 'startLedger must be positive'],
    ['a start beyond the last', { startLedger: 999_999, filters: [] }, 'within the ledger range: 1 - '],
    [
      'a start and a cursor',
      { startLedger: 1, pagination: { cursor: '0000000000000000001-0000000000' } },
      'cannot both be set',
    ],
    ['a cursor that is none', { pagination: { cursor: '7' } }, 'cursor'],
    ['a limit too high', { startLedger: 1, pagination: { limit: 10_001 } }, 'must not exceed 10000'],
    ['six filters', { startLedger: 1, filters: Array.from({ length: 6 }, () => ({})) }, 'filters'],
    [
      'six contracts',
      { startLedger: 1, filters: [{ contractIds: Array.from({ length: 6 }, () => TOKEN.address) }] },
      'contractIds',
    ],
    [
      'an account for a contract',
      { startLedger: 1, filters: [{ contractIds: [client.publicKey()] }] },
      'contract address',
    ],
    ['six topic filters', { startLedger: 1, filters: [{ topics: Array.from({ length: 6 }, () => ['*']) }] }, 'topics'],
    ['an empty topic filter', { startLedger: 1, filters: [{ topics: [[]] }] }, 'topics'],
    ['five segments', { startLedger: 1, filters: [{ topics: [['*', '*', '*', '*', '*']] }] }, 'at most 4 segments'],
    ['** in the middle', { startLedger: 1, filters: [{ topics: [['**', '*']] }] }, 'only allowed as the last'],
    ['a segment that is no value', { startLedger: 1, filters: [{ topics: [['AA']] }] }, 'base64 XDR'],
    ['diagnostic events', { startLedger: 1, filters: [{ type: 'diagnostic' }] }, "'system' or 'contract'"],
    ['JSON in place of XDR', { startLedger: 1, xdrFormat: 'json' }, 'xdrFormat'],
  ])('refuses %s', (_, params, problem) => {
    expect(() => t.ask('getEvents', params)).toThrow(problem);
  });
});
