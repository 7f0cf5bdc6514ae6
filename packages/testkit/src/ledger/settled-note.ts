/** What came of a transaction, as text: its result, and every entry and event that it changed or emitted. */
import { xdr } from '@stellar/stellar-sdk/base';
import { decodeValue } from '../mutation/rust-codec.ts';
import type { TestLedger } from './ledger-client.ts';

// biome-ignore lint/suspicious/noExplicitAny: XDR as JSON
type Json = any;
const json = (type: string, value: { toXdr(format: 'base64'): string } | string): Json =>
  decodeValue(type, typeof value === 'string' ? value : value.toXdr('base64'));

function flat(value: Json, path = ''): Record<string, string> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return { [path]: JSON.stringify(value) };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, each]) => flat(each, path === '' ? name : `${path}.${name}`)),
  );
}

/** Entries as they were and became, without the ledger that changed them. */
function changesIn(changes: readonly (xdr.LedgerEntryChange | string)[]): string[] {
  let before: Json;
  return changes.flatMap((change) => {
    const [[kind, entry]] = Object.entries(json('LedgerEntryChange', change)) as [[string, Json]];
    if (kind === 'state') before = entry.data;
    if (kind === 'state') return [];
    if (kind === 'removed') return [`removes ${JSON.stringify(entry)}, which was ${JSON.stringify(before)}`];
    if (kind !== 'updated') return [`${kind} ${JSON.stringify(entry.data)}`];
    const old = flat(before);
    const now = flat(entry.data);
    const [who] = Object.values(now);
    const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
      (field) => old[field] !== now[field],
    );
    const shown = fields.map((field) => `${field} ${sequence(field, old[field])} → ${sequence(field, now[field])}`);
    return [`${who}: ${shown.length === 0 ? 'as it was' : shown.join(', ')}`];
  });
}

/** The ledger that the account is from, and what it counted since. */
const sequence = (field: string, value: string | undefined): string =>
  field.endsWith('seq_num') && value !== undefined ? `${BigInt(JSON.parse(value)) & 0xffff_ffffn}` : `${value}`;

export function settledNote(t: TestLedger, envelope: string): string {
  const sent = t.ledger.send(envelope);
  const show = (result: Json) => JSON.stringify({ ...result, ext: undefined });
  if (sent.status !== 'PENDING') {
    return `${sent.status} ${sent.status === 'ERROR' ? show(json('TransactionResult', sent.result)) : ''}`;
  }
  const stored = t.ledger.view((view) => view.transaction(sent.hash));
  if (stored === undefined) throw new Error('not stored');
  const { v4: meta } = xdr.TransactionMeta.fromXdr(stored.meta, 'base64') as xdr.TransactionMetaV4Arm;
  const eventOf = (event: xdr.ContractEvent) => JSON.stringify(json('ContractEvent', event).body.v0);
  const rows = [
    ...changesIn([...stored.feeChanges, ...meta.txChangesBefore]).map((line) => `begin ${line}`),
    ...meta.operations.flatMap(({ changes, events }, at) => [
      ...changesIn(changes).map((line) => `${at + 1} ${line}`),
      ...events.map((event) => `${at + 1} event ${eventOf(event)}`),
    ]),
    ...changesIn([...meta.txChangesAfter, ...stored.refundChanges]).map((line) => `end ${line}`),
    ...meta.events.map(({ stage, event }) => `event ${stage.name} ${eventOf(event)}`),
  ];
  return [show(json('TransactionResult', stored.result)), ...rows.map((row) => `  ${row}`)].join('\n');
}
