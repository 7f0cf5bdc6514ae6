/** Reads what a stranger sends: no more of it than may be, and for no longer. */
import { setTimeout as sleep } from 'node:timers/promises';

export type Limits = { readonly bytes: number; readonly ms: number };

export async function readBody(
  { headers, body }: Pick<Request, 'headers' | 'body'>,
  { bytes, ms }: Limits,
): Promise<Buffer | 'too large' | 'too slow' | 'broken off'> {
  if (Number(headers.get('content-length') ?? 0) > bytes) return 'too large';
  if (body === null) return Buffer.alloc(0);
  const reader = body.getReader();
  const over = new AbortController();
  const tooSlow = sleep(ms, 'too slow' as const, { signal: over.signal }).catch(() => 'too slow' as const);
  const read = async () => {
    const chunks: Uint8Array[] = [];
    for (let size = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > bytes) return 'too large' as const;
      chunks.push(value);
    }
  };
  try {
    const result = await Promise.race([read().catch(() => 'broken off' as const), tooSlow]);
    if (typeof result === 'string') await reader.cancel().catch(() => undefined);
    return result;
  } finally {
    over.abort();
  }
}
