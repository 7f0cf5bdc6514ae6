/** Changes of an escrow, in words for its followers. */
import { quoted } from '../../text/text.ts';
import type { EscrowChange } from '../changes.ts';

/** Status and evidence are a stranger's words, cleaned and cut where the change was computed. */
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
