/** Before somebody takes a step: whether it can succeed by the current ledger, and its risk. */
import { moneyTermsOf } from '../../actions/agreed-terms.ts';
import { stepOf } from '../../actions/registry.ts';
import { type EscrowState, escrowStateOf } from '../../actions/steps/escrow-state.ts';
import { obstaclesOf } from '../../actions/steps/obstacles.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { turnsOf } from '../../actions/steps/turn.ts';
import { CountersignError } from '../../errors/errors.ts';
import { isStepName, type StepName } from '../../escrow/steps.ts';
import type { Act } from '../../kinds/escrow-kind.ts';
import { addressesIn } from '../../kinds/escrow-on-chain.ts';
import {
  mergeRisk,
  newRisk,
  newTerms,
  type Risk,
  stepRisk,
  type Trust,
  takingRisk,
  termsRisk,
} from '../../risk/index.ts';
import type { Fact } from '../../words/data/risk.ts';
import { turnsFor } from '../../words/naming.ts';
import { isSoAlready, type UnmetPrecondition } from '../../words/obstacles.ts';
import type { DeskContext } from '../context.ts';
import { stakeIn, stakeOf } from '../model/at-stake.ts';
import type { SignalOptions } from '../model/call-options.ts';
import type { Person } from '../model/person.ts';
import type { ActionRequest, Plan, StoredRisk } from '../model/requests.ts';
import { readerOf } from '../people/names-shown.ts';
import { trustOf } from '../people/trust.ts';
import { termsSince } from '../read/agreed-terms.ts';
import { requireKnownAct, unknownActs } from '../read/interfaces.ts';
import { requireAllowedParties } from './limits.ts';
import { reportBlockers, withUnreported } from './reports-of-plan.ts';
import { riskOfPayees, riskOfPayments } from './risk-of-payees.ts';

const NOTHING: Risk = { stops: [], warnings: [], facts: [] };

/**
 * Empty for anything but a step.
 * @param owner of the step
 * @param plan the several milestones of which it is one
 * @throws CountersignError INTERFACE_DIFFERS; STEP_NOT_POSSIBLE with all unmet preconditions; ALREADY_SO where the ledger shows that it
 *   is done; LIMIT_REACHED where it pays somebody who is not allowed
 */
export async function riskOfStep(
  context: DeskContext,
  actionRequest: ActionRequest,
  owner: Person,
  plan: Plan | undefined,
  options: SignalOptions,
): Promise<StoredRisk> {
  if (!isStepName(actionRequest.action)) return NOTHING;
  const request = actionRequest.request as StepRequest;
  const ofStep = await riskByState(context, actionRequest.action, request, owner, options);
  const state = escrowStateOf(request, context.network);
  if (state === undefined) return ofStep;
  const blockers = reportBlockers(plan, request.milestone, state);
  const ofTerms = await riskOfAgreement(context, request, owner, state);
  return { ...ofStep, ...mergeRisk(ofTerms, mergeRisk(withUnreported(ofStep, plan, state), { stops: blockers })) };
}

/** By what its signer agreed to, and by what settled here before: an RPC may lie about the terms. */
async function riskOfAgreement(
  context: DeskContext,
  { signer, escrow: address, source }: StepRequest,
  owner: Person,
  { escrow, held, decimals, token, network }: EscrowState,
): Promise<Risk> {
  const terms = await termsSince(context, signer, address, moneyTermsOf(escrow, decimals, network));
  const { stops: blockers, warnings } = termsRisk(terms);
  const isNew = terms.agreed === undefined && terms.deployed === undefined;
  const facts: Fact[] =
    source === undefined || terms.isKnown ? [] : [{ code: 'TERMS_OF_ONE_RPC', params: { rpc: source } }];
  const allWarnings = isNew ? [...warnings, newTerms(escrow, decimals, token)] : warnings;
  const ofTerms = { stops: blockers, warnings: allWarnings, facts };
  // Who could take the money was judged by other terms before; that an open dispute has an arbiter is not new.
  if (blockers.length === 0 && warnings.every(({ code }) => code === 'TEXTS_CHANGED')) return ofTerms;
  const { trusted, confirmed } = await trustOf(context, owner, signer, stakeIn(address, escrow, held));
  const taking = takingRisk(escrow, signer, trusted, confirmed);
  return mergeRisk(ofTerms, { ...taking, stops: taking.stops.filter(({ params: { way } }) => way !== 'dispute') });
}

