/** Payments and steps that wait for a signature, with where that is given. */
import { type DamagedRecord, damageIn } from '../../errors/damage.ts';
import { knownToken } from '../../escrow/network.ts';
import { fold } from '../../text/fold.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { ToSign } from '../model/escrow-views.ts';
import { isOpen } from '../model/page-actions.ts';
import { milestoneOf, offerToReport, type PreparedRequest } from '../model/requests.ts';
import { lookTogether, readOutcome } from '../outcome/read-outcome.ts';
import { shownLine } from '../read/escrow-terms.ts';
import { summaryOf } from '../read/kept-transaction.ts';
import { isSetAside } from '../read/set-aside.ts';
import { requireIntact } from '../status/kept-escrow.ts';
import { describeHandle } from '../status/status-words.ts';

const MOST = 20;

/** In the handles' order, but not those of a ledger that was set aside. The ledger is asked about each, since a wallet may have sent it. */
export async function toSign(
  context: DeskContext,
  handles: readonly PreparedRequest[],
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<{ readonly waiting: readonly ToSign[]; readonly damaged: readonly DamagedRecord[] }> {
  const waiting = handles.filter((handle) => isAboutEscrow(handle) && isOpen(handle)).slice(0, MOST);
  const lookOf = lookTogether(context, waiting, signal);
  const views = waiting.map(async (handle): Promise<(ToSign | DamagedRecord)[]> => {
    const now = await readOutcome(context, handle, { signal, look: lookOf(handle) }).catch(() => ({ handle }));
    if (!isOpen(now.handle) || (await isSetAside(context, now.handle, offerToReport(now.handle)))) return [];
    return [await viewOf(context, now.handle)];
  });
  const found = (await Promise.all(views)).flat();
  return {
    waiting: found.filter((each) => 'action' in each),
    damaged: found.filter((each) => 'part' in each),
  };
}

const isAboutEscrow = ({ action, offers }: PreparedRequest): boolean =>
  action !== 'deploy' && action !== 'trust' && offers.length > 0;

/** Or what of it cannot be read. */
async function viewOf(context: DeskContext, handle: PreparedRequest): Promise<ToSign | DamagedRecord> {
  const { id, action, request } = handle;
  let summary: ReturnType<typeof summaryOf>;
  try {
    await requireIntact(context, handle);
    summary = summaryOf(context, handle, offerToReport(handle));
  } catch (error) {
    return damageIn(error) ?? { id, part: 'state' };
  }
  const { status, contractId = '', signUrl } = await describeHandle(context, handle);
  const milestone = milestoneOf(handle);
  const title = 'title' in summary && summary.title !== undefined ? shownLine(summary.title) : undefined;
  return {
    id,
    action: action as ToSign['action'],
    ...(milestone === undefined ? {} : { milestone }),
    ...(action === 'fund' ? { amount: `${request.amount} ${unitOf(context, request.trustline.address)}` } : {}),
    ...(title === undefined ? {} : { title }),
    contractId,
    status: status as ToSign['status'],
    signer: request.signer,
    ...(signUrl === undefined ? {} : { signUrl }),
  };
}

const unitOf = ({ network }: DeskContext, token: string): string => knownToken(network, token)?.code ?? token;

type Wanted = {
  readonly words: readonly { readonly text: string; readonly addresses: readonly string[] }[];
  readonly wallet: string | undefined;
};

export function isWanted({ title = '', signer, contractId }: ToSign, { words, wallet }: Wanted): boolean {
  const searched = fold(`${title} ${contractId}`);
  const matches = words.every(({ text, addresses }) => searched.includes(text) || addresses.includes(signer));
  return matches && (wallet === undefined || wallet === signer);
}
