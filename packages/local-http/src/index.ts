/** Shared by all local HTTP servers. */
export { createRateLimit, limitBody, type RateLimit } from './limits.ts';
export {
  createProbe,
  isHangUp,
  isLoopbackHost,
  type Listening,
  LOOPBACK,
  listen,
  listenForWatchers,
  requireLoopbackHost,
  requireOwnOrigin,
  tellFigures,
  type Watching,
  watchedJson,
} from './listen.ts';
export { isAddressInUse, listenOnLoopback } from './listen-on-loopback.ts';
