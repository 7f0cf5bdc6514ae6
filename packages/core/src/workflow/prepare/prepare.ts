/** Request in, compared and stored transaction out, the same for every action: gather, decide, act. */
import type { ActionName } from '../../actions/action.ts';
import { actionOf } from '../../actions/actions.ts';
import { CountersignError } from '../../errors/errors.ts';
import { requireCarrier } from '../carriers/require-carrier.ts';
import type { DeskContext } from '../context.ts';
import type { Prepared } from '../results.ts';
import type { RunningCall } from '../run-call.ts';
import { requireGoing } from '../submit/require-unsent.ts';
import { decideRequest } from './decide.ts';
import { gather, type PreparedFor } from './gather.ts';
import { countFor, requireWithinLimits } from './limits.ts';
import { makeTransaction } from './make.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { preparedView } from './prepared-view.ts';

const MOST_TRIES = 3;

/**
 * @param input a request of the action, or `{ id }` to prepare a handle's request again
 * @throws CountersignError as `PersonalDesk.prepare` says
 */
export async function prepare<Name extends ActionName>(
  context: DeskContext,
  name: Name,
  input: unknown,
  call: RunningCall,
  { tries = 1, ...of }: PreparedFor & { readonly tries?: number } = {},
): Promise<Prepared<Name>> {
  if (context.policy.readOnly) throw new CountersignError('READ_ONLY');
  requireCarrier(context, name);
  const action = actionOf(name);
  const gathered = await gather(context, name, input, of, call);
  const { facts, owner, keys, newest } = gathered;
  const decision = decideRequest(facts);
  const { existing } = decision;
  if (decision.kind === 'over') requireGoing(decision.existing, context.words);
  const isNew = decision.kind === 'build' && decision.isRepetition;
  await requireWithinLimits(context, facts.asked, owner, isNew ? undefined : existing?.id);
  if (decision.kind === 'reuse') {
    await countFor(context, owner, decision.transaction);
    return await preparedView(context, action, decision.existing, decision.transaction);
  }
  if (decision.kind !== 'build') throw new CountersignError('INTERNAL');
  const lookAgain = () => prepare(context, name, input, call, { ...of, tries: tries + 1 });
  try {
    const made = await oneAtATime(context, keys.request, call, async (waited) =>
      waited || (await isChanged(context, keys.request, newest))
        ? 'changed'
        : await makeTransaction(context, action, gathered, decision, call),
    );
    // Another process prepared it meanwhile.
    return made === 'changed' ? await lookAgain() : made;
  } catch (error) {
    // Somebody prepared or sent a rival meanwhile, so everything is read again.
    const isMet = error instanceof CountersignError && error.code === 'SEQUENCE_TAKEN';
    if (!isMet || tries >= MOST_TRIES) throw error;
    return await lookAgain();
  }
}

/** Whether the request's newest transaction is another than the one that was looked up. */
async function isChanged({ store }: DeskContext, key: string, seen: string | undefined): Promise<boolean> {
  const newest = (await store.findByRequest(key))?.offers[0];
  return newest !== undefined && newest.hash !== seen;
}
