/** Prepares a step from an input that names the step and its escrow, or the id of a step that was prepared. */
import { CountersignError, fieldProblem } from '../../errors/errors.ts';
import type { StepName } from '../../escrow/steps.ts';
import { type Fields, givenFields } from '../../text/fields.ts';
import type { DeskContext } from '../context.ts';
import { findSeen, requireRight } from '../people/access.ts';
import type { Prepared } from '../results.ts';
import type { RunningCall } from '../run-call.ts';
import { prepare } from './prepare.ts';

/**
 * @param steps the permitted steps; if there is only one, `action` may be left out
 * @throws CountersignError as `prepare`
 */
export async function prepareStep(
  context: DeskContext,
  steps: readonly StepName[],
  input: unknown,
  call: RunningCall,
): Promise<Prepared<StepName>> {
  const { action, ...given } = givenFields(input);
  const renewed = await renewedStep(context, steps, given);
  if (renewed !== undefined) {
    const others = action === undefined || action === renewed ? given : { ...given, action };
    return await prepare(context, renewed, others, call);
  }
  const name = stepIn(steps, action);
  if (name === undefined) throw actionProblem(steps, action);
  return await prepare(context, name, withoutId(given), call);
}

/** The id of an escrow names it, as its address does. */
async function renewedStep(
  context: DeskContext,
  steps: readonly StepName[],
  { id, escrow }: Fields,
): Promise<StepName | undefined> {
  if (typeof id !== 'string') return undefined;
  const handle = await findSeen(context, id.trim());
  if (handle?.action === 'deploy' && escrow === undefined) return undefined;
  const { action } = await requireRight(context, id.trim(), 'sign');
  const name = stepIn(steps, action);
  if (name !== undefined) return name;
  throw new CountersignError('HANDLE_NOT_FOUND', {
    message: 'Under this id something else was prepared than can be prepared again here.',
    remedy: 'Prepare it again where it was prepared first; for a new step give the escrow in place of the id.',
  });
}

function stepIn(steps: readonly StepName[], action: unknown): StepName | undefined {
  const [only, ...others] = steps;
  return action === undefined && others.length === 0 ? only : steps.find((name) => name === action);
}

function actionProblem(steps: readonly StepName[], action: unknown): CountersignError {
  const code = action === undefined ? 'CHOICE_MISSING' : 'NOT_ONE_OF';
  return new CountersignError('INPUT_INVALID', { fields: [fieldProblem('action', code, { values: steps })] });
}

const withoutId = ({ id, ...given }: Fields): Fields => (id === undefined ? given : { ...given, escrow: id });
