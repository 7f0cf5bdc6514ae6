/**
 * What this ledger writes, read and written again by a codec that no one here wrote (the Rust one of the network's own
 * tools, compiled to WASM): both ways, to the byte, over all that random walks bring about, and over damaged copies.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { demoKeypair } from '@countersign/escrow-service';
import { openTestLedger } from '@countersign/testkit/ledger/ledger-client';
import { steps, walk } from '@countersign/testkit/ledger/ledger-walk';
import { liveDeployCall } from '@countersign/testkit/ledger/live-escrow';
import { Contract, xdr } from '@stellar/stellar-sdk/base';
import initXdrJson, { decode, encode } from '@stellar/stellar-xdr-json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closeMeta, headerEntry } from './rpc/close-meta.ts';

type Codec = { fromXdr(text: string, format: 'base64'): Value; fromJson(json: unknown): Value };
type Value = { toXdr(format: 'base64'): string; toJson(): unknown };

const codecs = xdr as unknown as Record<string, Codec>;
/** By type, in base64. */
type Written = Map<string, Set<string>>;

const SEED = 11;
const STEPS = 300;
const DAMAGED = 3_000;

const wasm = createRequire(import.meta.url).resolve('@stellar/stellar-xdr-json/stellar_xdr_json_bg.wasm');
await initXdrJson(await readFile(wasm));
const written = writtenByWalk();

function writtenByWalk(): Written {
  const found: Written = new Map();
  const note = (type: string, ...texts: string[]) => {
    const known = found.get(type) ?? new Set();
    for (const text of texts) known.add(text);
    found.set(type, known);
  };
  const t = openTestLedger();
  noteSimulation(note, t);
  for (const path of fc.sample(steps(STEPS), { numRuns: 1, seed: SEED })) walk(t, path);
  t.ledger.view((view) => {
    for (const stored of view.transactions(1, 10_000)) {
      note('TransactionEnvelope', stored.envelope);
      note('TransactionResult', stored.result);
      note('TransactionMeta', stored.meta);
      note('LedgerEntryChange', ...stored.feeChanges);
      const meta = (xdr.TransactionMeta.fromXdr(stored.meta, 'base64') as xdr.TransactionMetaV4Arm).v4;
      note('DiagnosticEvent', ...meta.diagnosticEvents.map((event) => event.toXdr('base64')));
      note('TransactionEvent', ...meta.events.map((event) => event.toXdr('base64')));
      for (const { changes, events } of meta.operations) {
        note('ContractEvent', ...events.map((event) => event.toXdr('base64')));
        for (const change of changes) {
          if (change.type === 'ledgerEntryRemoved') continue;
          const entry = change.value as xdr.LedgerEntry;
          note('LedgerEntry', entry.toXdr('base64'));
          note('LedgerEntryData', entry.data.toXdr('base64'));
        }
      }
    }
    for (const closed of view.ledgers(1, 10_000)) {
      note('LedgerHeader', closed.header.toXdr('base64'));
      note('LedgerHeaderHistoryEntry', headerEntry(closed).toXdr('base64'));
      const [transaction] = view.transactions(closed.sequence, 1);
      note('LedgerCloseMeta', xdr.LedgerCloseMeta.v2(closeMeta(closed, transaction)).toXdr('base64'));
    }
    for (const { topics, value } of view.events('', '~')) note('ScVal', value, ...topics);
  });
  t.ledger.close();
  return found;
}

/** A deploy as it is simulated: its resources, its authorisation, and the entries that it would write. */
function noteSimulation(note: (type: string, ...texts: string[]) => void, t: ReturnType<typeof openTestLedger>): void {
  const [factory, name, ...args] = liveDeployCall('multi', undefined, Buffer.alloc(32, 5));
  const transaction = t.build(demoKeypair('client'), [new Contract(factory).call(name, ...args)]).toXdr();
  const { transactionData, results, events, stateChanges } = t.ask('simulateTransaction', { transaction });
  note('SorobanTransactionData', transactionData);
  note('SorobanAuthorizationEntry', ...results[0].auth);
  note('ScVal', results[0].xdr);
  note('DiagnosticEvent', ...events);
  for (const { key, after } of stateChanges) {
    note('LedgerKey', key);
    note('LedgerEntry', after);
  }
}

/** `type` is a reserved word in Rust, so its codec writes it with an underscore. */
const theirNames = (json: string) => json.replaceAll('"type":', '"type_":');

test('thousands of values: each codec writes the same bytes as the other', () => {
  let count = 0;
  for (const [type, texts] of written) {
    const codec = codecs[type] as Codec;
    for (const text of texts) {
      const theirs = decode(type, text);
      expect(encode(type, theirs), type).toBe(text);
      const ours = codec.fromXdr(text, 'base64');
      expect(ours.toXdr('base64'), type).toBe(text);
      // Over JSON, from each to the other.
      expect(encode(type, theirNames(JSON.stringify(ours.toJson()))), type).toBe(text);
      expect(codec.fromJson(JSON.parse(theirs)).toXdr('base64'), type).toBe(text);
      count++;
    }
  }
  expect([...written.values()].filter(({ size }) => size > 0)).toHaveLength(16);
  expect(count).toBeGreaterThan(2_000);
});

test('damaged copies: the ledger’s codec accepts only those that the other encodes unchanged', () => {
  const all = [...written].flatMap(([type, texts]) => [...texts].map((text) => ({ type, text })));
  const outcomes = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(fc.nat(all.length - 1), fc.nat(), fc.nat(7), (index, place, bit) => {
      const { type, text } = all[index] as (typeof all)[number];
      const bytes = Buffer.from(text, 'base64');
      const at = place % bytes.length;
      bytes[at] = (bytes[at] as number) ^ (1 << bit);
      const damaged = bytes.toString('base64');
      const theirs = attempt(() => encode(type, decode(type, damaged)));
      const ours = attempt(() => (codecs[type] as Codec).fromXdr(damaged, 'base64').toXdr('base64'));
      // The other one reads any number but 1 as false where XDR has 0 and 1 alone, and so writes something else.
      expect(ours, `${type} ${damaged}`).toBe(theirs === damaged ? damaged : undefined);
      outcomes[ours === undefined ? 'refused' : 'taken']++;
    }),
    { numRuns: DAMAGED, seed: SEED },
  );
  expect(outcomes.taken).toBeGreaterThan(DAMAGED / 10);
  expect(outcomes.refused).toBeGreaterThan(DAMAGED / 20);
});

function attempt(work: () => string): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
