/** What became of what was prepared. */
import { ERROR_CATALOGUE } from '@countersign/core/errors';
import type { OutcomeWords } from '../keys.ts';

/** By anyone who had the page open, not necessarily the signer. */
export const DECLINED: string = 'Declined on the signing page';
export const GIVEN_UP: string = 'You said that it did not settle';

export const NEXT: OutcomeWords = {
  prepared: 'Sign it before it expires, or press Renew.',
  'to-confirm': 'Press “I have read this” on its card; /escrow pending shows the card.',
  'partly-signed':
    'Share the signing page with the other signers, or have them run /escrow submit with what their wallet signed. After the time above, everybody signs a new one.',
  expired: 'Press Renew to prepare it again, when you are ready to sign.',
  displaced: 'Press Renew to prepare it again, if it is still wanted.',
  sending: 'This takes a few seconds.',
  settled: 'Fund the escrow at its address with /escrow fund; /escrow show tells how it stands and whose turn it is.',
  taken: '**Do not fund it.** Pay nothing to this address, and tell the person who runs this bot.',
  rejected: 'No escrow was created. Press Renew to prepare it again.',
  accepted: 'The ledger does not show it yet. Pay nothing to it until it does; check again in a minute.',
  unknown: 'Do not sign another transaction for this escrow. Check again in a minute.',
  unsent: 'Press Renew to prepare it again, when you are ready to sign.',
  'given-up': 'Press Renew to prepare it again. If the ledger later shows that it settled, the ledger counts.',
  superseded: ERROR_CATALOGUE.SUPERSEDED.remedy,
  declined: 'Ask what is wanted instead, then prepare that with /escrow deploy.',
  discarded: 'Give the whole request again: attach your file to /escrow deploy.',
};
/** Only the sentences that differ. */
export const NEXT_OF_PAYMENT: Partial<OutcomeWords> = {
  settled: 'The payment arrived; /escrow balance shows what the escrow holds.',
  rejected: 'Nothing was paid. Press Renew to prepare it again.',
  accepted: 'The ledger does not show it yet. Do not pay again; check again in a minute.',
  unknown: 'Do not sign another payment. Check again in a minute.',
  declined: 'Ask what is wanted instead, then prepare that with /escrow fund.',
  discarded: 'Prepare it again with /escrow fund.',
};
export const NEXT_OF_STEP: Partial<OutcomeWords> = {
  settled: 'Use /escrow show to see whose turn it is.',
  rejected: 'Nothing was changed. Press Renew to prepare it again.',
  accepted: 'The ledger does not show it yet. Do not do it again; check again in a minute.',
  unknown: 'Do not sign it again. Check again in a minute.',
  declined: 'Ask what is wanted instead, then press that on /escrow show.',
  discarded: 'Press it again on /escrow show.',
};
export const NEXT_OF_TRUSTLINE: Partial<OutcomeWords> = {
  settled: 'Nothing more needs to be done.',
  rejected: 'No trustline was added. Press Renew to prepare it again.',
  accepted: 'The ledger does not show it yet. Check again in a minute.',
  unknown: 'Do not sign it again. Check again in a minute.',
  declined: 'Prepare it again with /escrow trustline, if it is wanted after all.',
  discarded: 'Prepare it again with /escrow trustline.',
};

export const AFTER_EARLIER_VERSION: string =
  'That cannot be taken back. Before it is funded, its platform can change its terms; for a second escrow, change the engagementId in your file.';

export const SEEN: string = 'Only the person who shared it with you can sign it or prepare it again.';
export const SHARED_TO_SEE: string = 'It was shared with you for reading. This card does not update by itself.';
export const CHANGED_SINCE: string = 'Read what was changed before you pay anything to it.';
export const NO_LONGER_CHANGES: string = 'This card no longer updates by itself; press a button to refresh it.';
export const NOT_PREPARED_HERE: string =
  'This transaction was not prepared here. It was verified, but no request here matches it.';

export const SHOW_IT: string = 'Show it';
export const CHECK_AGAIN: string = 'Check again';
export const DID_NOT_SETTLE: string = 'It did not settle';
export const nextMilestone = (milestone: number): string => `Next: milestone ${milestone}`;
export const SHOW_ESCROW: string = 'Show the escrow';

export const OPEN_NEWER: string = 'Open the newer version';
export const WENT_FIRST: string = 'Went first';
export const STEP: string = 'Step';
export const UNTIL: string = 'Until';
export const REPORTED_BY: string = 'Reported by';
export const BY_LEDGER: string = 'the ledger';
export const byLedgerAt = (host: string): string => `the ledger, asked at ${host}`;
export const BY_SERVICE: string = 'the escrow service alone';
export const BY_BOT: string = 'this bot’s own records';
export const REASON_GIVEN: string = 'The reason given';
export const SERVICE_SAID: string = 'The service said';
export const TAKEN_BY_ANOTHER: string = 'taken by another contract';
export const HAS_SIGNED: string = 'Has signed';
export const MAY_SIGN: string = 'May still sign';
export const weight = (number: number): string => `weight ${number}`;
export const NEWER_SAYS: string = 'What the newer version says';
export const STANDS_THERE: string = 'What is there';
export const CHANGED_AFTER: string = 'Changed since it settled';
export const ASKED_FOR: string = 'asked for';
export const FOUND: string = 'found';

export const SURE_NOT_SETTLED: string = 'Are you sure that it did not settle?';
export const LOOK_UP_FIRST: string =
  'Look up the transaction on the network first. If it did settle after all, signing it again would do it twice.';
export const YES_NOT_SETTLED: string = 'Yes, it did not settle';
