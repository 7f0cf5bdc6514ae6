/** What wallets agreed to about an escrow, compared with its terms as the ledger reports them now. */
import { type MoneyTerms, moneyDifferences } from '../../actions/agreed-terms.ts';
import type { TermsSince } from '../../risk/index.ts';
import type { DeskContext } from '../context.ts';
import type { AgreedTerms } from '../model/requests.ts';

type StoreOnly = Pick<DeskContext, 'store'>;

/** @returns `isKnown`: whether the ledger enforced any terms here */
export async function termsSince(
  { store }: StoreOnly,
  wallet: string,
  escrow: string,
  now: MoneyTerms,
): Promise<TermsSince & { readonly isKnown: boolean }> {
  const all = await store.agreedTerms(escrow);
  const own = lastOf(all, wallet);
  const enforced = all.find(({ isEnforced }) => isEnforced);
  const isLater = enforced !== undefined && (own === undefined || enforced.offeredAt > own.offeredAt);
  const changesSince = (row: AgreedTerms | undefined) => row && moneyDifferences(row.terms, now);
  return {
    agreed: changesSince(own),
    areTextsChanged: own !== undefined && own.terms.texts !== now.texts,
    enforced: isLater ? changesSince(enforced) : undefined,
    deployed: changesSince(all.find(({ action }) => action === 'deploy')),
    isKnown: enforced !== undefined,
  };
}

/** Whether one of these wallets last agreed to exactly these terms, texts included. */
export async function areAgreed(
  { store }: StoreOnly,
  wallets: readonly string[],
  escrow: string,
  now: MoneyTerms,
): Promise<boolean> {
  const all = await store.agreedTerms(escrow);
  return wallets.some((wallet) => {
    const terms = lastOf(all, wallet)?.terms;
    return terms !== undefined && terms.texts === now.texts && moneyDifferences(terms, now).length === 0;
  });
}

function lastOf(all: readonly AgreedTerms[], wallet: string): AgreedTerms | undefined {
  const own = all.filter((each) => each.wallet === wallet);
  return own.toSorted((one, other) => (BigInt(one.sequence) < BigInt(other.sequence) ? 1 : -1))[0];
}
