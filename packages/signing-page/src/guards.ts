/** Who may ask: the machine itself under a loopback name, or the public address; and only this page may act. */
import { isLoopbackHost } from '@countersign/local-http';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';

/**
 * Refuses a request under any other name (DNS rebinding), and one that acts from another origin or from none.
 * @param isOpen what may be done from any origin
 */
export function guard(publicUrl: URL | undefined, isOpen: (c: Context) => boolean) {
  return createMiddleware(async (c, next) => {
    const host = (c.req.header('host') ?? new URL(c.req.url).host).toLowerCase();
    const local = isLoopbackHost(host);
    if (!local && host !== publicUrl?.host) return c.text('This page does not answer under this name.', 403);
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isOpen(c)) {
      const origin = c.req.header('origin');
      const own = origin !== undefined && (origin === publicUrl?.origin || (local && origin === `http://${host}`));
      if (!own) return c.text('Only the signing page itself may ask for this.', 403);
    }
    return next();
  });
}
