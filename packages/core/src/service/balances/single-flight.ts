/** The same question, asked again while it is being answered, is asked once. */
import type { Call } from '../http/call.ts';
import { createParty, type Party } from './party.ts';

export type SingleFlight<T> = {
  /**
   * `work` of whoever asked `key` first; the others get its outcome. Each call ends alone; the work's call ends with
   * the last of them.
   */
  run(key: string, call: Call, work: (shared: Call) => Promise<T>): Promise<T>;
};

/** @param joined told when a call found its question being asked already */
export function createSingleFlight<T>(joined: () => void): SingleFlight<T> {
  const flights = new Map<string, { readonly party: Party; readonly outcome: Promise<T> }>();

  function begin(key: string, party: Party, work: (shared: Call) => Promise<T>): Promise<T> {
    const outcome = work(party);
    const flight = { party, outcome };
    flights.set(key, flight);
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    // Whoever asks after all have gone asks anew, and not a call that is just ending.
    party.signal.addEventListener('abort', land, { once: true });
    outcome.then(land, land);
    return outcome;
  }

  return {
    run: (key, call, work) =>
      new Promise((resolve, reject) => {
        if (call.signal.aborted) return reject(call.signal.reason);
        const flight = flights.get(key);
        const party = flight?.party ?? createParty();
        const leave = party.join(call, reject);
        const outcome = flight?.outcome ?? begin(key, party, work);
        if (flight !== undefined) joined();
        outcome.then(resolve, reject).finally(leave);
      }),
  };
}