async function riskByState(
  context: DeskContext,
  name: StepName,
  request: StepRequest,
  owner: Person,
  options: SignalOptions,
): Promise<StoredRisk> {
  const { network } = context;
  const { own } = await readerOf(context);
  const state = escrowStateOf(request, network);
  if (state === undefined) return NOTHING;
  await requireKnownAct(context, name, state.kind, request.code);
  const unmetPreconditions = obstaclesOf(name, request, state);
  const unknown = await unknownActs(context, state.kind, request.code);
  if (unmetPreconditions.length > 0) throw notPossible(context, unmetPreconditions, state, unknown, own);
  const effect = stepOf(name).effect(state, request);
  const ofPayees = await riskOfPayments(context, request, state, effect, options);
  if (ofPayees.unmet.length > 0) throw notPossible(context, ofPayees.unmet, state, unknown, own);
  const { after, pays } = effect;
  const known = new Set(addressesIn(state.escrow));
  // No one here chooses who gets the service's fee.
  const paid = pays.flatMap(({ as, to }) => (as === 'service' || to === undefined ? [] : [to]));
  const strangers = [...addressesIn(after), ...paid].filter((address) => !known.has(address));
  requireAllowedParties(context, { ...request, amount: '0' }, after, strangers);
  const stake = stakeOf({ action: name, request } as ActionRequest, request.escrow, network);
  const trust = stake && (await trustOf(context, owner, request.signer, stake));
  const ofTerms = stepOf(name).setsTerms ? await riskOfPayees(context, request, after, options) : {};
  return mergeRisk(mergeRisk(riskOfStepAlone(context, name, request, trust), ofPayees.risk), ofTerms);
}

/** The error for a step that is not possible: whose turn it is instead, or that it is done already. */
export function notPossible(
  { words }: Pick<DeskContext, 'words'>,
  unmetPreconditions: readonly UnmetPrecondition[],
  { escrow, held }: EscrowState,
  unknown: readonly Act[] = [],
  own: readonly string[] = [],
): CountersignError {
  const [first] = unmetPreconditions;
  const isDone = first !== undefined && isSoAlready(first);
  const reasons = (isDone ? firstOfEach(unmetPreconditions) : unmetPreconditions).map(words.obstacleWords);
  const problems = [...new Set(reasons.map(({ problem }) => problem))].join(' ');
  const turns = turnsOf(escrow, held).filter(({ action }) => !unknown.includes(action));
  const next = words.turnsText(turnsFor(turns, own));
  return new CountersignError(isDone ? 'ALREADY_SO' : 'STEP_NOT_POSSIBLE', {
    ...words.notPossibleWords(problems, reasons[0]?.remedy ?? '', next),
    language: words.language,
  });
}

/** Of each milestone that is done already, as all of several may be. */
function firstOfEach(unmetPreconditions: readonly UnmetPrecondition[]): readonly UnmetPrecondition[] {
  const numberOf = ({ params }: UnmetPrecondition) => ('milestone' in params ? params.milestone : undefined);
  const found = unmetPreconditions.filter(isSoAlready);
  return found.filter((each, at) => found.findIndex((other) => numberOf(other) === numberOf(each)) === at);
}

/** @param trust of the step's signer, in the escrow as the step leaves it */
export function riskOfStepAlone(
  { network, policy }: Pick<DeskContext, 'network' | 'policy'>,
  name: StepName,
  request: StepRequest,
  trust: Trust | undefined,
): Risk {
  const state = escrowStateOf(request, network);
  if (state === undefined) return NOTHING;
  const step = stepOf(name);
  const { after } = step.effect(state, request);
  const ofStep = mergeRisk(stepRisk(request, state, after), step.risk?.(state, request) ?? {});
  if (!step.setsTerms) return ofStep;
  const { signer, escrow: contractId } = request;
  const ofTerms = { network, feeStop: policy.feeStop };
  return mergeRisk(ofStep, newRisk({ signer, contractId, escrow: after }, state.escrow, trust ?? {}, ofTerms));
}
