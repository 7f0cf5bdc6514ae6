/** Refuses a request that holds a secret anywhere: in its address, a header or its body. */
import { CountersignError } from '@countersign/core/errors';
import { refuseSecrets, type SecretScanner } from '@countersign/core/secrets';
import { createMiddleware } from 'hono/factory';

/** @throws CountersignError INPUT_INVALID, SECRET_REFUSED, from the middleware: whoever asks gets it as every other error */
export function withoutSecrets(scanner: SecretScanner) {
  return createMiddleware(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const body = await c.req.text();
    const fields = parsed(body);
    // Written in another way, a field may stand in it twice, of which only the last one is read.
    const isWhole = fields !== undefined && JSON.stringify(fields) === body;
    refuseSecrets({ address: pathname + search, headers: c.req.header() }, scanner);
    // Apart from the headers: glued to the end of one, a credential that is cut into fields would not be seen.
    refuseSecrets(isWhole ? fields : { body }, scanner);
    if (fields !== undefined && !isWhole) {
      throw new CountersignError('INPUT_INVALID', {
        fields: [{ path: 'body', problem: 'is not JSON as a page writes it' }],
      });
    }
    return next();
  });
}

/** As data, so that what is cut into several of its fields is found. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
