/** What replies hold. Unknown fields are kept: a service may say more than it must. */
import * as z from 'zod';

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
