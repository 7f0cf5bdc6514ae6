/**
 * Several milestones of one request, as a plan of ordinary steps: the first is prepared at once, and each other one as
 * soon as the one before it has settled, by the call that submits that or by its page.
 */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { fieldsOf, formOf } from '../../actions/registry.ts';
import { type EscrowState, escrowStateOf } from '../../actions/steps/escrow-state.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { milestoneNumbers, type Several, severalOf } from '../../actions/steps/several.ts';
import { CountersignError, createProblem, fieldProblem, toCountersignError } from '../../errors/errors.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import { contractSchema, signerSchema } from '../../escrow/request.ts';
import { STEP_NAMES, type StepName } from '../../escrow/steps.ts';
import { type Fields, givenFields } from '../../text/fields.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import { personIn } from '../model/person.ts';
import { hasSettled, type Plan, type PreparedRequest } from '../model/requests.ts';
import type { Prepared } from '../model/results.ts';
import { findSeen } from '../people/access.ts';
import { END_FIELDS, withNames } from '../people/names.ts';
import { reportsOf } from '../risk/reports-of-plan.ts';
import { notPossible } from '../risk/risk-of-step.ts';
import { progressOf, stoppedAs } from '../status/plan.ts';
import { completeStep, escrowOfPrepared, invalid, withOwnId } from './complete-request.ts';
import { prepare, prepareStep, stepIn } from './prepare.ts';

/** `prepareStep`, which takes several milestones of one step as well. @throws CountersignError as `prepare` */
export async function prepareSteps(
  context: RunningContext,
  steps: readonly StepName[],
  input: unknown,
): Promise<Prepared<StepName>> {
  const named = await withOwnId(context, input);
  const { action, ...fields } = named;
  const name = stepIn(steps, action);
  const takes = name === undefined ? [] : fieldsOf(name);
  // An update has a list of its own under that name.
  const isAboutOne = takes.includes('milestone') && !takes.includes('milestones');
  if (fields['milestones'] === undefined || name === undefined || !isAboutOne) {
    return await prepareStep(context, steps, named);
  }
  const { id } = fields;
  const isEscrow = typeof id === 'string' && (await findSeen(context, id.trim()))?.action === 'deploy';
  // Anything else that was prepared is prepared again by its id alone.
  if (id !== undefined && (!isEscrow || fields['escrow'] !== undefined)) {
    return await prepareStep(context, steps, named);
  }
  const { id: _, ...others } = fields;
  return await prepareSeveral(context, name, isEscrow ? { ...others, escrow: id } : others);
}

const severalSchema = z.strictObject({
  escrow: contractSchema,
  signer: signerSchema.optional(),
  milestones: milestoneNumbers(),
});
const TAKES = Object.keys(severalSchema.shape);

async function prepareSeveral(context: RunningContext, name: StepName, input: Fields): Promise<Prepared<StepName>> {
  const { network, policy } = context;
  if (policy.readOnly) throw new CountersignError('READ_ONLY');
  requireTakesSeveral(name, input);
  const fields = givenFields(await escrowOfPrepared(context, input));
  const { result } = await withNames(context, personIn(context), fields, END_FIELDS, async (named) => {
    const completed = givenFields(await completeStep(context, name, named));
    const { code, state, held, trustline, source: _, ...own } = completed;
    const unknown = createProblem('UNKNOWN_STEP_FIELD', { step: name, takes: TAKES });
    return { ...parseInput(severalSchema, own, unknown), code, state, held, trustline };
  });
  const { milestones, ...request } = result as typeof result & StepRequest;
  const state = escrowStateOf(request, network);
  if (state === undefined) throw invalid(fieldProblem('escrow', 'STEPS_UNKNOWN'));
  requireThere(name, milestones, state);
  const several = severalOf(name, request, milestones, state);
  const { left, already } = several;
  const [first] = left;
  if (first === undefined || several.blocked.length > 0) throw notAllPossible(context, several, state);
  const isLeftOf = (plan: Plan) => `${severalOf(name, request, plan.milestones, state).left}` === `${left}`;
  const plan =
    (await planInUse(context, name, request.escrow, isLeftOf)) ??
    (left.length > 1 ? newPlan(name, left, state) : undefined);
  const { milestones: __, ...one } = fields;
  // As it was written, so that names are kept with the step.
  const prepared: Prepared<StepName> = await prepare(context, name, { ...one, milestone: first }, plan && { plan });
  // Those that an earlier request of the same plan did are not left out.
  const done = prepared.plan?.done ?? [];
  const leftOut = already.map(({ milestone }) => milestone).filter((each) => !done.includes(each));
  if (leftOut.length === 0) return prepared;
  return {
    ...prepared,
    plan: { milestones: [...left], milestone: first, done: [], ...prepared.plan, already: leftOut },
  };
}

