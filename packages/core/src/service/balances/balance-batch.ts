/** Up to 20 addresses that go out in one request, for whoever wants them. */
import type { CountersignError } from '../../errors/errors.ts';
import { MAX_ADDRESSES } from '../dialects/seed/wire.ts';
import type { BalanceEntry } from '../escrow-service.ts';
import type { Call } from '../http/call.ts';
import { createParty, type Party } from './party.ts';

/** `readAt`: when the request left that brought it, epoch milliseconds; the balance is no older than that. */
export type Answer =
  | {
      readonly kind: 'read';
      readonly entry: BalanceEntry;
      readonly readAt: number;
      /** The service refused it, and every request that holds it. */
      readonly refused?: true;
    }
  | { readonly kind: 'failed'; readonly error: CountersignError };

type Take = (address: string, answer: Answer) => void;

export type BalanceBatch = {
  readonly party: Party;
  /** How many more addresses it can take; none once its request has begun or everybody has gone. */
  room(): number;
  /** Its request begins: no further address is taken. */
  close(): void;
  /** Whether one who asks for it now may wait for the answer that comes. */
  has(address: string): boolean;
  /** What is on its way about the address is out of date: good for those who wait, for nobody else. */
  outdate(address: string): void;
  /** Addresses that somebody still waits for. */
  wanted(): readonly string[];
  /** One caller who wants `addresses` from here; each is answered once through `take`. */
  join(call: Call, addresses: readonly string[], take: Take): void;
  answer(address: string, answer: Answer): void;
};

type Part = { readonly wants: Set<string>; readonly take: Take; leave: () => void };

export function createBalanceBatch(): BalanceBatch {
  const party = createParty();
  /** Who wants an address. Nobody's address gives its place free. */
  const parts = new Map<string, Set<Part>>();
  const outdated = new Set<string>();
  let open = true;

  function abandon(part: Part, error: CountersignError): void {
    for (const address of part.wants) {
      const others = parts.get(address);
      others?.delete(part);
      if (others?.size === 0) parts.delete(address);
      part.take(address, { kind: 'failed', error });
    }
  }

  return {
    party,
    room: () => (open && !party.signal.aborted ? MAX_ADDRESSES - parts.size : 0),
    close: () => {
      open = false;
    },
    has: (address) => parts.has(address) && !outdated.has(address),
    outdate: (address) => {
      if (!open) outdated.add(address);
    },
    wanted: () => [...parts.keys()],
    join: (call, addresses, take) => {
      const part: Part = { wants: new Set(addresses), take, leave: () => {} };
      for (const address of addresses) {
        const others = parts.get(address);
        if (others === undefined) parts.set(address, new Set([part]));
        else others.add(part);
      }
      part.leave = party.join(call, (error) => abandon(part, error));
    },
    answer: (address, answer) => {
      const waiting = parts.get(address) ?? [];
      parts.delete(address);
      for (const part of waiting) {
        part.wants.delete(address);
        part.take(address, answer);
        if (part.wants.size === 0) part.leave();
      }
    },
  };
}
