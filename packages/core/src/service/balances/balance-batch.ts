/** The addresses of one balance request, for all callers that want any of them. */
import type { CountersignError } from '../../errors/errors.ts';
import type { BalanceEntry } from '../escrow-service.ts';
import type { Call } from '../http/call.ts';
import { createSharedCall, type SharedCall } from './shared-call.ts';

/** `readAt`: when its request left, in epoch milliseconds; the balance is no older than that. */
export type Answer =
  | {
      readonly kind: 'read';
      readonly entry: BalanceEntry;
      readonly readAt: number;
      /** The service refused this address, and refuses every request that contains it. */
      readonly refused?: true;
    }
  | { readonly kind: 'failed'; readonly error: CountersignError };

type Take = (address: string, answer: Answer) => void;

export type BalanceBatch = {
  readonly shared: SharedCall;
  /** How many more addresses fit; 0 once its request has begun or all callers have left. */
  room(): number;
  /** Its request begins: no further address is taken. */
  close(): void;
  /** Whether a new caller may wait for this batch's answer for the address. */
  has(address: string): boolean;
  /** The balance may have changed since the request began: the answer is only for callers that wait already. */
  outdate(address: string): void;
  /** Addresses that somebody still waits for. */
  wanted(): readonly string[];
  /** Adds a caller for `addresses`; `take` is called once for each. */
  add(call: Call, addresses: readonly string[], take: Take): void;
  answer(address: string, answer: Answer): void;
};

type Reader = { readonly wants: Set<string>; readonly take: Take; remove: () => void };

/** @param maxAddresses how many a request may hold */
export function createBalanceBatch(maxAddresses: number): BalanceBatch {
  const shared = createSharedCall();
  /** The callers of each address. An address without callers frees its place. */
  const readers = new Map<string, Set<Reader>>();
  const outdated = new Set<string>();
  let open = true;

  function abandon(reader: Reader, error: CountersignError): void {
    for (const address of reader.wants) {
      const others = readers.get(address);
      others?.delete(reader);
      if (others?.size === 0) readers.delete(address);
      reader.take(address, { kind: 'failed', error });
    }
  }

  return {
    shared,
    room: () => (open && !shared.signal.aborted ? maxAddresses - readers.size : 0),
    close: () => {
      open = false;
    },
    has: (address) => readers.has(address) && !outdated.has(address),
    outdate: (address) => {
      if (!open) outdated.add(address);
    },
    wanted: () => [...readers.keys()],
    add: (call, addresses, take) => {
      const reader: Reader = { wants: new Set(addresses), take, remove: () => {} };
      for (const address of addresses) {
        const others = readers.get(address);
        if (others === undefined) readers.set(address, new Set([reader]));
        else others.add(reader);
      }
      reader.remove = shared.add(call, (error) => abandon(reader, error));
    },
    answer: (address, answer) => {
      const waiting = readers.get(address) ?? [];
      readers.delete(address);
      for (const reader of waiting) {
        reader.wants.delete(address);
        reader.take(address, answer);
        if (reader.wants.size === 0) reader.remove();
      }
    },
  };
}
