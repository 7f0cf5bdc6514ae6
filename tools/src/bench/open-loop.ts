/** Work that begins when it is due, whoever is late. */

/** @returns of those that were done, milliseconds from when each was due until it says that it was over */
export async function openLoop(
  perSecond: number,
  seconds: number,
  work: (number: number) => Promise<unknown>,
): Promise<{ readonly started: number; readonly latencies: readonly number[] }> {
  const latencies: number[] = [];
  const running: Promise<unknown>[] = [];
  const begun = performance.now();
  const started = Math.round(seconds * perSecond);
  for (let number = 0; number < started; number++) {
    const due = begun + (number * 1_000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(due - performance.now(), 0)));
    running.push(
      work(number).then(
        () => latencies.push(performance.now() - due),
        () => {},
      ),
    );
  }
  await Promise.all(running);
  return { started, latencies };
}