function newPlan(name: StepName, milestones: readonly number[], state: EscrowState): Plan {
  const plan: Plan = { id: randomBytes(16).toString('hex'), milestones };
  const reports = reportsOf(name, plan, state);
  return reports === undefined ? plan : { ...plan, reports };
}

/** @throws CountersignError INPUT_INVALID */
function requireTakesSeveral(step: StepName, { milestone }: Fields): void {
  const several = STEP_NAMES.filter((name) => formOf(name).several);
  if (!several.includes(step)) throw invalid(fieldProblem('milestones', 'ONE_MILESTONE', { step, several }));
  if (milestone !== undefined) throw invalid(fieldProblem('milestones', 'MILESTONE_OR_SEVERAL'));
}

/** @throws CountersignError INPUT_INVALID with each milestone that the escrow does not have */
function requireThere(name: StepName, milestones: readonly number[], { escrow }: EscrowState): void {
  const count = escrow.milestones.length;
  // A single release is paid out at once.
  if (name === 'release' && escrow.amount !== undefined) throw invalid(fieldProblem('milestones', 'PAID_AT_ONCE'));
  const missing = milestones.flatMap((milestone, index) =>
    milestone > count ? [fieldProblem(`milestones[${index}]`, 'NO_SUCH_MILESTONE', { count })] : [],
  );
  if (missing.length > 0) throw invalid(...missing);
}

/** Nothing of a request is prepared unless all that is left of it is possible: its person believed that it is. */
function notAllPossible(
  context: DeskContext,
  { left, already, blocked }: Several,
  state: EscrowState,
): CountersignError {
  const error = notPossible(
    context,
    (blocked.length > 0 ? blocked : already).flatMap(({ unmetPreconditions }) => unmetPreconditions),
    state,
  );
  const possible = left.filter((each) => !blocked.some(({ milestone }) => milestone === each));
  if (blocked.length === 0 || possible.length === 0) return error;
  const { message, remedy } = error;
  return new CountersignError(error.code, {
    message,
    remedy: `${remedy} ${context.words.othersPossible(possible)}`,
    language: context.words.language,
  });
}

/** That of an earlier request, unless it has stopped. @param isLeftOf whether the same milestones are left of it */
async function planInUse(
  context: DeskContext,
  name: StepName,
  escrow: string,
  isLeftOf: (plan: Plan) => boolean,
): Promise<Plan | undefined> {
  const { store } = context;
  const about = await store.requestsAbout(personIn(context), escrow);
  const plans = new Map(about.flatMap(({ action, plan }) => (plan && action === name ? [[plan.id, plan]] : [])));
  for (const plan of plans.values()) {
    if (isLeftOf(plan) && stoppedAs(progressOf(plan, await store.findPlan(plan)).next?.prepared) === undefined)
      return plan;
  }
  return undefined;
}

/**
 * What follows a settled one of several, prepared now unless it is already.
 * @returns its id; undefined where all are done
 * @throws CountersignError STEP_NOT_POSSIBLE where one was declined or has failed; those of `prepare`
 */
export async function following(context: RunningContext, prepared: PreparedRequest): Promise<string | undefined> {
  const { plan, action, owner } = prepared;
  if (plan === undefined || !hasSettled(prepared)) return undefined;
  const { next } = progressOf(plan, await context.store.findPlan(plan));
  if (next === undefined) return undefined;
  const stopped = stoppedAs(next.prepared);
  if (stopped !== undefined) {
    const { words } = context;
    const { message, next: remedy } = words.statusWords(stopped, action);
    throw new CountersignError('STEP_NOT_POSSIBLE', { message, remedy, language: words.language });
  }
  if (next.prepared !== undefined) return next.prepared.id;
  const { escrow, signer } = prepared.request as StepRequest;
  for (const milestone of plan.milestones.slice(plan.milestones.indexOf(next.milestone))) {
    try {
      return (await prepare(context, action, { escrow, signer, milestone }, { owner, plan })).id;
    } catch (error) {
      // Somebody did it elsewhere.
      if (toCountersignError(error).code !== 'ALREADY_SO') throw error;
    }
  }
  return undefined;
}
