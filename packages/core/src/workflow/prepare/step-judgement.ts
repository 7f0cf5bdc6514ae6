/** Judges a step by its request only, with the escrow's state from when it was asked for. */
import { stepOf } from '../../actions/registry.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { type Standing, standingOf } from '../../actions/steps/standing.ts';
import type { StepName } from '../../escrow/steps.ts';
import { type Judgement, judgeDeploy, judgeStep, withMore } from '../../judgement/index.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import type { DeskContext } from '../context.ts';

type Scene = Pick<DeskContext, 'network' | 'policy'>;

/** @param trusted which of the escrow's parties the step's owner knows */
export function judgementOfStep(
  scene: Scene,
  name: StepName,
  request: StepRequest,
  trusted: ReadonlySet<string>,
): Judgement {
  const standing = standingOf(request, scene.network);
  if (standing === undefined) return { stops: [], warnings: [], facts: [] };
  const step = stepOf(name);
  const { after } = step.effect(standing, request);
  const ofStep = withMore(judgeStep(request, standing, after), step.weighed?.(standing, request) ?? {});
  return step.setsTerms ? withMore(ofStep, judgedTerms(scene, request, standing, after, trusted)) : ofStep;
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
