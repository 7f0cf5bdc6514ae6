/** An offer as it is handed out: everything in it is read from the transaction itself. */
import type { Action, ActionName, CallOf, RequestOf } from '../../actions/action.ts';
import { actionOf } from '../../actions/actions.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { Risk } from '../../risk/index.ts';
import type { DeskContext } from '../context.ts';
import { hasPage } from '../model/page-actions.ts';
import type { PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import { offerToReport } from '../model/requests.ts';
import type { JudgementView, Prepared } from '../model/results.ts';
import { keyOfStops, unconfirmed } from '../people/confirmations.ts';
import { namesOf } from '../people/names-shown.ts';
import { type Opened, openKept } from '../read/kept-transaction.ts';
import { signersAgain } from '../read/signers-view.ts';
import { riskNow } from '../risk/risk-of-deploy.ts';
import { planView } from './plan.ts';
import { oneOfSeveral } from './related.ts';

/** @param opened the transaction, if it was compared with the request just now; a stored offer is decoded again */
export async function preparedView<Name extends ActionName>(
  context: DeskContext,
  action: Action<Name>,
  handle: PreparedRequest,
  offer: PreparedTransaction,
  { read, call }: Opened<CallOf<Name>> = openKept(action, offer, context.network),
): Promise<Prepared<Name>> {
  const { network, words } = context;
  const { id, pageId, replaces } = handle;
  const names = await namesOf(context, handle);
  const summary = action.summarise(
    read,
    call,
    handle.request as RequestOf<Name>,
    network,
    offer.reasons,
    words.summaryWords,
  );
  const decoded = action.name === 'deploy' ? (call as ReadDeploy) : undefined;
  const judgement = await riskNow(context, handle, offer, decoded);
  const isToConfirm = (await unconfirmed(context, handle, judgement.stops)).length > 0;
  const again = await signersAgain(context, handle, offer);
  const signUrl = hasPage(action.name) ? context.signUrl?.(pageId) : undefined;
  const onPage = signUrl !== undefined;
  const plan = await planView(context, handle);
  const several = plan === undefined ? '' : ` ${words.severalText(plan)}`;
  const signAgain = again.length === 0 ? '' : `${words.signAgainText(again)} `;
  return {
    id,
    status: isToConfirm ? 'to-confirm' : 'prepared',
    network: network.name,
    contractId: call.contractId,
    transactionHash: offer.hash,
    expiresAt: summary.expiresAt,
    // What was compared: the row under this hash may be another by now.
    ...(isToConfirm ? {} : { unsignedXdr: read.xdr }),
    checked: checkedOf(offer, judgement),
    summary,
    ...(names.length === 0 ? {} : { names: [...names] }),
    judgement: await judgementView(context, handle, offer, judgement),
    ...(replaces === undefined
      ? {}
      : { replaces: { ...replaces, differences: replaces.differences.map(words.differenceText) } }),
    ...(plan === undefined ? {} : { plan }),
    next: `${isToConfirm ? words.toConfirmNext(onPage) : `${signAgain}${words.preparedNext(summary, onPage)}`}${several}`,
    ...(signUrl === undefined ? {} : { signUrl }),
  } as unknown as Prepared<Name>;
}

/**
 * What was prepared under a handle, as it was handed out and whatever became of it since; without anything to sign.
 * @throws CountersignError HANDLE_NOT_FOUND, also where it is none of these actions
 */
export async function preparedBefore(
  context: DeskContext,
  handle: PreparedRequest,
  names: readonly ActionName[],
): Promise<Prepared<ActionName>> {
  if (!names.includes(handle.action) || handle.offers.length === 0) throw new CountersignError('HANDLE_NOT_FOUND');
  const view = await preparedView<ActionName>(context, actionOf(handle.action), handle, offerToReport(handle));
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
  handle: PreparedRequest,
  offer: PreparedTransaction,
  { stops, warnings, facts }: Risk,
): Promise<JudgementView> {
  const waiting = await oneOfSeveral(context, handle, offer);
  return { key: keyOfStops(stops), stops, warnings, facts: [...waiting, ...facts] } as JudgementView;
}
