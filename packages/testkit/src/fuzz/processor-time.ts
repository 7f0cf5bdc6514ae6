/**
 * Processor time of this thread, where Node can tell (24 and later): what other processes take of the machine does not
 * count, nor what Node compiles and collects beside it.
 * @param before what an earlier call gave
 */
export const spent = (before?: NodeJS.CpuUsage): NodeJS.CpuUsage =>
  (process.threadCpuUsage ?? process.cpuUsage)(before);

/** Milliseconds of processor time since `before`. */
export function spentMs(before: NodeJS.CpuUsage): number {
  const { user, system } = spent(before);
  return (user + system) / 1_000;
}
