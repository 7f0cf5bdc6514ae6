/** Requests to this machine never go through a proxy that the environment names. */

/** Names without a range of addresses: `NO_PROXY` has none that every client reads. */
const LOOPBACK = ['localhost', '.localhost', '127.0.0.1', '[::1]'];
const OTHER_LOOPBACK = /\b127(?:\.\d{1,3}){3}\b/g;

/** Adds all loopback addresses of the settings to `NO_PROXY`, which Node reads at each request: run this first. */
export function keepLoopbackDirect(env: NodeJS.ProcessEnv): void {
  const own = env['no_proxy'] || env['NO_PROXY'];
  // `*` is read only where it is alone.
  if (own === '*') return;
  const named = Object.values(env).join(' ').match(OTHER_LOOPBACK) ?? [];
  const hosts = [...(own ? [own] : []), ...new Set([...LOOPBACK, ...named])].join(',');
  for (const name of ['no_proxy', 'NO_PROXY']) env[name] = hosts;
}
