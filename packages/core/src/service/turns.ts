/**
 * Bottleneck's turns, taken ahead. Its reservoir decides how many there are; but it goes through three timers for
 * each of them (3 ms for a lone call, half a second for a burst of 200), so a few are always fetched before
 * anybody needs them.
 */
import Bottleneck from 'bottleneck';

/** What a burst may take at once; the rest of it follows at Bottleneck's pace. */
const AHEAD = 20;

export type Turns = {
  /** Takes a turn that is there. */
  take(): boolean;
  /** Sees to it that `wanted` turns and a few more are on their way. */
  ask(wanted: number): void;
  giveBack(): void;
};

/** @param onTurn called when there is one more to take */
export function createTurns(count: number, onTurn: () => void): Turns {
  let bottleneck = new Bottleneck({ reservoir: count });
  let lastSeen = Date.now();
  let ready = 0;
  let asked = 0;
  let taken = 0;
  let jobs = 0;

  /**
   * Bottleneck plans by the wall clock: where that is set back it would hold every turn for as long. Then another
   * one takes over with the turns that this one still had, and what this one gives later counts no more.
   */
  function watchClock(): void {
    const now = Date.now();
    if (now < lastSeen) {
      bottleneck = new Bottleneck({ reservoir: count - ready - taken });
      const lost = asked;
      asked = 0;
      lastSeen = now;
      ask(lost);
    }
    lastSeen = now;
  }

  function ask(wanted: number): void {
    watchClock();
    for (; ready + asked < wanted + Math.min(AHEAD, count); asked++) {
      const source = bottleneck;
      // An id of our own: its random ones may meet, and it throws then.
      void source.schedule({ id: `${jobs++}` }, async () => {
        if (source !== bottleneck) return;
        asked--;
        ready++;
        onTurn();
      });
    }
  }

  ask(0);
  return {
    take: () => {
      if (ready === 0) return false;
      ready--;
      taken++;
      return true;
    },
    ask,
    giveBack: () => {
      watchClock();
      taken--;
      void bottleneck.incrementReservoir(1);
    },
  };
}
