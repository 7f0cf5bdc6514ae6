/** What every answer says to the browser. */
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** Hono's defaults set the other ones: no-referrer, nosniff, same-origin for resources. */
const secure = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    connectSrc: ["'self'"],
    imgSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
    // The page never makes HTML from text, so nothing else on it may either.
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["'none'"],
  },
  // A wallet that opens in a window of its own answers this page; with `same-origin` it could not.
  crossOriginOpenerPolicy: 'same-origin-allow-popups',
  xFrameOptions: 'DENY',
  permissionsPolicy: { camera: false, geolocation: false, microphone: false, payment: false },
  // Whether the whole domain is https-only is the proxy's decision.
  strictTransportSecurity: false,
});

export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await secure(c, next);
  c.res.headers.set('Cache-Control', 'no-store');
  c.res.headers.set('X-Robots-Tag', 'noindex');
};
