/** Several callers that wait for one request, which lives until the last of them has left. */
import type { CountersignError } from '../../errors/errors.ts';
import type { Call, Caller } from '../http/call.ts';

export type SharedCall = Call & {
  /**
   * Adds a caller with its own call. `onLeave` is called once, when that call ends or is refused.
   * @returns a function that removes the caller without calling `onLeave`
   */
  add(call: Call, onLeave: (reason: CountersignError) => void): () => void;
};

/** The abort reason of a request without callers. A default reason would create an error with a stack each time. */
const NOBODY_WAITS = 'nobody waits for it any more';

export function createSharedCall(): SharedCall {
  const callers = new Set<Caller>();
  const controller = new AbortController();
  return {
    signal: controller.signal,
    callers,
    remainingMs: () => Math.max(0, ...[...callers].map(({ endsAt }) => endsAt - performance.now())),
    add: (call, onLeave) => {
      const aborted = () => caller.leave(call.signal.reason);
      const remove = (reason?: CountersignError) => {
        call.signal.removeEventListener('abort', aborted);
        if (callers.delete(caller) && callers.size === 0) controller.abort(reason ?? NOBODY_WAITS);
      };
      const caller: Caller = {
        since: performance.now(),
        endsAt: performance.now() + call.remainingMs(),
        leave: (reason) => {
          remove(reason);
          onLeave(reason);
        },
        onRequest: (share) => {
          for (const each of call.callers) each.onRequest(share);
        },
        ids: () => [...call.callers].flatMap((each) => each.ids?.() ?? []),
      };
      callers.add(caller);
      call.signal.addEventListener('abort', aborted, { once: true });
      return () => remove();
    },
  };
}
