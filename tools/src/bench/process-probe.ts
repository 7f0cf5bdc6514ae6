/** Loaded into a process before everything else: tells whoever started it what it holds, and what it has used. */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ bytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 });
});
// Listening keeps nobody alive.
process.channel?.unref();
