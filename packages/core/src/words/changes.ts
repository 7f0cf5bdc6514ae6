/** What happened to an escrow, as data. */
import * as z from 'zod';

/** In the order of reporting, where one poll shows several. */
export const CHANGE_KINDS = [
  'deployed',
  'restored',
  'updated',
  'funded',
  'status',
  'approved',
  'disputed',
  'released',
  'resolved',
  'withdrawn',
  'archived',
] as const;

export const changeSchema = z.strictObject({
  escrow: z.string(),
  ledger: z.number().describe('The one in which it happened, as far as that is known'),
  kind: z.enum(CHANGE_KINDS),
  milestone: z.number().optional().describe('Counted from 1'),
  amount: z.string().optional().describe('released: what the receiver got, after fees'),
  token: z.string().optional().describe('Code of a known token, else its address'),
  to: z.string().optional(),
  by: z.string().optional().describe('funded: who paid it in, where one account did by the contract’s call'),
  payees: z.array(z.string()).optional().describe('resolved, withdrawn: who was paid, apart from fees'),
  before: z.string().optional().describe('The status before, in the service provider’s words'),
  after: z.string().optional().describe('The status now'),
  evidence: z.string().optional(),
});
export type EscrowChange = z.output<typeof changeSchema>;
