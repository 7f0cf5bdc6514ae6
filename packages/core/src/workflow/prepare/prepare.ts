/** Request in, compared and stored transaction out, the same for every action: gather, decide, act. */
import type { ActionName } from '../../actions/action.ts';
import { actionOf } from '../../actions/actions.ts';
import { CountersignError, type FieldProblem, fieldProblem, isProblem } from '../../errors/errors.ts';
import type { StepName } from '../../escrow/steps.ts';
import { type Fields, givenFields } from '../../text/fields.ts';
import { requireCarrier } from '../carriers/require-carrier.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import { isOfEscrowPage } from '../model/escrow-page.ts';
import { personIn } from '../model/person.ts';
import type { Plan, PreparedRequest } from '../model/requests.ts';
import { assertNotOver } from '../model/require-unsent.ts';
import type { Prepared } from '../model/results.ts';
import { findSeen, requireRight } from '../people/access.ts';
import { REQUEST_FIELDS, withNames } from '../people/names.ts';
import { countFor, requireWithinLimits } from '../risk/limits.ts';
import { requireRoomForVisitors } from '../risk/visitors.ts';
import { readDeathsAgain } from '../status/deaths.ts';
import { preparedView } from '../status/prepared-view.ts';
import { invalid } from './complete-request.ts';
import { decideRequest } from './decide.ts';
import { type Gathered, gather, type PreparedFor } from './gather.ts';
import { makeTransaction } from './make.ts';
import { withLease } from './with-lease.ts';

const MOST_TRIES = 3;

/** @param input a request, or `{ id }` to prepare one again. @throws CountersignError as `PersonalDesk.prepare` */
export async function prepare<Name extends ActionName>(
  context: RunningContext,
  name: Name,
  input: unknown,
  preparedFor: PreparedFor = {},
): Promise<Prepared<Name>> {
  if (context.policy.readOnly) throw new CountersignError('READ_ONLY');
  requireCarrier(context, name);
  for (let tries = 1; ; tries += 1) {
    const gathered = await gather(context, name, input, preparedFor);
    const prepared = await reuseOrMake(context, gathered, tries >= MOST_TRIES);
    if (prepared !== 'outdated') return prepared;
  }
}

/** @returns `outdated` where something was prepared or sent in the meantime, so that everything is read again */
async function reuseOrMake<Name extends ActionName>(
  context: RunningContext,
  gathered: Gathered<Name>,
  isLast: boolean,
): Promise<Prepared<Name> | 'outdated'> {
  const { action, facts, owner, keys, newest, plan } = gathered;
  const decision = decideRequest(facts);
  const { existing } = decision;
  if (decision.kind === 'over') assertNotOver(decision.existing, context.words);
  const isNew = decision.kind === 'build' && decision.isRepetition;
  await requireWithinLimits(context, facts.request, owner, isNew ? undefined : existing?.id);
  if (decision.kind === 'reuse') {
    const before = [decision.existing, ...facts.previous];
    const isRecorded = await readDeathsAgain(context, before, decision.transaction.sequence);
    if (isRecorded && !isLast) return 'outdated';
    await countFor(context, owner, decision.transaction);
    const kept = await withPlan(context, decision.existing, plan);
    return await preparedView(context, action, kept, decision.transaction);
  }
  if (decision.kind !== 'build') throw new CountersignError('INTERNAL');
  const make = () =>
    withLease(context, keys.request, async (waited) =>
      // Another process prepared it in the meantime.
      waited || (await isChanged(context, keys.request, newest))
        ? 'outdated'
        : await makeTransaction(context, gathered, decision),
    );
  try {
    const made = isOfEscrowPage(owner)
      ? await withLease(context, `visitors of ${owner.id}`, async () => {
          const wanted = { request: facts.request, owner, isNew: isNew || existing === undefined };
          await requireRoomForVisitors(context, wanted);
          return await make();
        })
      : await make();
    return made === 'done' ? 'outdated' : made;
  } catch (error) {
    const isRival = error instanceof CountersignError && error.code === 'SEQUENCE_TAKEN';
    if (!isRival || isLast) throw error;
    return 'outdated';
  }
}

async function withPlan(
  { store }: DeskContext,
  prepared: PreparedRequest,
  plan: Plan | undefined,
): Promise<PreparedRequest> {
  if (plan === undefined || plan.id === prepared.plan?.id) return prepared;
  await store.setPlan(prepared.id, plan);
  return { ...prepared, plan };
}

/** Whether the request's newest transaction is another than the one that was looked up. */
async function isChanged({ store }: DeskContext, key: string, seen: string | undefined): Promise<boolean> {
  const newest = (await store.findByRequest(key))?.transactions[0];
  return newest !== undefined && newest.hash !== seen;
}

/** @param steps the permitted ones; if there is only one, `action` may be left out. @throws as `prepare` */
export async function prepareStep(
  context: RunningContext,
  steps: readonly StepName[],
  input: unknown,
): Promise<Prepared<StepName>> {
  const { action, ...fields } = givenFields(input);
  const renewed = await renewedStep(context, steps, fields);
  if (renewed !== undefined) {
    const others = action === undefined || action === renewed ? fields : { ...fields, action };
    return await prepare(context, renewed, others);
  }
  const name = stepIn(steps, action);
  if (name === undefined) {
    const code = action === undefined ? 'CHOICE_MISSING' : 'NOT_ONE_OF';
    throw invalid(fieldProblem('action', code, { values: steps }));
  }
  return await prepare(context, name, withoutId(fields));
}

/** The id of an escrow names it, as its address does. */
async function renewedStep(
  context: DeskContext,
  steps: readonly StepName[],
  { id, escrow }: Fields,
): Promise<StepName | undefined> {
  if (typeof id !== 'string') return undefined;
  const prepared = await findSeen(context, id.trim());
  if (prepared?.action === 'deploy' && escrow === undefined) return undefined;
  const { action } = await requireRight(context, id.trim(), 'sign');
  const name = stepIn(steps, action);
  if (name !== undefined) return name;
  throw new CountersignError('HANDLE_NOT_FOUND', {
    message: 'Under this id something else was prepared than can be prepared again here.',
    remedy: 'Prepare it again where it was prepared first; for a new step give the escrow in place of the id.',
  });
}

export function stepIn(steps: readonly StepName[], action: unknown): StepName | undefined {
  const [only, ...others] = steps;
  return action === undefined && others.length === 0 ? only : steps.find((name) => name === action);
}

const withoutId = ({ id, ...fields }: Fields): Fields => (id === undefined ? fields : { ...fields, escrow: id });

/** @param input a deploy request, however incomplete */
export async function requestProblems(context: DeskContext, input: unknown): Promise<readonly FieldProblem[]> {
  try {
    const parse = (named: unknown) => actionOf('deploy').parse(named, context.network);
    await withNames(context, personIn(context), input, REQUEST_FIELDS.deploy, parse);
    return [];
  } catch (error) {
    if (!(error instanceof CountersignError) || error.fields === undefined) throw error;
    return error.fields.filter(isProblem);
  }
}
