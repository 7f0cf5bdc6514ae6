/** How far a request for a signature is, as everybody may know it. */
import type { TransactionStatus } from '@countersign/core';

export type Stage =
  | 'waiting'
  | 'sent'
  | 'expired'
  | 'displaced'
  | 'settled'
  | 'taken'
  | 'declined'
  | 'replaced'
  | 'discarded';

const STAGES: Readonly<Record<TransactionStatus['status'], Stage>> = {
  prepared: 'waiting',
  'to-confirm': 'waiting',
  sending: 'sent',
  accepted: 'sent',
  unknown: 'sent',
  expired: 'expired',
  displaced: 'displaced',
  rejected: 'expired',
  settled: 'settled',
  taken: 'taken',
  declined: 'declined',
  superseded: 'replaced',
  discarded: 'discarded',
};

export function stageOf({ status, neverSent }: TransactionStatus): Stage {
  return neverSent ? 'expired' : STAGES[status];
}

const OVER: readonly Stage[] = ['settled', 'taken', 'declined', 'replaced', 'discarded'];

export function isOver(stage: Stage): boolean {
  return OVER.includes(stage);
}
