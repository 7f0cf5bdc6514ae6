/** The steps of an escrow's life, as data for words. */
import type { RoleName } from '../escrow/roles.ts';
import type { StepName } from '../escrow/steps.ts';

/** The progress of an escrow, in a word. */
export const LIFE_STATES = ['working', 'waiting for approval', 'ready to release', 'in dispute', 'finished'] as const;
export type LifeState = (typeof LIFE_STATES)[number];

/** Whose turn it is; `milestone` counted from 1. */
export type TurnWords = {
  readonly role: RoleName | 'anyone';
  readonly address?: string | undefined;
  readonly action: StepName | 'fund';
  readonly milestone?: number | undefined;
};

export type PayeeName = 'receiver' | 'platform' | 'service';

export type PaymentWords = {
  readonly as: PayeeName | 'share';
  readonly to?: string | undefined;
  /** For a share: the roles of its address in the escrow. */
  readonly roles?: readonly RoleName[] | undefined;
  readonly amount: string;
  readonly about?: true | undefined;
};
