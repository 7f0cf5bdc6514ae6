/** A transaction as it is handed out: everything in it is read from the transaction itself. */
import type { Action, ActionName, CallOf, RequestOf } from '../../actions/action.ts';
import { actionOf } from '../../actions/actions.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { Risk } from '../../risk/index.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { DeskContext } from '../context.ts';
import { hasPage } from '../model/page-actions.ts';
import { type PreparedRequest, type PreparedTransaction, transactionToReport } from '../model/requests.ts';
import type { JudgementView, Prepared } from '../model/results.ts';
import { isToConfirm, keyOfStops } from '../people/confirmations.ts';
import { namesOf } from '../people/names-shown.ts';
import { type Opened, openKept } from '../read/kept-transaction.ts';
import { signersAgain } from '../read/signers-view.ts';
import { riskNow } from '../risk/risk-of-deploy.ts';
import { planView } from './plan.ts';
import { oneOfSeveral } from './related.ts';

/** @param opened the transaction, if it was compared with the request just now; a stored transaction is decoded again */
export async function preparedView<Name extends ActionName>(
  context: DeskContext,
  action: Action<Name>,
  prepared: PreparedRequest,
  transaction: PreparedTransaction,
  { read, call }: Opened<CallOf<Name>> = openKept(action, transaction, context.network),
): Promise<Prepared<Name>> {
  const { network, words } = context;
  const { id, pageId, replaces } = prepared;
  const names = await namesOf(context, prepared);
  const request = prepared.request as RequestOf<Name>;
  const summary = action.summarise(read, call, request, network, transaction.reasons, words.summaryWords);
  const decoded = action.name === 'deploy' ? (call as ReadDeploy) : undefined;
  const risk = await riskNow(context, prepared, transaction, decoded);
  const isWithheld = await isToConfirm(context, prepared, risk.stops);
  const again = await signersAgain(context, prepared, transaction);
  const signUrl = hasPage(action.name) ? context.signUrl?.(pageId) : undefined;
  const onPage = signUrl !== undefined;
  const plan = await planView(context, prepared);
  const several = plan === undefined ? '' : ` ${words.severalText(plan)}`;
  const signAgain = again.length === 0 ? '' : `${words.signAgainText(again)} `;
  return omitUndefined({
    id,
    status: isWithheld ? 'to-confirm' : 'prepared',
    network: network.name,
    contractId: call.contractId,
    transactionHash: transaction.hash,
    expiresAt: summary.expiresAt,
    // What was compared: the row under this hash may be another by now.
    unsignedXdr: isWithheld ? undefined : read.xdr,
    checked: checkedOf(transaction, risk),
    summary,
    names: names.length === 0 ? undefined : [...names],
    judgement: await judgementView(context, prepared, transaction, risk),
    replaces: replaces && { ...replaces, differences: replaces.differences.map(words.differenceText) },
    plan,
    next: `${isWithheld ? words.toConfirmNext(onPage) : `${signAgain}${words.preparedNext(summary, onPage)}`}${several}`,
    signUrl,
  }) as unknown as Prepared<Name>;
}

/**
 * What was prepared under a request, as it was handed out and whatever became of it since; without anything to sign.
 * @throws CountersignError HANDLE_NOT_FOUND, also where it is none of these actions
 */
export async function preparedBefore(
  context: DeskContext,
  prepared: PreparedRequest,
  names: readonly ActionName[],
): Promise<Prepared<ActionName>> {
  if (!names.includes(prepared.action) || prepared.transactions.length === 0)
    throw new CountersignError('HANDLE_NOT_FOUND');
  const view = await preparedView<ActionName>(
    context,
    actionOf(prepared.action),
    prepared,
    transactionToReport(prepared),
  );
  const { unsignedXdr: _, ...shown } = view;
  return shown as Prepared<ActionName>;
}

function checkedOf({ reasons }: PreparedTransaction, { facts }: Risk): Prepared['checked'] {
  if (reasons.length > 0) return 'partly';
  return facts.some(({ code }) => code === 'TERMS_OF_ONE_RPC') ? 'one-source' : 'verified';
}

/** What else waits changes with time, so it is looked up whenever the judgement is shown. */
export async function judgementView(
  context: DeskContext,
  prepared: PreparedRequest,
  transaction: PreparedTransaction,
  { stops: blockers, warnings, facts }: Risk,
): Promise<JudgementView> {
  const waiting = await oneOfSeveral(context, prepared, transaction);
  return { key: keyOfStops(blockers), stops: blockers, warnings, facts: [...waiting, ...facts] } as JudgementView;
}
