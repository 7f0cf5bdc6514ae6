/** Refuses a request that contains a secret in its address, a header or its body. */
import { CountersignError, fieldProblem } from '@countersign/core/errors';
import { refuseSecrets, type SecretScanner } from '@countersign/core/secrets';
import { createMiddleware } from 'hono/factory';

/** @throws CountersignError INPUT_INVALID, SECRET_REFUSED, from the middleware; answered like every other error */
export function withoutSecrets(scanner: SecretScanner) {
  return createMiddleware(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const body = await c.req.text();
    const fields = parsed(body);
    // Otherwise a field may occur twice, and only the last one would be read.
    const isWhole = fields !== undefined && JSON.stringify(fields) === body;
    refuseSecrets({ address: pathname + search, headers: c.req.header() }, scanner);
    // Separate from the headers: joined to the end of one, a credential split into fields would not be found.
    refuseSecrets(isWhole ? fields : { body }, scanner);
    if (fields !== undefined && !isWhole) {
      throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem('body', 'NOT_PAGE_JSON')] });
    }
    return next();
  });
}

/** As data, so that a secret that is split over several fields is found. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
