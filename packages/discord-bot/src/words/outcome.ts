/** What can become of a handle or a transaction, as a card tells it. */
import type { Settlement, TransactionStatus } from '@countersign/core';

/** Of `unknown` there are two more: never sent from here; and so that the person said that it did not settle. */
export type Outcome = TransactionStatus['status'] | Settlement['status'] | 'unsent' | 'given-up';

export type OutcomeWords = Readonly<Record<Outcome, string>>;
