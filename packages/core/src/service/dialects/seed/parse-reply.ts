/** Replies of the service, parsed and never cast. Unknown fields are kept: a service may say more than it must. */
import * as z from 'zod';
import { CountersignError, type FieldProblem } from '../../../errors/errors.ts';
import { unreadableReply } from '../../http/failure.ts';
import type { Reply } from '../../http/http.ts';
import { serviceWords } from './service-words.ts';

const success = z.literal('SUCCESS', { error: 'is not "SUCCESS"' });

/** Section 4.1. */
export const deployReplySchema = z.looseObject(
  {
    status: success,
    unsignedTransaction: z.string({ error: 'is not a text' }).refine((text) => text !== '', 'is empty'),
  },
  { error: 'is not an object' },
);

/** Section 4.2, whose body the interface does not show; the fields are those that services are known to give. */
export const sendReplySchema = z.looseObject({
  status: success,
  message: z.string().optional().catch(undefined),
  contractId: z.string().optional().catch(undefined),
  escrow: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

/** Section 4.3: the list; its entries are read one by one, so that an odd one spoils only itself. */
export const balancesReplySchema = z.array(z.unknown(), { error: 'is not a list' });

/**
 * The body of a 2xx reply.
 * @throws CountersignError SERVICE_REPLY_UNREADABLE naming the fields that are missing or odd
 */
export function parseReply<Schema extends z.ZodType>(reply: Reply, schema: Schema): z.output<Schema> {
  if (reply.body.kind !== 'json') throw unreadableReply(reply);
  const parsed = schema.safeParse(reply.body.value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(
    (issue): FieldProblem => ({
      path: issue.path.length === 0 ? '(the whole reply)' : issue.path.join('.'),
      problem: valueAt(reply.body, issue.path) === undefined ? 'is missing' : issue.message,
    }),
  );
  const words = serviceWords(reply.body.value);
  throw new CountersignError('SERVICE_REPLY_UNREADABLE', {
    message: `The escrow service’s reply is not as its interface says: ${fields.map(({ path, problem }) => `${path} ${problem}`).join(', ')}.`,
    fields,
    ...(words === '' ? {} : { detail: words }),
  });
}

function valueAt(body: Reply['body'], path: readonly PropertyKey[]): unknown {
  const root = body.kind === 'json' ? body.value : undefined;
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], root);
}
