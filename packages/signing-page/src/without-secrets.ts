/** Refuses a request that holds a secret anywhere: in its address, a header or its body. */
import { refuseSecrets, type SecretScanner } from '@countersign/core/secrets';
import { createMiddleware } from 'hono/factory';

/** @throws CountersignError SECRET_REFUSED, from the middleware: whoever asks gets it as every other error */
export function withoutSecrets(scanner: SecretScanner) {
  return createMiddleware(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const body = await c.req.text();
    refuseSecrets({ address: pathname + search, headers: c.req.header(), body: bodyOf(body) }, scanner);
    return next();
  });
}

/** As data where it is JSON, so that what is cut into several of its fields is found; else as text. */
function bodyOf(text: string): unknown {
  try {
    return [text, JSON.parse(text)];
  } catch {
    return text;
  }
}
