/**
 * Bottleneck's turns, taken as soon as there are any. Its reservoir decides how many there are; but it goes through
 * three timers for each job (3 ms for a lone call, half a second for a burst of 200), so one job takes all that the
 * reservoir holds before anybody needs them.
 */
import Bottleneck from 'bottleneck';

export type Turns = {
  /** Takes a turn, if one is there. */
  take(): boolean;
  giveBack(): void;
};

/** @param onTurn called when there are more to take */
export function createTurns(count: number, onTurn: () => void): Turns {
  let bottleneck = new Bottleneck({ reservoir: count });
  let lastSeen = Date.now();
  let ready = 0;
  let fetching = 0;
  let taken = 0;
  let jobs = 0;

  function fetch(): void {
    watchClock();
    const weight = count - ready - taken;
    if (weight === 0 || fetching > 0) return;
    fetching = weight;
    const source = bottleneck;
    // An id of our own: Bottleneck's random ones may meet, and it throws then.
    void source.schedule({ id: `${jobs++}`, weight }, async () => {
      if (source !== bottleneck) return;
      ready += weight;
      fetching = 0;
      fetch();
      onTurn();
    });
  }

  /**
   * Bottleneck plans by the wall clock: where that is set back it would hold every job for as long. Then another one
   * takes over with what this one still held, and what this one gives later counts no more.
   */
  function watchClock(): void {
    const now = Date.now();
    if (now < lastSeen) {
      bottleneck = new Bottleneck({ reservoir: count - ready - taken });
      fetching = 0;
    }
    lastSeen = now;
  }

  fetch();
  return {
    take: () => {
      if (ready === 0) return false;
      ready--;
      taken++;
      return true;
    },
    giveBack: () => {
      watchClock();
      taken--;
      void bottleneck.incrementReservoir(1);
      fetch();
    },
  };
}
