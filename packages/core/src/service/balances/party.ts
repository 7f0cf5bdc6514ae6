/** Several callers who wait for one and the same request: it lives until the last of them has gone. */
import type { CountersignError } from '../../errors/errors.ts';
import type { Call, Caller } from '../http/call.ts';

export type Party = Call & {
  /**
   * Takes part with a call of one's own. `gone` is called, once, when that call ends or is refused a turn; the
   * function that is given back takes it out without a word.
   */
  join(call: Call, gone: (reason: CountersignError) => void): () => void;
};

/** Why a request without callers ends. Without a reason each would make an error with its stack, which nobody reads. */
const NOBODY_WAITS = 'nobody waits for it any more';

export function createParty(): Party {
  const callers = new Set<Caller>();
  const controller = new AbortController();
  return {
    signal: controller.signal,
    callers,
    remainingMs: () => Math.max(0, ...[...callers].map(({ endsAt }) => endsAt - performance.now())),
    join: (call, gone) => {
      const aborted = () => caller.leave(call.signal.reason);
      const takeOut = (reason?: CountersignError) => {
        call.signal.removeEventListener('abort', aborted);
        if (callers.delete(caller) && callers.size === 0) controller.abort(reason ?? NOBODY_WAITS);
      };
      const caller: Caller = {
        since: performance.now(),
        endsAt: performance.now() + call.remainingMs(),
        leave: (reason) => {
          takeOut(reason);
          gone(reason);
        },
        onRequest: (share) => {
          for (const each of call.callers) each.onRequest(share);
        },
      };
      callers.add(caller);
      call.signal.addEventListener('abort', aborted, { once: true });
      return () => takeOut();
    },
  };
}
