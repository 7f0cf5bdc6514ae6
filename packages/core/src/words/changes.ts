/** What happened to an escrow: as data, and in words for whoever follows it. */
import * as z from 'zod';
import { quoted } from '../text/text.ts';

/** In the order in which they are told, where one look at the ledger shows several. */
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
  before: z.string().optional().describe('The status before, in the service provider’s words'),
  after: z.string().optional().describe('The status now'),
  evidence: z.string().optional(),
});
export type EscrowChange = z.output<typeof changeSchema>;

/** Status and evidence in it are a stranger's words, cleaned and cut where the change was made. */
export function changeText(change: EscrowChange): string {
  const { kind, milestone, amount, token, to, after, evidence } = change;
  const of = milestone === undefined ? 'the escrow' : `milestone ${milestone}`;
  const subject = `${of.charAt(0).toUpperCase()}${of.slice(1)}`;
  const money = amount === undefined ? undefined : `${amount} ${token}`;
  switch (kind) {
    case 'deployed':
      return 'The escrow now stands on the ledger.';
    case 'restored':
      return 'Its entries on the ledger were restored.';
    case 'updated':
      return 'Its terms were changed.';
    case 'funded':
      return `Money arrived: ${money}.`;
    case 'status': {
      const reported = after ? `${subject} was reported as ${quoted(after)}.` : `${subject} has new evidence.`;
      return evidence ? `${reported} Evidence: ${quoted(evidence)}.` : reported;
    }
    case 'approved':
      return `${subject} was approved.`;
    case 'disputed':
      return `${subject} is in dispute.`;
    case 'released':
      return `${subject} was released.${money === undefined ? '' : ` Paid: ${money}${to === undefined ? '' : ` to ${to}`}.`}`;
    case 'resolved':
      return `The dispute over ${of} was resolved.${money === undefined ? '' : ` Paid out: ${money}, fees included.`}`;
    case 'withdrawn':
      return `Withdrawn: ${money}.`;
    case 'archived':
      return 'Its entries on the ledger were archived. Nothing is lost.';
  }
}
