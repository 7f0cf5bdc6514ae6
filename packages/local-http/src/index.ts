export {
  createProbe,
  createRateLimit,
  isHangUp,
  isLoopbackHost,
  type Listening,
  LOOPBACK,
  limitBody,
  listen,
  listenForWatchers,
  type RateLimit,
  requireLoopbackHost,
  requireOwnOrigin,
  tellFigures,
  type Watching,
  watchedJson,
} from './listen.ts';
export { isAddressInUse, listenOnLoopback } from './listen-on-loopback.ts';
