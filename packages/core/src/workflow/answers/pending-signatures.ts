/** Payments and steps that wait for a signature, with where that is given. */

import { type DamagedRecord, damageIn } from '../../errors/damage.ts';
import { codeOfToken } from '../../escrow/network.ts';
import { omitUndefined } from '../../text/fields.ts';
import { fold } from '../../text/fold.ts';
import type { DeskContext } from '../context.ts';
import type { SignalOptions } from '../model/call-options.ts';
import type { ToSign } from '../model/escrow-views.ts';
import { isOpen } from '../model/page-actions.ts';
import { milestoneOf, type PreparedRequest, transactionToReport } from '../model/requests.ts';
import { readLedgerBatch, readOutcome } from '../outcome/read-outcome.ts';
import { shownLine } from '../read/escrow-terms.ts';
import { summaryOf } from '../read/kept-transaction.ts';
import { isSetAside } from '../read/set-aside.ts';
import { requireIntact } from '../status/kept-escrow.ts';
import { describePrepared } from '../status/status-words.ts';

const MOST = 20;

/** In the requests' order, but not those of a ledger that was set aside. The ledger is asked about each, since a wallet may have sent it. */
export async function pendingSignatures(
  context: DeskContext,
  preparedRequests: readonly PreparedRequest[],
  { signal }: SignalOptions,
): Promise<{ readonly waiting: readonly ToSign[]; readonly damaged: readonly DamagedRecord[] }> {
  const waiting = preparedRequests.filter((prepared) => isAboutEscrow(prepared) && isOpen(prepared)).slice(0, MOST);
  const lookOf = readLedgerBatch(context, waiting, signal);
  const views = waiting.map(async (prepared): Promise<(ToSign | DamagedRecord)[]> => {
    const now = await readOutcome(context, prepared, { signal, look: lookOf(prepared) }).catch(() => ({ prepared }));
    if (!isOpen(now.prepared) || (await isSetAside(context, now.prepared, transactionToReport(now.prepared))))
      return [];
    return [await viewOf(context, now.prepared)];
  });
  const found = (await Promise.all(views)).flat();
  return {
    waiting: found.filter((each) => 'action' in each),
    damaged: found.filter((each) => 'part' in each),
  };
}

const isAboutEscrow = ({ action, transactions }: PreparedRequest): boolean =>
  action !== 'deploy' && action !== 'trust' && transactions.length > 0;

/** Or what of it cannot be read. */
async function viewOf(context: DeskContext, prepared: PreparedRequest): Promise<ToSign | DamagedRecord> {
  const { id, action, request } = prepared;
  let summary: ReturnType<typeof summaryOf>;
  try {
    await requireIntact(context, prepared);
    summary = summaryOf(context, prepared, transactionToReport(prepared));
  } catch (error) {
    return damageIn(error) ?? { id, part: 'state' };
  }
  const { status, contractId = '', signUrl } = await describePrepared(context, prepared);
  const milestone = milestoneOf(prepared);
  const title = 'title' in summary && summary.title !== undefined ? shownLine(summary.title) : undefined;
  const unit = codeOfToken(context.network, request.trustline.address);
  return omitUndefined({
    id,
    action: action as ToSign['action'],
    milestone,
    amount: action === 'fund' ? `${request.amount} ${unit}` : undefined,
    title,
    contractId,
    status: status as ToSign['status'],
    signer: request.signer,
    signUrl,
  });
}

type Wanted = {
  readonly words: readonly { readonly text: string; readonly addresses: readonly string[] }[];
  readonly wallet: string | undefined;
};

export function isWanted({ title = '', signer, contractId }: ToSign, { words, wallet }: Wanted): boolean {
  const searched = fold(`${title} ${contractId}`);
  const matches = words.every(({ text, addresses }) => searched.includes(text) || addresses.includes(signer));
  return matches && (wallet === undefined || wallet === signer);
}
