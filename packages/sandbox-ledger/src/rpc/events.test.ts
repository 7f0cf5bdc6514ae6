/** Events over the whole life of a ledger; each filter and each form of an event is in `every-answer.test.ts`. */
import { demoKeypair } from '@countersign/escrow-service';
import { openTestLedger, settled, signed } from '@countersign/testkit/ledger/ledger-client';
import { TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { Asset, Keypair, Operation, scValToNative, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, expect, test } from 'vitest';
import { addressValue, i128 } from '../host/values.ts';

const client = demoKeypair('client');
const USDC = new Asset(TOKEN.code, TOKEN.issuer);

const t = openTestLedger();
afterAll(() => t.ledger.close());

type EventRow = { readonly id: string; readonly topic: string[]; readonly value: string };
const native = (text: string) => scValToNative(xdr.ScVal.fromXdr(text, 'base64'));
const pay = (destination: string, amount: string, asset = Asset.native()) =>
  Operation.payment({ destination, asset, amount });

test('every balance of a token is the sum of its events', () => {
  const holder = Keypair.random();
  t.ledger.fund(holder.publicKey());
  settled(t, signed(t.build(holder, [pay(client.publicKey(), '12.5', USDC)]), holder));
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

test('returns all events once and in order over several pages, and ends a page that is not full where the search ended', () => {
  const all: EventRow[] = t.ask('getEvents', { startLedger: 1, filters: [], pagination: { limit: 10_000 } }).events;
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
  settled(t, signed(t.build(client, [pay(demoKeypair('provider').publicKey(), '1')]), client));
  expect(t.ask('getEvents', { filters: [], pagination: { cursor: page.cursor } }).events).toHaveLength(2);
});
