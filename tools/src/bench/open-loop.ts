/** Work that begins when it is due, even if earlier work is late: as people do, who do not wait for one another. */
export async function openLoop(
  perSecond: number,
  seconds: number,
  work: (number: number) => Promise<unknown>,
): Promise<{
  readonly started: number;
  /** For each that succeeded, the milliseconds from when it was due until it was over. */
  readonly latencies: readonly number[];
}> {
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
