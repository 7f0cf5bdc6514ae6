/** Checks a request without preparing it; addresses may be given by the owner's names. */
import { actionOf } from '../../actions/actions.ts';
import { CountersignError, type FieldProblem, isProblem } from '../../errors/errors.ts';
import type { DeskContext } from '../context.ts';
import { REQUEST_FIELDS, withNames } from '../people/names.ts';
import { personIn } from '../people/person.ts';

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
