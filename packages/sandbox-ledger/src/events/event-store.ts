/** Events as they happened, each under its id. Every call runs inside a transaction of the caller's. */
import { StrKey, xdr } from '@stellar/stellar-sdk/base';
import type { Database } from '../database.ts';

/**
 * An event's place in the ledger's history, as the network's RPC writes it: a TOID (SEP-35: ledger, transaction,
 * operation in one 64-bit number, 19 digits) and the event's number, 10 digits. Texts sort as events happened.
 */
export type EventPlace = {
  readonly ledger: number;
  /** From 1; 0 for what comes before all transactions, the last number for what comes after. */
  readonly transaction: number;
  /** From 0. */
  readonly operation: number;
  readonly event: number;
};

/** 12 bits: an event of the transaction's own, after its operations. */
const AFTER_OPERATIONS = 0xfff;
/** 20 bits: what comes after all transactions. */
const LAST_TRANSACTION = 0xf_ffff;
const LAST_EVENT = 0xffff_ffff;

export function eventId({ ledger, transaction, operation, event }: EventPlace): string {
  return `${String(toid(ledger, transaction, operation)).padStart(19, '0')}-${String(event).padStart(10, '0')}`;
}

/** Greater than any event's of the ledger. */
export function lastEventId(ledger: number): string {
  return eventId({ ledger, transaction: LAST_TRANSACTION, operation: AFTER_OPERATIONS, event: LAST_EVENT });
}

export function toid(ledger: number, transaction: number, operation: number): bigint {
  return (BigInt(ledger) << 32n) | (BigInt(transaction) << 12n) | BigInt(operation);
}

export function ledgerOfToid(id: bigint): number {
  return Number(id >> 32n);
}

/** @returns undefined where the text is not an id */
export function parseEventId(text: string): EventPlace | undefined {
  const [, digits, event] = /^(\d{19})-(\d{10})$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const id = BigInt(digits);
  return {
    ledger: ledgerOfToid(id),
    transaction: Number((id >> 12n) & 0xf_ffffn),
    operation: Number(id & 0xfffn),
    event: Number(event),
  };
}

export type StoredEvent = {
  readonly id: string;
  /** C address. */
  readonly contract: string;
  /** Base64, each. */
  readonly topics: readonly string[];
  readonly value: string;
};

/** The number of a ledger's only transaction. */
const TRANSACTION = 1;
const {
  transactionEventStageBeforeAllTxs: beforeAll,
  transactionEventStageAfterTx: afterOne,
  transactionEventStageAfterAllTxs: afterAll,
} = xdr.TransactionEventStage;
const BEFORE_ALL = { named: beforeAll, transaction: 0, operation: 0 };
const AFTER_ONE = { named: afterOne, transaction: TRANSACTION, operation: AFTER_OPERATIONS };
const AFTER_ALL = { named: afterAll, transaction: LAST_TRANSACTION, operation: 0 };

export type EventStore = ReturnType<typeof createEventStore>;

export function createEventStore(db: Database) {
  const put = (id: string, event: xdr.ContractEvent) => {
    const { topics, data } = event.body.v0;
    db.run(
      'INSERT INTO event (id, contract, topics, value) VALUES (?, ?, ?, ?)',
      id,
      event.contractId === null ? '' : StrKey.encodeContract(event.contractId.toBytes()),
      topics.map((topic) => topic.toXdr('base64')).join(' '),
      data.toXdr('base64'),
    );
  };

  return {
    putEvents(ledger: number, meta: xdr.TransactionMetaV4): void {
      const stages = [BEFORE_ALL, AFTER_ONE, AFTER_ALL].map((place) => ({ ...place, event: 0 }));
      for (const { stage, event } of meta.events) {
        const place = stages.find(({ named }) => stage.equals(named)) as (typeof stages)[number];
        put(eventId({ ledger, ...place, event: place.event++ }), event);
      }
      for (const [operation, { events }] of meta.operations.entries()) {
        for (const [event, emitted] of events.entries()) {
          put(eventId({ ledger, transaction: TRANSACTION, operation, event }), emitted);
        }
      }
    },

    /** The events from one id to another, both included, one by one. */
    *events(from: string, to: string): Generator<StoredEvent> {
      const rows = db.each<Omit<StoredEvent, 'topics'> & { readonly topics: string }>(
        'SELECT id, contract, topics, value FROM event WHERE id BETWEEN ? AND ? ORDER BY id',
        ...[from, to],
      );
      for (const { topics, ...event } of rows) yield { ...event, topics: topics.split(' ') };
    },
  };
}
