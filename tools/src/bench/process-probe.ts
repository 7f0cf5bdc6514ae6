/** Loaded into a process before everything else: reports its memory and processor time to its parent. */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ bytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 });
});
// Listening must not keep the process alive.
process.channel?.unref();
