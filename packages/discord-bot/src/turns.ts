/**
 * Who may go on when: one at a time, each in a turn of the event loop of its own. So what arrives meanwhile is heard
 * and acknowledged in between, within the 3 s that Discord gives for it, however much work is waiting.
 */
export function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
}
