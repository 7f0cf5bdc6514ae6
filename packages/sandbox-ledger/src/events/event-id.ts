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
export const AFTER_OPERATIONS = 0xfff;
/** 20 bits: what comes after all transactions. */
export const LAST_TRANSACTION = 0xf_ffff;
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
