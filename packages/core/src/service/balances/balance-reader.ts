/**
 * Balances for many callers at once. An address that is being read is not requested again, and addresses that arrive in
 * one turn of the event loop, or while a request would wait anyway, share a request. Signers are never mixed, and
 * addresses that made a request fail before go in requests of their own.
 */
import { toCountersignError } from '../../errors/errors.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Call } from '../http/call.ts';
import { type Answer, type BalanceBatch, createBalanceBatch } from './balance-batch.ts';
import { type Asked, readBatch } from './read-batch.ts';

/** While a request of the same signer is out, more callers are likely: the next request waits this long for them. */
const GATHER_MS = 3;

export type BalanceReader = {
  /** An answer for each of the distinct `addresses`. When the call ends, addresses without an answer are failures. */
  read(signer: string, addresses: readonly string[], call: Call): Promise<ReadonlyMap<string, Answer>>;
  /** The address's balance may have changed: callers after this get no answer of a read that began before. */
  changed(address: string): void;
};

export type BalanceReaderOptions = {
  readonly dialect: Dialect;
  /** One request with retries; `choose` is called when each attempt may start. */
  readonly ask: (signer: string, choose: () => readonly string[], call: Call) => Promise<Asked>;
  /** Called when a caller was added to a batch that waits already. */
  readonly callersChanged: () => void;
};

/** A batch without an answer yet, and the function that begins its request at once. */
type Pending = {
  readonly batch: BalanceBatch;
  readonly begin: () => void;
  /** Whether it has only addresses that made a request fail before. */
  readonly apart: boolean;
};

export function createBalanceReader({ dialect, ask, callersChanged }: BalanceReaderOptions): BalanceReader {
  const pendingBySigner = new Map<string, Set<Pending>>();
  const suspects = createSuspects();

  function pendingOf(signer: string): Set<Pending> {
    const known = pendingBySigner.get(signer) ?? new Set();
    pendingBySigner.set(signer, known);
    return known;
  }

  function open(signer: string, apart: boolean): Pending {
    const known = pendingOf(signer);
    const batch = createBalanceBatch(dialect.maxAddresses);
    let begun = false;
    const begin = () => {
      if (begun) return;
      begun = true;
      void run(signer, batch).then(() => {
        known.delete(pending);
        if (known.size === 0) pendingBySigner.delete(signer);
      });
    };
    const pending = { batch, begin, apart };
    if (known.size > 0) setTimeout(begin, GATHER_MS);
    else setImmediate(begin);
    known.add(pending);
    return pending;
  }

  /** Never rejects. */
  async function run(signer: string, batch: BalanceBatch): Promise<void> {
    const answer = (address: string, given: Answer) => {
      suspects.learn(signer, address, given);
      batch.answer(address, given);
    };
    try {
      await readBatch(signer, batch, dialect, (choose) => ask(signer, choose, batch.shared), answer);
    } catch (thrown) {
      const error = toCountersignError(thrown);
      for (const address of batch.wanted()) answer(address, { kind: 'failed', error });
    }
  }

  /** Assigns each address to a batch: one that has it already, one with room, or a new one. */
  function distribute(signer: string, addresses: readonly string[]): Map<Pending, string[]> {
    const shares = new Map<Pending, string[]>();
    const hasRoom = (pending: Pending) => {
      const coming = shares.get(pending)?.filter((address) => !pending.batch.has(address)) ?? [];
      return pending.batch.room() > coming.length;
    };
    for (const address of addresses) {
      const known = [...pendingOf(signer)];
      const apart = suspects.has(signer, address);
      const pending =
        known.find(({ batch }) => batch.has(address)) ??
        known.find((each) => each.apart === apart && hasRoom(each)) ??
        open(signer, apart);
      shares.set(pending, [...(shares.get(pending) ?? []), address]);
    }
    return shares;
  }

  return {
    read: (signer, addresses, call) =>
      new Promise((resolve) => {
        const answers = new Map<string, Answer>();
        const take = (address: string, answer: Answer) => {
          answers.set(address, answer);
          if (answers.size === addresses.length) resolve(answers);
        };
        if (call.signal.aborted) {
          for (const address of addresses) take(address, { kind: 'failed', error: call.signal.reason });
          return;
        }
        for (const [{ batch, begin }, share] of distribute(signer, addresses)) {
          batch.add(call, share, take);
          if (batch.room() === 0) begin();
        }
        callersChanged();
      }),
    changed: (address) => {
      for (const known of pendingBySigner.values()) for (const { batch } of known) batch.outdate(address);
    },
  };
}

const SUSPECT_MS = 10 * 60_000;
const MAX_SUSPECTS = 1_000;

/** Addresses that made a request fail lately: they go in requests of their own. */
type Suspects = {
  has(signer: string, address: string): boolean;
  /** Notes the answer for an address; a failure of the whole request says nothing about it. */
  learn(signer: string, address: string, answer: Answer): void;
};

function createSuspects(): Suspects {
  /** By signer and address, since when; oldest first. */
  const suspects = new Map<string, number>();
  return {
    has: (signer, address) =>
      performance.now() - (suspects.get(`${signer} ${address}`) ?? Number.NEGATIVE_INFINITY) < SUSPECT_MS,
    learn: (signer, address, answer) => {
      if (answer.kind === 'failed') return;
      const key = `${signer} ${address}`;
      suspects.delete(key);
      if (answer.refused) suspects.set(key, performance.now());
      for (const oldest of suspects.keys()) {
        if (suspects.size <= MAX_SUSPECTS) break;
        suspects.delete(oldest);
      }
    },
  };
}
