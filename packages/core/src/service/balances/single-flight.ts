/** Equal questions at the same time share one request. */
import type { Call } from '../http/call.ts';
import { createSharedCall, type SharedCall } from './shared-call.ts';

export type SingleFlight<T> = {
  /**
   * Runs the first caller's `work` for `key`; the others get its result. Each call can end by itself; the work's call
   * ends with the last of them.
   */
  run(key: string, call: Call, work: (shared: SharedCall) => Promise<T>): Promise<T>;
};

/** @param callersChanged told when a caller was added to a question that is being asked already */
export function createSingleFlight<T>(callersChanged: () => void): SingleFlight<T> {
  const flights = new Map<string, { readonly shared: SharedCall; readonly outcome: Promise<T> }>();

  function begin(key: string, shared: SharedCall, work: (shared: SharedCall) => Promise<T>): Promise<T> {
    const outcome = work(shared);
    const flight = { shared, outcome };
    flights.set(key, flight);
    const end = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    // A caller that arrives after all have left starts new work, and does not join a call that is ending.
    shared.signal.addEventListener('abort', end, { once: true });
    outcome.then(end, end);
    return outcome;
  }

  return {
    run: (key, call, work) =>
      new Promise((resolve, reject) => {
        if (call.signal.aborted) return reject(call.signal.reason);
        const flight = flights.get(key);
        const shared = flight?.shared ?? createSharedCall();
        const remove = shared.add(call, reject);
        const outcome = flight?.outcome ?? begin(key, shared, work);
        if (flight !== undefined) callersChanged();
        outcome.then(resolve, reject).finally(remove);
      }),
  };
}
