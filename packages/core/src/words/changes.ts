/** What changed in an escrow: the events that its followers receive. */
import { format } from '../text/message.ts';
import { quoted } from '../text/text.ts';
import type { Messages } from './catalogue.ts';
import type { EscrowChange } from './data/schemas.ts';
import { ofEscrow } from './words.ts';

/** Status and evidence are a stranger's words, cleaned and cut where the change was computed. */
export function changeText({ changes }: Messages, change: EscrowChange): string {
  const { kind, milestone, amount, token, to, after, evidence } = change;
  const money = amount === undefined ? undefined : `${amount} ${token}`;
  switch (kind) {
    case 'deployed':
    case 'restored':
    case 'updated':
    case 'archived':
      return changes[kind];
    case 'funded':
    case 'withdrawn':
      return format(changes[kind], { money: String(money) });
    case 'approved':
    case 'disputed':
      return ofEscrow(changes[kind], milestone);
    case 'status': {
      const { newEvidence } = changes;
      const reported = after ? reportedText(changes, milestone, quoted(after)) : ofEscrow(newEvidence, milestone);
      return evidence ? `${reported} ${format(changes.evidence, { evidence: quoted(evidence) })}` : reported;
    }
    case 'released': {
      const released = ofEscrow(changes.released, milestone);
      if (money === undefined) return released;
      return `${released} ${to === undefined ? format(changes.paid, { money }) : format(changes.paidTo, { money, to })}`;
    }
    case 'resolved': {
      const resolved = ofEscrow(changes.resolved, milestone);
      return money === undefined ? resolved : `${resolved} ${format(changes.paidOut, { money })}`;
    }
  }
}

const reportedText = ({ reported }: Messages['changes'], milestone: number | undefined, status: string): string =>
  milestone === undefined ? format(reported.escrow, { status }) : format(reported.milestone, { milestone, status });
