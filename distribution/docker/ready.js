/** Whether the process on a port of this machine is ready for work. `ready.js <port>` ends with 0 or 1. */
const [port = ''] = process.argv.slice(2);
// Never through a proxy of the environment.
process.env.NO_PROXY = process.env.no_proxy = '127.0.0.1';
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
