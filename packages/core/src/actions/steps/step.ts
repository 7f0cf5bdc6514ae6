/**
 * The seam behind which each step of an escrow's life stands: who may take it, what would prevent it, the call that it
 * must be, and what it changes. Pure. Each has a folder of its own; `step-action.ts` makes an action of it.
 */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { RoleName } from '../../escrow/roles.ts';
import type { StepName } from '../../escrow/steps.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import type { Argument } from '../../kinds/functions.ts';
import type { Obstacle } from '../../words/obstacles.ts';
import type { StepRequests } from './request.ts';
import type { Standing } from './standing.ts';

export type Step<Name extends StepName> = {
  readonly name: Name;
  /** Whose step it is. */
  signers(standing: Standing, request: StepRequests[Name]): readonly Party[];
  /** Why it would fail or do nothing in the escrow's present state. The signer is checked separately. */
  obstacles(standing: Standing, request: StepRequests[Name]): readonly Obstacle[];
  /** The call's arguments by meaning, except for the signer and the fee address, which every step has. */
  given(standing: Standing, request: StepRequests[Name]): Partial<Record<Argument, xdr.ScVal>>;
  effect(standing: Standing, request: StepRequests[Name]): Effect;
};

export type Party = { readonly role: RoleName; readonly address: string };

/** What a step changes. */
export type Effect = {
  readonly after: EscrowOnChain;
  readonly pays: readonly Payment[];
  /** Whether the payments may be a few base units off: how this kind's builds round is not known. */
  readonly isAbout: boolean;
};

export type Payment = {
  /** `share`: of a distribution. */
  readonly as: 'receiver' | 'platform' | 'service' | 'share';
  /** Absent where the service's account is not known. */
  readonly to?: string;
  /** Base units, above 0. */
  readonly units: bigint;
};

export const NO_PAYMENT: Pick<Effect, 'pays' | 'isAbout'> = { pays: [], isAbout: false };
