/** Sends a signed transaction by Stellar RPC, again where that cannot do harm, and waits for its outcome. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionBuilder } from '@stellar/stellar-sdk/base';
import type { Ledger, Outcome, Sent } from './ledger.ts';
import type { NotSent, SendAnswer } from './send-answer.ts';

export type Included = Extract<Outcome, { readonly kind: 'settled' | 'failed' }>;

export type Sender = {
  /** Asks it to send the transaction, once. @param hash lower-case hex */
  submit(signedXdr: string, hash: string): Promise<SendAnswer>;
  /** What became of it, by one request; undefined where this RPC does not know. */
  included(hash: string): Promise<Included | undefined>;
};

/** The default wait for an outcome. */
const SEND_MS = 30_000;
/** How often it is sent in all, before the RPC has taken it. */
const MOST_SENDS = 4;
/** Where it may have been sent, it is sent again after so many looks for its outcome. */
const SENT_AGAIN_AFTER: readonly number[] = [1, 4, 7];
/** A used sequence number may have been used by this very transaction, which the RPC learns of a moment later. */
const LOOKS_AFTER_BAD_SEQUENCE = 3;
/** Left of the caller's time when it is sent again. */
const LEAST_LEFT_MS = 2_000;

const FIRST_PAUSE_MS = 500;
const GROWTH = 1.3;
const LONGEST_GROWTH = 8;

/** Before the next look: so that a wait of 45 s takes 17 looks. @param looks how many there were */
export function pauseAfter(looks: number, firstMs: number = FIRST_PAUSE_MS): number {
  return firstMs * Math.min(GROWTH ** (looks - 1), LONGEST_GROWTH);
}

/** @param senders the RPCs, in the order in which they are asked */
export function sendBy(senders: readonly Sender[], passphrase: string, now: () => number): Ledger['send'] {
  return async (signedXdr, { deadline = now() + SEND_MS, signal }) => {
    const hash = Buffer.from(TransactionBuilder.fromXdr(signedXdr, passphrase).hash()).toString('hex');
    const isOver = () => signal?.aborted === true || now() >= deadline;
    const pause = async (ms: number) => {
      const options = signal === undefined ? {} : { signal };
      await sleep(Math.max(Math.min(ms, deadline - now()), 0), undefined, options).catch(() => undefined);
    };
    const look = async () => {
      const found = await Promise.all(senders.map((sender) => sender.included(hash)));
      return found.find((each) => each !== undefined);
    };
    if (isOver()) return { kind: 'not-sent', because: 'busy' };
    const first = await submitUntilTaken();
    if (first.kind === 'not-sent') return await afterRefusal(first);
    let isTaken = first.kind === 'taken';
    for (let looks = 1; ; looks += 1) {
      const outcome = await look();
      if (outcome !== undefined) return outcome;
      if (isOver()) return { kind: 'unknown' };
      await pause(pauseAfter(looks));
      // Its hash can settle only once. Refusals prove nothing any more, since it may be on the ledger by now.
      if (!isTaken && SENT_AGAIN_AFTER.includes(looks)) isTaken = (await submitToEach()).kind === 'taken';
    }

    /** Again where an RPC says after which time, and there is as much. */
    async function submitUntilTaken(): Promise<SendAnswer> {
      for (let sends = 1; ; sends += 1) {
        const answer = await submitToEach();
        const retryAfterMs = answer.kind === 'not-sent' ? answer.retryAfterMs : undefined;
        const isTooLate = sends >= MOST_SENDS || now() + (retryAfterMs ?? 0) + LEAST_LEFT_MS > deadline;
        if (retryAfterMs === undefined || isTooLate) return answer;
        await pause(retryAfterMs);
        if (isOver()) return answer;
      }
    }

    /** The next RPC is asked where one did not take it. One that may have sent it leaves it open. */
    async function submitToEach(): Promise<SendAnswer> {
      const refusals: NotSent[] = [];
      for (const sender of senders) {
        const answer = await sender.submit(signedXdr, hash);
        if (answer.kind === 'taken') return answer;
        if (answer.kind === 'not-sent') refusals.push(answer);
      }
      const [refusal] = refusals.toSorted(
        (one, other) => CLEARNESS.indexOf(one.because) - CLEARNESS.indexOf(other.because),
      );
      return refusal === undefined || refusals.length < senders.length ? { kind: 'open' } : refusal;
    }

    async function afterRefusal(refusal: NotSent): Promise<Sent> {
      if (refusal.answer !== 'txBadSeq') return refusal;
      for (let looks = 1; ; looks += 1) {
        const outcome = await look();
        if (outcome !== undefined) return outcome;
        if (looks >= LOOKS_AFTER_BAD_SEQUENCE || isOver()) return refusal;
        await pause(pauseAfter(looks));
      }
    }
  };
}

/** Of several refusals the one from which the person learns most. */
const CLEARNESS: readonly NotSent['because'][] = ['network', 'busy', 'rpc', 'unreachable'];
