/** The sentences about one action, on every surface: a file for each language, so that a page loads one language. */
import type { RoleName } from '../escrow/steps.ts';

export type ActionWords = {
  /** Its transaction: "an approval". */
  readonly transaction: string;
  /** What a person can do: "open a dispute". */
  readonly verb: string;
  /** Between the verb and a milestone: "over" milestone 2. */
  readonly preposition?: string | undefined;
  /** The page's heading once it has settled: "The dispute is open". */
  readonly settled: string;
  /** What an outcome means, where the sentences of all actions do not fit (`meansText`). */
  readonly outcomes?: Readonly<Partial<Record<string, string>>> | undefined;
  /** On a receipt. @param amount with its token */
  readonly did: (milestone: number | undefined, amount: string | undefined) => string;
};

export type TurnWords = ActionWords & {
  /** Who does it, does this: "approves". */
  readonly turn: string;
  /** A short button: "Approve". Without one, cards show no button for it. */
  readonly label?: string | undefined;
  /** On the page of the escrow's life. */
  readonly life?:
    | {
        /** "Your turn:" do this. */
        readonly youDo: string;
        /** In a message to the person whose turn it is. */
        readonly ask: string;
        /** Absent: it takes more than a press. */
        readonly button?: ((milestone: number | undefined) => string) | undefined;
      }
    | undefined;
};

export type StepWords = TurnWords & {
  /** As a heading: "Approve". */
  readonly title: string;
  /** Precedes its object: "open a dispute over" milestone 2. */
  readonly does: string;
  /** Completes "has no function by which". */
  readonly function: string;
  /** What it does not do, though a person may expect it. */
  readonly limits: (about: StepLimits) => string[];
  /** The deal in one line, before it is signed. */
  readonly headline: (parts: HeadlineParts) => string;
};

export type StepLimits = {
  readonly roles: Readonly<Record<Extract<RoleName, 'approver' | 'releaseSigner' | 'disputeResolver'>, string>>;
  readonly disputed: readonly number[];
};

export type HeadlineParts = {
  /** "milestone 2, “Drafts”", or the escrow. */
  readonly what: string;
  /** Of the milestone. */
  readonly amount?: string | undefined;
  /** The name of who decides disputes. */
  readonly resolver: string;
  /** "Ben gets 10 USDC, Ana gets 5 USDC; nothing stays in the escrow" */
  readonly payout: string;
  /** "Title: A → B" */
  readonly changes: string;
};
