/** The outcome of a transaction, as data: stored beside its sentences, so that it can be told in other languages. */
import type { StepName } from '../escrow/steps.ts';
import type { SpokenError } from './errors.ts';
import type { StateName } from './words.ts';

/** The action of a transaction. */
export type Acted = StepName | 'deploy' | 'fund' | 'trust';

/** The status of a transaction. */
export type StatusName = Exclude<StateName, 'partly-signed'>;
export type OutcomeName = Exclude<
  StatusName,
  'prepared' | 'to-confirm' | 'sending' | 'superseded' | 'declined' | 'discarded'
>;

/** Why the outcome is unknown; the carrier's error, if there was one. */
export type Because =
  | 'being-sent'
  | 'not-said'
  | 'rpc-refused'
  | 'rpc-silent'
  | 'unclear-answer'
  | Pick<SpokenError, 'code' | 'message' | 'remedy'>;

type None = Readonly<Record<string, never>>;

export type Outcome =
  | {
      readonly code: 'settled';
      readonly params: {
        readonly action: Acted;
        readonly contractId: string;
        /** Whether another transaction created the escrow, and whether it was changed since. */
        readonly byAnother: boolean;
        readonly isChanged: boolean;
      };
    }
  | { readonly code: 'taken'; readonly params: None }
  /** `result`: as the ledger names it. */
  | { readonly code: 'rejected'; readonly params: { readonly action: Acted; readonly result: string } }
  | { readonly code: 'expired' | 'displaced'; readonly params: { readonly action: Acted } }
  | {
      readonly code: 'accepted';
      readonly params: {
        readonly hasLedger: boolean;
        /** Whether the service named another address, and which fields of its escrow differ from what was signed. */
        readonly namesAnother: boolean;
        readonly differing: readonly string[];
      };
    }
  | { readonly code: 'unknown'; readonly params: { readonly because: Because } };

/** What happened, and what to do next. */
export type ToldWords = { readonly message: string; readonly next: string };

/** The transaction that took the place of a displaced one. */
export type DisplacedByWords = {
  /** Absent: an escrow. */
  readonly action?: Exclude<Acted, 'deploy'> | undefined;
  readonly status: 'settled' | 'rejected';
  readonly contractId?: string | undefined;
  readonly earlierVersion?: true | undefined;
};

/** Who signs for an account with several signers. */
export type SignersWords = {
  readonly needed: number;
  readonly have: number;
  readonly signers: readonly { readonly address: string; readonly weight: number; readonly signed: boolean }[];
};

/** What is at an escrow's address, as far as it can be read. */
export type StandingName = 'standing' | 'archived' | 'absent' | 'not-listed';
/** What is known of a contract's code. */
export type CodeName = 'pinned' | 'known' | 'unknown';
