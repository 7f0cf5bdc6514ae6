/** Events as they happened, each under its id. Every call runs inside a transaction of the caller's. */
import { xdr } from '@stellar/stellar-sdk/base';
import type { Database } from '../database.ts';
import { emitterOf } from './asset-events.ts';
import { AFTER_OPERATIONS, eventId, LAST_TRANSACTION } from './event-id.ts';

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
/** The places of the events of each stage. */
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
      emitterOf(event),
      topics.map((topic) => topic.toXdr('base64')).join(' '),
      data.toXdr('base64'),
    );
  };

  return {
    /** Stores the events in a transaction's meta, at the network's places for them. */
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
      for (const row of db.each('SELECT * FROM event WHERE id BETWEEN ? AND ? ORDER BY id', from, to)) {
        yield {
          id: row['id'] as string,
          contract: row['contract'] as string,
          topics: (row['topics'] as string).split(' '),
          value: row['value'] as string,
        };
      }
    },
  };
}
