import type { StepLimits } from '../actions/words.ts';
import type { RoleName, StepName } from '../escrow/steps.ts';

export type FieldName = 'title' | 'engagementId' | 'description' | 'platformFee' | 'amount' | 'escrow' | 'held';
export type MilestoneState = 'open' | 'approved' | 'disputed' | 'released' | 'resolved';

/** What a step does. Texts are quoted and cleaned already; amounts are with their token. */
export type DoesWords = {
  readonly step: StepName;
  readonly role?: RoleName | undefined;
  readonly title: string;
  readonly milestone?:
    | {
        readonly number: number;
        readonly of: number;
        readonly description: string;
        readonly amount?: string | undefined;
      }
    | undefined;
  /** What was reported of the milestone that is approved. */
  readonly report?: { readonly status: string; readonly evidence?: string | undefined } | undefined;
};

export type LimitWords = StepLimits & { readonly step: StepName };

export type TokenWords = { readonly code: string; readonly issuer: string };
/** `reserve`: in XLM. */
export type TrustWords = TokenWords & { readonly signer: string; readonly reserve: string };

export type Script = 'Latin' | 'Greek' | 'Cyrillic' | 'Armenian' | 'Cherokee' | 'mathematical';
export type TextTrouble = 'address' | 'styled' | { readonly mixed: readonly Script[] };
