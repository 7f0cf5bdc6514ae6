/** Who may ask: the machine itself under a loopback name, or the public address; and only this page may act. */
import { CountersignError } from '@countersign/core/errors';
import { isLoopbackHost } from '@countersign/local-http';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { errorReply } from './error-reply.ts';

const OPEN_THE_LINK = 'Open the link exactly as you got it.';

/**
 * Refuses a request under any other name (DNS rebinding), and one that acts from another origin or from none.
 * @param isOpen what may be done from any origin
 */
export function guard(publicUrl: URL | undefined, redact: (text: string) => string, isOpen: (c: Context) => boolean) {
  const refuse = (c: Context, message: string) =>
    errorReply(c, new CountersignError('INPUT_INVALID', { message, remedy: OPEN_THE_LINK }), redact, {}, 403);
  return createMiddleware(async (c, next) => {
    const host = (c.req.header('host') ?? new URL(c.req.url).host).toLowerCase();
    const local = isLoopbackHost(host);
    if (!local && host !== publicUrl?.host) return refuse(c, 'This page does not answer under this name.');
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isOpen(c)) {
      const origin = c.req.header('origin');
      const own = origin !== undefined && (origin === publicUrl?.origin || (local && origin === `http://${host}`));
      if (!own) return refuse(c, 'Only the page itself may ask for this.');
    }
    return next();
  });
}
