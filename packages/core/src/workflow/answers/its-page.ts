/** The page of an escrow in what a person passes on: the others in the deal have no other way to see it here. */
import type { DeskContext } from '../context.ts';
import type { EscrowView } from '../model/escrow-views.ts';
import type { Settlement, TransactionStatus } from '../model/results.ts';

type PageContext = Pick<DeskContext, 'escrowUrl' | 'words'>;

/** @param isNamed also by itself, for messages that have words of their own */
export function withItsPage({ escrowUrl, words }: PageContext, view: EscrowView, isNamed: boolean): EscrowView {
  const isShownThere = view.state !== undefined && view.codeIs !== 'unknown';
  if (escrowUrl === undefined || !isShownThere) return view;
  const pageUrl = escrowUrl(view.contractId);
  return { ...view, next: `${view.next} ${words.pageForAllText(pageUrl)}`, ...(isNamed ? { pageUrl } : {}) };
}

/** Once it has settled: before that there is nothing to see. */
export function leadToPage<Outcome extends Settlement | TransactionStatus>(
  { escrowUrl, words }: PageContext,
  outcome: Outcome,
): Outcome {
  const { status, contractId, action, next } = outcome;
  if (escrowUrl === undefined || status !== 'settled' || contractId === undefined || action === 'trust') return outcome;
  return { ...outcome, next: `${next} ${words.pageForAllText(escrowUrl(contractId))}` };
}
