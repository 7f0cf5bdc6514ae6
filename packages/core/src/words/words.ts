/** What has words in every language: the parties next to the roles, and what becomes of a prepared escrow. */
import { ROLE_NAMES } from '../escrow/steps.ts';

/** Who is paid or pays: the roles, the account that the service's share goes to, and the transaction's signer. */
export const PARTY_NAMES = [...ROLE_NAMES, 'serviceFee', 'signer'] as const;
export type PartyName = (typeof PARTY_NAMES)[number];

export type StateName =
  | 'prepared'
  | 'to-confirm'
  | 'expired'
  | 'displaced'
  | 'partly-signed'
  | 'sending'
  | 'settled'
  | 'taken'
  | 'rejected'
  | 'accepted'
  | 'unknown'
  | 'superseded'
  | 'declined'
  | 'discarded';

/** Whose word something is. */
export type SourceName = 'ledger' | 'service';

/** Stands for the amount of a milestone where the escrow has one for all. */
export const NO_OWN_AMOUNT = '—';
