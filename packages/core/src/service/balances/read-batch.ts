/** One batch of balances, asked in one request; and around an address that spoils it, by halving. */
import type { CountersignError } from '../../errors/errors.ts';
import { matchEntries } from '../dialects/seed/balance-entries.ts';
import { balancesReplySchema, parseReply } from '../dialects/seed/parse-reply.ts';
import { MAX_ADDRESSES } from '../dialects/seed/wire.ts';
import { replyError } from '../http/failure.ts';
import type { Exchange, Reply } from '../http/http.ts';
import type { Answer, BalanceBatch } from './balance-batch.ts';

/** Exactly what it takes to find one culprit among 20 by halving. */
const MAX_EXTRA_REQUESTS = 10;

/**
 * How many requests a read of so many addresses may take when some of them spoil it; where none does, one for each 20.
 * For a read that goes out alone: further tries after a failure, and addresses that spoiled a read before, add to it.
 */
export function mostBalanceRequests(addresses: number): number {
  const batches = Math.max(Math.ceil(addresses / MAX_ADDRESSES), 1);
  return Math.max(Math.min(2 * addresses - 1, batches * (1 + MAX_EXTRA_REQUESTS)), 1);
}

export type Asked = {
  readonly exchange: Exchange;
  /** What was asked for in the end. */
  readonly addresses: readonly string[];
  /** When the request left, epoch milliseconds. */
  readonly sentAt: number;
};

/** One request, tried again where that helps. `choose` is called when its turn comes, for each try. */
export type Ask = (choose: () => readonly string[]) => Promise<Asked>;

/**
 * Answers every address of the batch that somebody wants.
 * @throws CountersignError that holds for all addresses that are not answered yet
 */
export async function readBatch(
  signer: string,
  batch: BalanceBatch,
  ask: Ask,
  answer: (address: string, answer: Answer) => void,
): Promise<void> {
  const whole = () => {
    batch.close();
    return batch.wanted();
  };
  const groups: (() => readonly string[])[] = [whole];
  let lastSentAt = 0;
  // Larger groups first, so that the requests there are answer as many addresses as they can.
  for (let requests = 0; groups.length > 0 && requests <= MAX_EXTRA_REQUESTS; ) {
    const choose = groups.shift() as () => readonly string[];
    if (requests > 0 && choose().length === 0) continue;
    requests++;
    const { exchange: reply, addresses, sentAt } = await ask(choose);
    lastSentAt = sentAt;
    if (reply.kind === 'failed') throw reply.error;
    if (reply.status >= 200 && reply.status < 300) {
      const entries = matchEntries(addresses, parseReply(reply, balancesReplySchema));
      for (const entry of entries) answer(entry.address, { kind: 'read', entry, readAt: sentAt });
      continue;
    }
    const error = replyError(reply, signer);
    if (!blamesAnAddress(reply, error)) throw error;
    const [single] = addresses;
    if (addresses.length === 1 && single !== undefined) {
      const entry = { address: single, error: refusal(reply, error) };
      answer(single, { kind: 'read', entry, readAt: sentAt, refused: true });
    } else {
      const middle = Math.ceil(addresses.length / 2);
      for (const half of [addresses.slice(0, middle), addresses.slice(middle)]) {
        groups.push(() => stillWanted(batch, half));
      }
    }
  }
  for (const address of groups.flatMap((choose) => choose())) {
    answer(address, { kind: 'read', entry: { address, error: TOO_MANY }, readAt: lastSentAt });
  }
}

const TOO_MANY =
  'Not read. The escrow service refused it together with others, and too many were at fault to tell which.';

function stillWanted(batch: BalanceBatch, group: readonly string[]): readonly string[] {
  const wanted = new Set(batch.wanted());
  return group.filter((address) => wanted.has(address));
}

/** Whether one address may have spoilt the whole request: then asking for fewer can help. */
function blamesAnAddress({ status, body }: Reply, error: CountersignError): boolean {
  if (error.code === 'SIGNER_NOT_FOUND') return false;
  if (body.kind === 'unreadable' && body.html) return false;
  return status === 400 || status === 404 || (status === 500 && body.kind === 'json');
}

/** The service's own words stay out: an entry has no place where they would be labelled. */
function refusal({ status }: Reply, { detail = '' }: CountersignError): string {
  return status === 404 || /\bnot found\b/i.test(detail)
    ? 'The escrow service knows no escrow at this address.'
    : `The escrow service refused to read this address (status ${status}).`;
}
