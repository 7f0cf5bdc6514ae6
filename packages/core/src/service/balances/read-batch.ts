/** Reads one batch of balances in one request; if an address makes it fail, finds that address by halving. */
import type { UnreadBalance } from '../../errors/unread-balance.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Exchange } from '../http/http.ts';
import type { Answer, BalanceBatch } from './balance-batch.ts';

/** The most extra requests that it takes to find one bad address by halving. */
const extraRequests = (addresses: number): number => 2 * Math.ceil(Math.log2(addresses));

/**
 * The most requests that reading so many addresses takes if some make requests fail; without any, one for each batch.
 * Retries, and addresses that made a request fail before, are not counted.
 */
export function mostBalanceRequests(addresses: number, { maxAddresses }: Dialect): number {
  const batches = Math.max(Math.ceil(addresses / maxAddresses), 1);
  return Math.max(Math.min(2 * addresses - 1, batches * (1 + extraRequests(maxAddresses))), 1);
}

export type Asked = {
  readonly exchange: Exchange;
  /** The addresses of the last attempt. */
  readonly addresses: readonly string[];
  /** When the request left, epoch milliseconds. */
  readonly sentAt: number;
};

/** One request with retries. `choose` is called when each attempt may start. */
export type Ask = (choose: () => readonly string[]) => Promise<Asked>;

/**
 * Answers every address of the batch that a caller still wants.
 * @throws CountersignError that applies to all addresses without an answer yet
 */
export async function readBatch(
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
