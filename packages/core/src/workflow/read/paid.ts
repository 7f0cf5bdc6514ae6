/** What steps paid to whom, and when, by the events of the token that moved: nothing of it is computed here. */
import { isPaying } from '../../actions/registry.ts';
import { escrowStateOf } from '../../actions/steps/escrow-state.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { fromBaseUnits } from '../../escrow/index.ts';
import { contractOfToken } from '../../escrow/network.ts';
import { isStepName, ROLE_NAMES, type RoleName } from '../../escrow/steps.ts';
import type { OutgoingTransfer } from '../../ledger/ledger.ts';
import type { DeskContext } from '../context.ts';
import type { SignalOptions } from '../model/call-options.ts';
import type { KeptSettlement } from '../model/results.ts';
import { findSeen } from '../people/access.ts';

type Terms = {
  readonly roles: Readonly<Partial<Record<RoleName, string | undefined>>>;
  readonly milestones: readonly { readonly receiver?: string | undefined }[];
};

/** One text for each payment: "142.05 USDC to the receiver (G…)". */
function paidTexts(
  { network, words }: Pick<DeskContext, 'network' | 'words'>,
  { roles, milestones }: Terms,
  unit: string,
  payments: readonly { readonly to: string; readonly amount: string }[],
): string[] {
  const isReceiver = (to: string) => milestones.some(({ receiver }) => receiver === to);
  return payments.map(({ to, amount }) => {
    const own = ROLE_NAMES.filter((role) => roles[role] === to || (role === 'receiver' && isReceiver(to)));
    const as = own.length === 0 && to === network.feeAddress ? 'service' : 'share';
    return words.paymentText({ as, to, roles: own, amount }, unit);
  });
}

/** By the hash of each transaction, in the ledger's order. */
export function paymentsBy(transfers: readonly OutgoingTransfer[], decimals: number) {
  const paid = new Map<string, { readonly to: string; readonly amount: string }[]>();
  for (const { transactionHash = '', to, amount } of transfers) {
    paid.set(transactionHash, [...(paid.get(transactionHash) ?? []), { to, amount: fromBaseUnits(amount, decimals) }]);
  }
  return paid;
}

type Outcome = Partial<Pick<KeptSettlement, 'action'>> & { readonly status: string; readonly transactionHash: string };

/** The outcome of a release or a decision, with what it paid, or that the ledger’s RPC does not show it. */
export async function withPaid<T extends Outcome>(
  context: DeskContext,
  outcome: T,
  { signal }: SignalOptions,
): Promise<T & Pick<KeptSettlement, 'paid' | 'paidAt' | 'paidNote'>> {
  const { ledger, network, store, words } = context;
  if (outcome.status !== 'settled' || !isPaying(outcome.action) || ledger === undefined) return outcome;
  const transaction = await store.findByHash(outcome.transactionHash);
  const prepared = await findSeen(context, transaction?.requestId);
  if (transaction?.offeredLedger === undefined || prepared === undefined || !isStepName(prepared.action))
    return outcome;
  const state = escrowStateOf(prepared.request as StepRequest, network);
  if (state === undefined) return outcome;
  const { escrow, decimals, token: unit } = state;
  const token = contractOfToken(network, escrow.trustline.address);
  const transfers = await ledger.transfersFrom(
    { token, from: transaction.contractId },
    transaction.offeredLedger,
    signal,
  );
  const own = transfers?.filter(({ transactionHash }) => transactionHash === transaction.hash) ?? [];
  const [first] = own;
  if (first === undefined) return { ...outcome, paidNote: words.PAID_NOT_AVAILABLE };
  const payments = paymentsBy(own, decimals).get(transaction.hash) ?? [];
  return {
    ...outcome,
    paid: paidTexts(context, escrow, unit, payments),
    ...(first.at === undefined ? {} : { paidAt: new Date(first.at).toISOString() }),
  };
}
