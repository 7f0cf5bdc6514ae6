/** Judges a step by its request only, with the escrow's state from when it was asked for. */
import type { StepRequest, StepRequests } from '../actions/steps/request.ts';
import { type Standing, standingOf } from '../actions/steps/standing.ts';
import { stepOf } from '../actions/steps/step-of.ts';
import type { StepName } from '../escrow/steps.ts';
import { type Judgement, judgeDeploy, judgeStep, withMore } from '../judgement/index.ts';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import type { DeskContext } from './context.ts';

type Scene = Pick<DeskContext, 'network' | 'policy'>;

/** @param trusted which of the escrow's parties the step's owner knows */
export function judgementOfStep<Name extends StepName>(
  scene: Scene,
  name: Name,
  request: StepRequests[Name],
  trusted: ReadonlySet<string>,
): Judgement {
  const standing = standingOf(request, scene.network);
  if (standing === undefined) return { stops: [], warnings: [], facts: [] };
  const { after } = stepOf(name).effect(standing, request);
  const ofStep = judgeStep(name, request, standing, after);
  return name === 'update' ? withMore(ofStep, judgedTerms(scene, request, standing, after, trusted)) : ofStep;
}

/** The judgement of new terms, without what was already true of the old ones. */
function judgedTerms(
  { network, policy: { feeStop } }: Scene,
  { signer, escrow: contractId }: Pick<StepRequest, 'signer' | 'escrow'>,
  { escrow: before }: Standing,
  after: EscrowOnChain,
  trusted: ReadonlySet<string>,
): Pick<Judgement, 'stops' | 'warnings'> {
  const judge = (escrow: EscrowOnChain) => {
    return judgeDeploy({ signer, contractId, escrow }, { trusted }, { network, feeStop });
  };
  const earlier = judge(before);
  const known = new Set([...earlier.stops, ...earlier.warnings].map((each) => JSON.stringify(each)));
  const isNew = (each: unknown) => !known.has(JSON.stringify(each));
  const { stops, warnings } = judge(after);
  return { stops: stops.filter(isNew), warnings: warnings.filter(isNew) };
}
