/** What an assistant tells the person about an escrow, as data: no one has to read its sentences to grade it. */
import * as z from 'zod';

export const claimSchema = z.strictObject({
  claim: z.enum([
    'prepared',
    'to-confirm',
    'settled',
    'taken',
    'rejected',
    'expired',
    'displaced',
    'accepted',
    'unknown',
    'superseded',
    'declined',
    'discarded',
    'holds',
    'money-moved',
  ]),
  of: z.string().describe('The id, contractId or transactionHash that it is about'),
  by: z.enum(['ledger', 'service', 'here']).optional().describe('Whose word the person was told that it is'),
  amount: z.string().optional().describe('Of holds: in tokens'),
});
export type Claim = z.output<typeof claimSchema>;
