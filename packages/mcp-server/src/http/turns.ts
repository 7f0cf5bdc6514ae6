/** At most so many at once for each key; the others begin in order. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createTurns(atOnce: number): Turns {
  const lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    // A finished call hands its place to the next, so that nobody can jump the queue.
    if (line.running === atOnce) await new Promise<void>((begin) => line.waiting.push(begin));
    else line.running += 1;
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else {
        line.running -= 1;
        if (line.running === 0) lines.delete(key);
      }
    }
  };
}
