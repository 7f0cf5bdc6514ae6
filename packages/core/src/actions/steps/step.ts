/** The interface of each step of an escrow's life. Pure, and without a schema library: the signing page runs it too. */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { RoleName, StepName } from '../../escrow/steps.ts';
import type { ArgumentValues } from '../../kinds/encode-call.ts';
import type { EscrowKind, EscrowOnChain } from '../../kinds/index.ts';
import type { BlockingWarning, Fact, Warning } from '../../words/data/risk.ts';
import type { EscrowChange } from '../../words/data/schemas.ts';
import type { UnmetPrecondition } from '../../words/obstacles.ts';
import type { EscrowState } from './escrow-state.ts';
import type { StepRequest } from './request.ts';

export type Step<Name extends StepName = StepName, Request extends StepRequest = StepRequest> = {
  readonly name: Name;
  /** What it changes, as an escrow's history calls it; absent: it is not in the history. */
  readonly change?: EscrowChange['kind'];
  readonly movesMoney?: true;
  /** It replaces the escrow's terms, so it depends on all of the escrow's state. */
  readonly setsTerms?: true;
  /** Its signer agrees to what was reported of its milestone. */
  readonly agreesToReport?: true;
  signers(state: EscrowState, request: Request): readonly Party[];
  /** Why it would fail or do nothing in the escrow's present state. The signer is checked separately. */
  unmetPreconditions(state: EscrowState, request: Request): readonly UnmetPrecondition[];
  /** The call's arguments by meaning, except for the signer and the fee address, which every step has. */
  callArguments(state: EscrowState, request: Request): ArgumentValues;
  effect(state: EscrowState, request: Request): Effect;
  risk?(
    state: EscrowState,
    request: Request,
  ): {
    readonly stops?: readonly BlockingWarning[];
    readonly warnings?: readonly Warning[];
    readonly facts?: readonly Fact[];
  };
  /** The amount that it is about, in base units; default: what it pays. */
  total?(state: EscrowState, request: Request): bigint;
  /** What the escrow itself emits; default: an event with the whole escrow, if its kind has one for this step. */
  emits?(kind: EscrowKind, signer: xdr.ScVal, escrow: EscrowOnChain): Emitted;
  /** The obstacle where the network has no room for what it emits; default: the escrow is too long. */
  tooLong?(request: Request, effect: Effect, fits: (change: Partial<Effect>) => boolean): UnmetPrecondition;
};

export type Party = { readonly role: RoleName; readonly address: string };

/** An event's data and a returned value, without the copies of the escrow within them. */
export type Emitted = { readonly data: xdr.ScVal; readonly returned?: xdr.ScVal; readonly copies?: number };

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
  /** Before fees, of someone who bears them. */
  readonly of?: bigint;
};

export const NO_PAYMENT: Pick<Effect, 'pays' | 'isAbout'> = { pays: [], isAbout: false };

/** In base units: the payment before fees; for an update, the new total of the escrow; 0 where no money moves. */
export function stepTotal(step: Step, request: StepRequest, state: EscrowState): bigint {
  return step.total?.(state, request) ?? step.effect(state, request).pays.reduce((sum, { units }) => sum + units, 0n);
}
