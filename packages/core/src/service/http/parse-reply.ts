/** Replies, parsed and never cast. */
import type * as z from 'zod';
import { CountersignError, type FieldText } from '../../errors/errors.ts';
import { unreadableReply } from './failure.ts';
import type { Reply } from './http.ts';
import { serviceWords } from './service-words.ts';

/**
 * The body of a 2xx reply.
 * @throws CountersignError SERVICE_REPLY_UNREADABLE naming the fields that are missing or odd
 */
export function parseReply<Schema extends z.ZodType>(reply: Reply, schema: Schema): z.output<Schema> {
  if (reply.body.kind !== 'json') throw unreadableReply(reply);
  const parsed = schema.safeParse(reply.body.value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(
    (issue): FieldText => ({
      path: issue.path.length === 0 ? '(the whole reply)' : issue.path.join('.'),
      problem: valueAt(reply.body, issue.path) === undefined ? 'is missing' : issue.message,
    }),
  );
  const words = serviceWords(reply.body.value);
  throw new CountersignError('SERVICE_REPLY_UNREADABLE', {
    message: `The escrow service returned an unexpected response: ${fields.map(({ path, problem }) => `${path} ${problem}`).join(', ')}.`,
    fields,
    ...(words === '' ? {} : { detail: words }),
  });
}

function valueAt(body: Reply['body'], path: readonly PropertyKey[]): unknown {
  const root = body.kind === 'json' ? body.value : undefined;
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], root);
}
