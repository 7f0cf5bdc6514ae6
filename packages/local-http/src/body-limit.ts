import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** Refuses bodies above `bytes` with 413. The rest of such a body is not read, so its connection ends too. */
export function limitBody(bytes: number) {
  return bodyLimit({
    maxSize: bytes,
    onError: (c: Context) =>
      c.json({ statusCode: 413, message: 'request entity too large', error: 'Payload Too Large' }, 413, {
        Connection: 'close',
      }),
  });
}
