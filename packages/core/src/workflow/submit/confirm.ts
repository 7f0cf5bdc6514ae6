/** The person's own confirmation of a request's stops, after which the transaction may be signed. */
import type { ActionName } from '../../actions/action.ts';
import { CountersignError, fieldProblem } from '../../errors/errors.ts';
import { canonicalDecimal } from '../../escrow/amount.ts';
import { knownToken } from '../../escrow/network.ts';
import { readAmount } from '../../escrow/written-amount.ts';
import type { BlockingWarning } from '../../words/data/risk.ts';
import type { RunningContext } from '../context.ts';
import type { Confirmation } from '../model/call-options.ts';
import { keysOf } from '../model/keys.ts';
import { confirmer, isOwner } from '../model/person.ts';
import type { PreparedRequest } from '../model/requests.ts';
import { transactionToReport } from '../model/requests.ts';
import { assertNotOver } from '../model/require-unsent.ts';
import type { Prepared } from '../model/results.ts';
import { readOutcome } from '../outcome/read-outcome.ts';
import { contentOf, keyOfStops } from '../people/confirmations.ts';
import { otherVersions } from '../prepare/gather.ts';
import { prepare } from '../prepare/prepare.ts';
import { totalOf } from '../risk/limits.ts';
import { riskNow } from '../risk/risk-of-deploy.ts';
import { supersede } from './end-request.ts';

/** @throws CountersignError as `PersonalDesk.confirm` says */
export async function confirm(
  context: RunningContext,
  preparedRequest: PreparedRequest,
  { amount, shown }: Confirmation,
): Promise<Prepared<ActionName>> {
  const { prepared: current } = await readOutcome(context, preparedRequest, context.call());
  assertNotOver(current, context.words);
  const { network, words } = context;
  const { language } = words;
  const total = totalOf(current, network);
  const code = current.action === 'trust' ? undefined : knownToken(network, current.request.trustline.address)?.code;
  const read = readAmount(amount, code);
  // Our pages group digits by commas, and write decimals with a point.
  const typed = typeof read === 'object' && read.code === 'TWO_READINGS' ? read.params.thousands : read;
  if (typed !== canonicalDecimal(total)) {
    const fields = [fieldProblem('amount', 'NOT_THE_TOTAL')];
    throw new CountersignError('INPUT_INVALID', { ...words.NOT_THE_AMOUNT, fields, language });
  }
  const { stops: blockers } = await riskNow(context, current, transactionToReport(current));
  if (keyOfStops(blockers) !== shown) {
    throw new CountersignError('CONFIRMATION_NEEDED', { ...words.STOPS_CHANGED, language });
  }
  const by = confirmer(context.viewer, current.owner);
  for (const stop of blockers) await context.store.confirm(current.id, contentOf(stop), by);
  // Anyone else confirms for themselves alone: what was prepared or sent before stays as it is for the owner.
  const isOwners = isOwner(context.viewer, current.owner);
  if (isOwners) await context.store.giveUp(blockers.flatMap(transactionsOf));
  const prepared = await prepare(context, current.action, { id: current.id });
  if (isOwners && prepared.status === 'prepared') await replaceEarlier(context, current);
  return prepared;
}

/** A confirmation covers only the transactions that the stop named. */
const transactionsOf = (stop: BlockingWarning): readonly string[] =>
  stop.code === 'NOT_COVERED' || stop.code === 'NO_LEDGER_TO_ASK' ? stop.params.transactions : [];

async function replaceEarlier(context: RunningContext, current: PreparedRequest): Promise<void> {
  const { network } = context;
  const { owner } = current;
  const { series, terms } = keysOf(current, network, owner);
  const isEarlier = (other: PreparedRequest) =>
    other.madeAt <= current.madeAt && other.id !== current.id && keysOf(other, network, owner).terms !== terms;
  await supersede(context, await otherVersions(context, series, isEarlier), current.id);
}
