/** A settled escrow as the ledger has it now: its terms and balance may have changed since it settled. */

import { moneyTermsOf } from '../../actions/agreed-terms.ts';
import type { DifferenceText } from '../../errors/differences.ts';
import type { EscrowOnChain } from '../../kinds/index.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { DeskContext } from '../context.ts';
import type { OnLedger } from '../model/on-ledger.ts';
import { isOwner } from '../model/person.ts';
import type { PreparedDeploy } from '../model/requests.ts';
import { compareStanding } from '../outcome/terms.ts';
import type { Reader } from '../people/names-shown.ts';
import { areAgreed } from '../read/agreed-terms.ts';
import { nextOnLedger } from '../read/escrow-next.ts';
import type { KeptEscrow } from '../status/kept-escrow.ts';

export type SettledNow = {
  /** Absent where nothing of it could be read. */
  readonly escrow?: EscrowOnChain;
  readonly held?: OnLedger['held'];
  readonly archived?: true;
  /** The sandbox's ledger began again since it settled, and does not have it. */
  readonly setAside?: true;
  readonly unknownActs?: OnLedger['unknownActs'];
  /** How it differs from the request, as far as that is known, unless the reader's own wallet has agreed to that since. */
  readonly changes: readonly DifferenceText[];
  /** How it differs where it has. */
  readonly own: readonly DifferenceText[];
  /** Whether its present terms were compared with the request. */
  readonly isCompared: boolean;
  readonly next: string;
};

/**
 * @param seen the ledger's answer, by address; absent where it did not answer
 * @param noted the changes that were found when it settled
 */
export async function settledNow(
  context: Pick<DeskContext, 'store' | 'viewer' | 'words'> & { readonly reader: Reader },
  { call, network, transaction, decimals }: KeptEscrow,
  prepared: PreparedDeploy,
  seen: ReadonlyMap<string, OnLedger> | undefined,
  noted: readonly DifferenceText[] = [],
): Promise<SettledNow> {
  const { words } = context;
  const found = seen?.get(transaction.contractId);
  const unread = { changes: noted, own: [], isCompared: false };
  if (found === undefined) return { ...unread, next: words.NOT_ASKED };
  const { contract, held, unknownActs } = found;
  // It settled here, so only a network that began again can be without it.
  const isReset = transaction.offeredLedger !== undefined && found.asOf < transaction.offeredLedger;
  const state = found.state === 'absent' && !isReset ? 'not-listed' : found.state;
  const archived = state === 'archived' ? { archived: true as const } : {};
  // An RPC of another network may only be behind.
  const aside = state === 'absent' && network.name === 'sandbox' ? { setAside: true as const } : {};
  if (contract === undefined) return { ...unread, ...archived, ...aside, next: words.UNREAD[state] };
  const compared = compareStanding(contract, call, prepared.request, network);
  const differences = compared?.differences.map(words.differenceText) ?? noted;
  // With different code the same fields may mean something else.
  const escrow = contract.code === call.wasmHash ? found.escrow : undefined;
  // Unless the owner's own wallet is known, the deploy's signer counts.
  const isSigners = context.reader.own.length === 0 && isOwner(context.viewer, prepared.owner);
  const wallets = isSigners ? [prepared.request.signer] : context.reader.own;
  const terms = escrow && moneyTermsOf(escrow, held?.decimals ?? decimals, network);
  const isOwn = differences.length > 0 && terms && (await areAgreed(context, wallets, transaction.contractId, terms));
  const sides = isOwn ? { changes: [], own: differences } : { changes: differences, own: [] };
  const against = { ...sides, isCompared: compared !== undefined };
  if (escrow === undefined) return { ...archived, ...against, next: words.UNREAD[state] };
  const next = nextOnLedger(escrow, held, { network, words, reader: context.reader }, true, unknownActs);
  return {
    escrow,
    ...archived,
    ...omitUndefined({ held, unknownActs }),
    ...against,
    next: state === 'archived' ? `${words.ARCHIVED} ${next}` : next,
  };
}
