/**
 * Balances for many callers at once. An address that is being read is not requested again, and addresses that arrive in
 * one turn of the event loop, or while a request would wait anyway, share a request. Signers are never mixed, and
 * addresses that made a request fail before go in requests of their own.
 */
import { type CountersignError, toCountersignError, type UnreadBalance } from '../../errors/errors.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { BalanceEntry } from '../escrow-service.ts';
import { type Call, createSharedCall } from '../http/call.ts';
import type { Exchange } from '../http/http.ts';

/** While a request of the same signer is out, more callers are likely: the next request waits this long for them. */
const GATHER_MS = 3;

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

type ReaderOptions = {
  readonly dialect: Dialect;
  /** One request with retries; `choose` is called when each attempt may start. */
  readonly ask: (signer: string, choose: () => readonly string[], call: Call) => Promise<BalanceQuestion>;
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

export function createBalanceReader({ dialect, ask, callersChanged }: ReaderOptions) {
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
    const answer = (address: string, value: Answer) => {
      suspects.learn(signer, address, value);
      batch.answer(address, value);
    };
    try {
      await readBatch(signer, batch, dialect, (choose) => ask(signer, choose, batch.shared), answer);
    } catch (thrown) {
      const error = toCountersignError(thrown);
      for (const address of batch.wanted()) answer(address, { kind: 'failed', error });
    }
  }

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
    /** An answer for each of the distinct `addresses`. When the call ends, addresses without an answer are failures. */
    read: (signer: string, addresses: readonly string[], call: Call) =>
      new Promise<ReadonlyMap<string, Answer>>((resolve) => {
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
    /** The address's balance may have changed: callers after this get no answer of a read that began before. */
    changed: (address: string): void => {
      for (const known of pendingBySigner.values()) for (const { batch } of known) batch.outdate(address);
    },
  };
}

const SUSPECT_MS = 10 * 60_000;
const MAX_SUSPECTS = 1_000;

/** Addresses that made a request fail lately: they go in requests of their own. */
function createSuspects() {
  /** By signer and address, since when; oldest first. */
  const suspects = new Map<string, number>();
  return {
    has: (signer: string, address: string): boolean =>
      performance.now() - (suspects.get(`${signer} ${address}`) ?? Number.NEGATIVE_INFINITY) < SUSPECT_MS,
    /** Notes the answer for an address; a failure of the whole request says nothing about it. */
    learn: (signer: string, address: string, answer: Answer): void => {
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

type Take = (address: string, answer: Answer) => void;

type Reader = { readonly wants: Set<string>; readonly take: Take; remove: () => void };

type BalanceBatch = ReturnType<typeof createBalanceBatch>;

/** The addresses of one balance request, for all callers that want any of them. @param maxAddresses how many it may hold */
function createBalanceBatch(maxAddresses: number) {
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
    /** How many more addresses fit; 0 once its request has begun or all callers have left. */
    room: (): number => (open && !shared.signal.aborted ? maxAddresses - readers.size : 0),
    /** Its request begins: no further address is taken. */
    close: (): void => {
      open = false;
    },
    has: (address: string): boolean => readers.has(address) && !outdated.has(address),
    /** The balance may have changed since the request began: the answer is only for callers that wait already. */
    outdate: (address: string): void => {
      if (!open) outdated.add(address);
    },
    wanted: (): readonly string[] => [...readers.keys()],
    /** Adds a caller for `addresses`; `take` is called once for each. */
    add: (call: Call, addresses: readonly string[], take: Take): void => {
      const reader: Reader = { wants: new Set(addresses), take, remove: () => {} };
      for (const address of addresses) {
        const others = readers.get(address);
        if (others === undefined) readers.set(address, new Set([reader]));
        else others.add(reader);
      }
      reader.remove = shared.add(call, (error) => abandon(reader, error));
    },
    answer: (address: string, answer: Answer): void => {
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

/** The most extra requests that it takes to find one bad address by halving. */
const extraRequests = (addresses: number): number => 2 * Math.ceil(Math.log2(addresses));

/** The most requests for so many addresses if some fail; retries and known failures are not counted. */
export function mostBalanceRequests(addresses: number, { maxAddresses }: Dialect): number {
  const batches = Math.max(Math.ceil(addresses / maxAddresses), 1);
  return Math.max(Math.min(2 * addresses - 1, batches * (1 + extraRequests(maxAddresses))), 1);
}

export type BalanceQuestion = {
  readonly exchange: Exchange;
  readonly addresses: readonly string[];
  /** When the request left, epoch milliseconds. */
  readonly sentAt: number;
};

type Ask = (choose: () => readonly string[]) => Promise<BalanceQuestion>;

/** Reads a batch in one request, or by halving to find an address that makes it fail. @throws what applies to all */
async function readBatch(
  signer: string,
  batch: BalanceBatch,
  dialect: Dialect,
  ask: Ask,
  answer: (address: string, answer: Answer) => void,
): Promise<void> {
  const whole = () => {
    batch.close();
    return batch.wanted();
  };
  const groups: (() => readonly string[])[] = [whole];
  let lastSentAt = 0;
  // Larger groups first, so that the limited requests answer as many addresses as possible.
  for (let requests = 0; groups.length > 0 && requests <= extraRequests(dialect.maxAddresses); ) {
    const choose = groups.shift() as () => readonly string[];
    if (requests > 0 && choose().length === 0) continue;
    requests++;
    const { exchange, addresses, sentAt } = await ask(choose);
    lastSentAt = sentAt;
    if (exchange.kind === 'failed') throw exchange.error;
    const reply = dialect.replies.balances(exchange, signer, addresses);
    const [single] = addresses;
    if (reply.kind === 'entries') {
      for (const entry of reply.entries) answer(entry.address, { kind: 'read', entry, readAt: sentAt });
    } else if (addresses.length === 1 && single !== undefined) {
      const entry = { address: single, unread: reply.unread };
      answer(single, { kind: 'read', entry, readAt: sentAt, refused: true });
    } else {
      const middle = Math.ceil(addresses.length / 2);
      for (const half of [addresses.slice(0, middle), addresses.slice(middle)]) {
        groups.push(() => stillWanted(batch, half));
      }
    }
  }
  for (const address of groups.flatMap((choose) => choose())) {
    answer(address, { kind: 'read', entry: { address, unread: TOO_MANY }, readAt: lastSentAt });
  }
}

const TOO_MANY: UnreadBalance = { code: 'REFUSED_TOGETHER', params: {} };

function stillWanted(batch: BalanceBatch, group: readonly string[]): readonly string[] {
  const wanted = new Set(batch.wanted());
  return group.filter((address) => wanted.has(address));
}
