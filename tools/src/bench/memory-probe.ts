/** Loaded into a process before everything else: tells whoever started it how much memory it holds. */
process.on('message', () => process.send?.(process.memoryUsage.rss()));
// Listening keeps nobody alive.
process.channel?.unref();
