/** Keys of the sentences in every language: states, and what can be set, done or missing. */
import type { Settlement, TransactionStatus } from '@countersign/core';

/** What can become of a request or a transaction. Of `unknown` there are two more: never sent from here; and so that the person said that it did not settle. */
export type Outcome = TransactionStatus['status'] | Settlement['status'] | 'unsent' | 'given-up';

export type OutcomeWords = Readonly<Record<Outcome, string>>;

export type Act = 'prepare' | 'fund' | 'steps';

/** The fields for which a server can set a default, by their names in a request. */
export type Defaults = {
  readonly platformAddress?: string;
  readonly platformFee?: string;
  readonly token?: string;
  readonly disputeResolver?: string;
};
export type DefaultName = keyof Defaults;

/** How far a request for a signature is, as everybody may know it. One that was not signed in time still waits: it is renewed when the signer opens it. */
export type Stage =
  | 'waiting'
  | Exclude<TransactionStatus['status'], 'prepared' | 'to-confirm' | 'expired' | 'sending' | 'accepted'>;

export type Needed = 'ViewChannel' | 'SendMessages' | 'CreatePrivateThreads' | 'SendMessagesInThreads';

/** The people of an escrow as a draft has them. */
export type PartName = 'client' | 'worker' | 'platform' | 'arbiter';

/** The forms of a draft: the deal itself, and what few deals need. */
export type Section = 'deal' | 'more';
