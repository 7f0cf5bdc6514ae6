/** Schemas of replies. Unknown fields are kept: a service may send more than it must. */
import * as z from 'zod';

export const success = z.literal('SUCCESS', { error: 'is not "SUCCESS"' });

/** A transaction that the service built. */
export const builtReplySchema = z.looseObject(
  {
    status: success,
    unsignedTransaction: z.string({ error: 'is not a text' }).refine((text) => text !== '', 'is empty'),
  },
  { error: 'is not an object' },
);

/** The interface does not show this body; the fields are those that services are known to give. */
export const sendReplySchema = z.looseObject({
  status: success,
  message: z.string().optional().catch(undefined),
  contractId: z.string().optional().catch(undefined),
  escrow: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

/** Entries are parsed one by one, so that an invalid one affects only itself. */
export const listReplySchema = z.array(z.unknown(), { error: 'is not a list' });
