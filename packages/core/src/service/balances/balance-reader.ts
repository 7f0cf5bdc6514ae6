/**
 * Balances for many callers at once: an address that is being asked for is not asked for again, and what is asked
 * within one turn of the event loop, or while it would wait anyway, goes out in one request. Never across signers,
 * and what spoiled a request before goes apart from the rest, so that it costs nobody a second search.
 */
import { toCountersignError } from '../../errors/errors.ts';
import type { Call } from '../http/call.ts';
import { type Answer, type BalanceBatch, createBalanceBatch } from './balance-batch.ts';
import { type Asked, readBatch } from './read-batch.ts';

/** How long an address that spoiled a request is kept apart from others, and how many of them. */
const SUSPECT_MS = 10 * 60_000;
const MAX_SUSPECTS = 1_000;

/** While a request of the same signer is out, a burst is on its way: the next one waits a little to be fuller. */
const GATHER_MS = 3;

export type BalanceReader = {
  /** An answer for each of `addresses`, which are distinct. A call that ends leaves what was not answered yet failed. */
  read(signer: string, addresses: readonly string[], call: Call): Promise<ReadonlyMap<string, Answer>>;
  /** The address's balance may have changed: a read that began before is given to nobody who asks after this. */
  changed(address: string): void;
};

export type BalanceReaderOptions = {
  readonly ask: (signer: string, choose: () => readonly string[], call: Call) => Promise<Asked>;
  /** Told when somebody joined a batch that waits for its turn. */
  readonly joined: () => void;
};

/** A batch that is not answered yet, and what begins it: at once, once. */
type Live = {
  readonly batch: BalanceBatch;
  readonly begin: () => void;
  /** It holds only addresses that spoiled a request before. */
  readonly apart: boolean;
};

export function createBalanceReader({ ask, joined }: BalanceReaderOptions): BalanceReader {
  const lives = new Map<string, Set<Live>>();
  /** By signer and address, since when; oldest first. */
  const suspects = new Map<string, number>();

  function judge(signer: string, address: string, given: Answer): void {
    const key = `${signer} ${address}`;
    if (given.kind === 'failed') return;
    suspects.delete(key);
    if (given.refused) suspects.set(key, performance.now());
    for (const oldest of suspects.keys()) {
      if (suspects.size <= MAX_SUSPECTS) break;
      suspects.delete(oldest);
    }
  }

  const isSuspect = (signer: string, address: string): boolean =>
    performance.now() - (suspects.get(`${signer} ${address}`) ?? Number.NEGATIVE_INFINITY) < SUSPECT_MS;

  function livesOf(signer: string): Set<Live> {
    const known = lives.get(signer) ?? new Set();
    lives.set(signer, known);
    return known;
  }

  function open(signer: string, apart: boolean): Live {
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
    const live = { batch, begin, apart };
    if (known.size > 0) setTimeout(begin, GATHER_MS);
    else setImmediate(begin);
    known.add(live);
    return live;
  }

  /** Never rejects. */
  async function run(signer: string, batch: BalanceBatch): Promise<void> {
    const answer = (address: string, given: Answer) => {
      judge(signer, address, given);
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
    const hasRoom = (live: Live) => {
      const coming = parts.get(live)?.filter((address) => !live.batch.has(address)) ?? [];
      return live.batch.room() > coming.length;
    };
    for (const address of addresses) {
      const known = [...livesOf(signer)];
      const same = known.find(({ batch }) => batch.has(address));
      const apart = isSuspect(signer, address);
      const live = same ?? known.find((each) => each.apart === apart && hasRoom(each)) ?? open(signer, apart);
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
          batch.join(call, part, take);
          if (batch.room() === 0) begin();
        }
        joined();
      }),
    changed: (address) => {
      for (const known of lives.values()) for (const { batch } of known) batch.outdate(address);
    },
  };
}
