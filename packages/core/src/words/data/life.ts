/** What happens in an escrow's life, as data for words: steps, payments, and the outcomes of transactions. */
import type { RoleName, StepName } from '../../escrow/steps.ts';
import type { CoreMessages } from '../catalogue.ts';
import type { SpokenError } from '../errors.ts';

/** The progress of an escrow, in a word. */
export const LIFE_STATES = ['working', 'waiting for approval', 'ready to release', 'in dispute', 'finished'] as const;
export type LifeState = (typeof LIFE_STATES)[number];
/** As people see it: an escrow at work that lacks money waits for that first. */
export type ShownState = LifeState | 'unfunded';

/** @param turns the most urgent first (`turnsOf`) */
export const shownState = (state: LifeState, turns: readonly Pick<TurnWords, 'action'>[] = []): ShownState =>
  state === 'working' && turns[0]?.action === 'fund' ? 'unfunded' : state;

/** Whose turn it is; `milestone` counted from 1. */
export type TurnWords = {
  readonly role: RoleName | 'anyone';
  readonly address?: string | undefined;
  /** In place of role and address. */
  readonly name?: string | undefined;
  readonly action: StepName | 'fund';
  readonly milestone?: number | undefined;
  /** Several of them, in place of `milestone` (`groupTurns`). */
  readonly milestones?: readonly number[] | undefined;
  /** Whether it is the reader's turn (`turnsFor`). */
  readonly isYou?: true | undefined;
};

export type PaymentWords = {
  readonly as: 'receiver' | 'platform' | 'service' | 'share';
  readonly to?: string | undefined;
  /** For a share: the roles of its address in the escrow. */
  readonly roles?: readonly RoleName[] | undefined;
  readonly amount: string;
  readonly about?: true | undefined;
};

/** What an escrow pays out, and to whom. Decimal strings in token units. */
export type Cost = Readonly<Record<'paid' | 'platform' | 'service' | 'receiver', string>>;

/** What one of several receivers gets: of `paid`, for milestones counted from 1. */
export type PayeeCost = Readonly<Record<'address' | 'paid' | 'receiver', string>> & {
  readonly milestones: readonly number[];
};

export type Costs = {
  readonly milestones: readonly Cost[];
  readonly total: Cost;
  /** Absent where one receiver gets everything. */
  readonly payees?: readonly PayeeCost[] | undefined;
  /** Who gets the service's share, where that is pinned. */
  readonly serviceAddress?: string | undefined;
};

export type Acted = StepName | 'deploy' | 'fund' | 'trust';

export type StatusName = Exclude<keyof CoreMessages['states'], 'partly-signed' | 'not-prepared-here' | 'set-aside'>;
export type OutcomeName = Exclude<
  StatusName,
  'prepared' | 'to-confirm' | 'sending' | 'superseded' | 'declined' | 'discarded'
>;

/** Why the outcome is unknown; the carrier's error, if there was one. */
export type Because =
  | 'being-sent'
  | 'not-said'
  // What the ledger shows by one reading, which is not final yet.
  | 'seems-dead'
  | 'seems-displaced'
  | 'seems-rejected'
  | 'not-sent-again'
  | 'rpc-refused'
  | 'rpc-silent'
  | 'unclear-answer'
  | Pick<SpokenError, 'code' | 'message' | 'remedy'>;

type None = Readonly<Record<string, never>>;

/** The outcome of a transaction: stored with its sentences, so that it can be worded in other languages. */
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

export type StatusText = { readonly message: string; readonly next: string };

/** The transaction that took the place of a displaced one. */
export type DisplacedByWords = {
  /** Absent: an escrow. */
  readonly action?: Exclude<Acted, 'deploy'> | undefined;
  readonly status: 'settled' | 'rejected';
  readonly contractId?: string | undefined;
  readonly earlierVersion?: true | undefined;
};

export type SignersWords = {
  readonly needed: number;
  readonly have: number;
  readonly signers: readonly { readonly address: string; readonly weight: number; readonly signed: boolean }[];
};

export type StandingName = 'standing' | 'archived' | 'absent' | 'not-listed';
export type CodeName = 'pinned' | 'known' | 'unknown';
