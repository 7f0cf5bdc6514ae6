/** Shared by all local HTTP servers. */
export { limitBody } from './body-limit.ts';
export { isHangUp, type Listening, listen } from './listen.ts';
export {
  createProbe,
  LOOPBACK,
  listenForWatchers,
  tellFigures,
  type Watching,
  watchedJson,
} from './listen-for-watchers.ts';
export { isAddressInUse, listenOnLoopback } from './listen-on-loopback.ts';
export { isLoopbackHost, requireLoopbackHost, requireOwnOrigin } from './loopback.ts';
export { createRateLimit, type RateLimit } from './rate-limit.ts';
