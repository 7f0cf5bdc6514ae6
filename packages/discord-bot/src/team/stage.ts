/** How far a request for a signature is, as everybody may know it. One that was not signed in time still waits: it is renewed when the signer opens it. */
import type { TransactionStatus } from '@countersign/core';

export type Stage =
  | 'waiting'
  | 'sent'
  | 'failed'
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
  expired: 'waiting',
  displaced: 'displaced',
  rejected: 'failed',
  settled: 'settled',
  taken: 'taken',
  declined: 'declined',
  superseded: 'replaced',
  discarded: 'discarded',
};

export function stageOf({ status, neverSent }: TransactionStatus): Stage {
  return neverSent ? 'waiting' : STAGES[status];
}

const OVER: readonly Stage[] = ['settled', 'taken', 'declined', 'replaced', 'discarded'];

export function isOver(stage: Stage): boolean {
  return OVER.includes(stage);
}
