/**
 * Balances for many callers at once: an address that is being asked for is not asked for again, and what is asked
 * within one turn of the event loop, or while it would wait anyway, goes out in one request. Never across signers.
 */
import { toCountersignError } from '../errors.ts';
import { type Answer, type BalanceBatch, createBalanceBatch } from './balance-batch.ts';
import type { BalanceCache } from './balance-cache.ts';
import type { Call } from './call.ts';
import type { Tally } from './metrics.ts';
import { type Asked, readBatch } from './read-batch.ts';

/** While a request of the same signer is out, a burst is on its way: the next one waits a little to be fuller. */
const GATHER_MS = 3;

export type BalanceReader = {
  /** An answer for each of `addresses`, which are distinct. A call that ends leaves what was not answered yet failed. */
  read(signer: string, addresses: readonly string[], call: Call): Promise<ReadonlyMap<string, Answer>>;
  /** Something has changed at the address: what is known or asked about it serves nobody who comes later. */
  forget(address: string): void;
};

export type BalanceReaderOptions = {
  readonly ask: (signer: string, choose: () => readonly string[], call: Call) => Promise<Asked>;
  readonly cache: BalanceCache;
  readonly tally: Tally;
  /** Told when somebody joined a batch that waits for its turn. */
  readonly joined: () => void;
};

/** A batch that is not answered yet, and what begins it: at once, once. */
type Live = { readonly batch: BalanceBatch; readonly begin: () => void };

export function createBalanceReader({ ask, cache, tally, joined }: BalanceReaderOptions): BalanceReader {
  const lives = new Map<string, Set<Live>>();

  function livesOf(signer: string): Set<Live> {
    const known = lives.get(signer) ?? new Set();
    lives.set(signer, known);
    return known;
  }

  function open(signer: string): Live {
    const known = livesOf(signer);
    const batch = createBalanceBatch();
    let begun = false;
    const begin = () => {
      if (begun) return;
      begun = true;
      void run(signer, batch).then(() => {
        known.delete(live);
        if (known.size === 0) lives.delete(signer);
      });
    };
    const live = { batch, begin };
    if (known.size > 0) setTimeout(begin, GATHER_MS);
    else setImmediate(begin);
    known.add(live);
    return live;
  }

  /** Never rejects. */
  async function run(signer: string, batch: BalanceBatch): Promise<void> {
    const answer = (address: string, given: Answer) => {
      // What is refused today may be there in a moment; only a balance is kept.
      if (given.kind === 'read' && 'balance' in given.entry && batch.has(address)) {
        cache.keep(signer, given.entry, given.readAt);
      }
      batch.answer(address, given);
    };
    try {
      await readBatch(signer, batch, (choose) => ask(signer, choose, batch.party), answer);
    } catch (thrown) {
      const error = toCountersignError(thrown);
      for (const address of batch.wanted()) answer(address, { kind: 'failed', error });
    }
  }

  /** Who asks for what: a batch that has the address already, one with room, or a new one. */
  function distribute(signer: string, addresses: readonly string[]): Map<Live, string[]> {
    const parts = new Map<Live, string[]>();
    for (const address of addresses) {
      const known = [...livesOf(signer)];
      const same = known.find(({ batch }) => batch.has(address));
      if (same !== undefined) tally.duplicates++;
      const live =
        same ??
        known.find(
          (each) => each.batch.room() > (parts.get(each)?.filter((one) => !each.batch.has(one)).length ?? 0),
        ) ??
        open(signer);
      parts.set(live, [...(parts.get(live) ?? []), address]);
    }
    return parts;
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
        for (const [{ batch, begin }, part] of distribute(signer, addresses)) {
          if (batch.wanted().length > 0) tally.sharedReads++;
          batch.join(call, part, take);
          if (batch.room() === 0) begin();
        }
        joined();
      }),
    forget: (address) => {
      cache.forget(address);
      for (const known of lives.values()) for (const { batch } of known) batch.outdate(address);
    },
  };
}
