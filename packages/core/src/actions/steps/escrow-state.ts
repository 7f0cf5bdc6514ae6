/** An escrow as it is on the ledger when a step is asked for, and what several steps look at in it. */
import { xdr } from '@stellar/stellar-sdk/base';
import { decimalsOfMultiplier, fromBaseUnits } from '../../escrow/index.ts';
import { knownToken, type Network } from '../../escrow/network.ts';
import type { EscrowKind } from '../../kinds/escrow-kind.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../../kinds/escrow-on-chain.ts';
import { SERVED_KINDS } from '../../kinds/live-kinds.ts';
import { isReported, stateOf } from '../../kinds/progress.ts';
import type { Fact, Warning } from '../../words/data/risk.ts';
import type { UnmetPrecondition } from '../../words/obstacles.ts';

export type EscrowState = {
  readonly kind: EscrowKind;
  readonly escrow: EscrowOnChain;
  /** In base units. */
  readonly held: bigint;
  readonly decimals: number;
  /** The token's code, else its address. */
  readonly token: string;
  readonly network: Network;
};

/** @returns undefined unless it is an escrow of a kind whose steps are known */
export function escrowStateOf(
  request: {
    readonly state: string;
    readonly code: string;
    readonly held: string;
    readonly trustline: { readonly decimals: number };
  },
  network: Network,
): EscrowState | undefined {
  const read = readState(request.state, request.code);
  if (read === undefined) return undefined;
  const { address } = read.escrow.trustline;
  return {
    ...read,
    held: BigInt(request.held),
    decimals: decimalsOfMultiplier(request.trustline.decimals) as number,
    token: knownToken(network, address)?.code ?? address,
    network,
  };
}

type ReadState = Pick<EscrowState, 'kind' | 'escrow'> | undefined;

/** A step is parsed, judged, compared and summarised with the same state, so the last one decoded is kept. */
let latest: { readonly state: string; readonly code: string; readonly read: ReadState } | undefined;

function readState(state: string, code: string): ReadState {
  if (latest === undefined || latest.state !== state || latest.code !== code)
    latest = { state, code, read: decodeState(state, code) };
  return latest.read;
}

function decodeState(state: string, code: string): ReadState {
  try {
    const value = xdr.ScVal.fromXdr(state, 'base64');
    const ofCode = SERVED_KINDS.filter(({ codes }) => codes.includes(code));
    for (const kind of ofCode.length > 0 ? ofCode : SERVED_KINDS) {
      const { escrow, problems } = kind.decode(value);
      if (escrow !== undefined && problems.length === 0) return { kind, escrow };
    }
  } catch {}
  return undefined;
}

export function milestoneOf({ escrow }: Pick<EscrowState, 'escrow'>, milestone: number): MilestoneOnChain | undefined {
  return escrow.milestones[milestone - 1];
}

export const formatAmount = ({ decimals }: Pick<EscrowState, 'decimals'>, units: bigint): string =>
  fromBaseUnits(units, decimals);

export function withMilestone(
  escrow: EscrowOnChain,
  milestone: number,
  change: (milestone: MilestoneOnChain) => Partial<MilestoneOnChain>,
): EscrowOnChain {
  const milestones = escrow.milestones.map((each, index) =>
    index === milestone - 1 ? { ...each, ...change(each) } : each,
  );
  return { ...escrow, milestones };
}

type OfMilestone = { readonly milestone?: number | undefined };

/** The milestone's number as a parameter of words; empty where the escrow is paid out at once. */
export const named = ({ milestone }: OfMilestone): { readonly milestone?: number } =>
  milestone === undefined ? {} : { milestone };

export function flagsOf({ escrow }: EscrowState, { milestone }: OfMilestone): MilestoneOnChain['flags'] {
  return (milestone === undefined ? escrow.flags : milestoneOf({ escrow }, milestone)?.flags) ?? {};
}

type ParamsOf<Code> = Extract<UnmetPrecondition, { readonly code: Code }>['params'];

/** Of a list that is spread: the precondition where it is unmet, else nothing. */
export const unmetIf = <Code extends UnmetPrecondition['code']>(
  isUnmet: boolean,
  code: Code,
  params: ParamsOf<Code>,
): UnmetPrecondition[] => (isUnmet ? [{ code, params } as UnmetPrecondition] : []);

/** A finished milestone allows no step; only withdrawing is still possible. */
export function finishedObstacles(state: EscrowState, request: OfMilestone): UnmetPrecondition[] {
  const { released, resolved } = flagsOf(state, request);
  if (released) return [{ code: 'ALREADY_PAID', params: named(request) }];
  return resolved ? [{ code: 'ALREADY_RESOLVED', params: named(request) }] : [];
}

/** The page behind a link may change after the link is on the ledger. */
export const linkFacts = (evidence: string | undefined): Fact[] =>
  evidence !== undefined && /https?:\/\//i.test(evidence) ? [{ code: 'EVIDENCE_IS_LINK', params: {} }] : [];

/** The service provider reported no progress of these milestones, which are to be approved. */
export function unreportedWarnings(state: Pick<EscrowState, 'escrow'>, milestones: readonly number[]): Warning[] {
  const open = numbersOf(state, (milestone) => milestone.flags.approved !== true && !isReported(milestone));
  const unreported = milestones.filter((number) => open.includes(number));
  return unreported.length === 0 ? [] : [{ code: 'WORK_NOT_REPORTED', params: { milestones: unreported } }];
}

/** The numbers, counted from 1, of the milestones that match. */
export function numbersOf(
  { escrow }: Pick<EscrowState, 'escrow'>,
  isSo: (milestone: MilestoneOnChain) => boolean,
): number[] {
  return escrow.milestones.flatMap((milestone, index) => (isSo(milestone) ? [index + 1] : []));
}

/** Milestones neither paid out, decided nor in dispute; in a single release either all or none. */
export const unfinished = (state: EscrowState): number[] =>
  numbersOf(state, (milestone) => ['open', 'approved'].includes(stateOf(state.escrow, milestone)));
