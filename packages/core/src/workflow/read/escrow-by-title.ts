/**
 * An escrow named by its title: among those that the person prepared, and those in which their wallet has signed. What
 * others prepared or let them in to does not count, so an escrow of a stranger with the same title is never meant.
 */
import { nameKey } from '../../contacts/index.ts';
import { CountersignError, fieldProblem } from '../../errors/errors.ts';
import { fromBaseUnits } from '../../escrow/index.ts';
import { totalAmount } from '../../kinds/progress.ts';
import { fold } from '../../text/fold.ts';
import type { DeskContext } from '../context.ts';
import { isPerson, type Person } from '../model/person.ts';
import { readerOf } from '../people/names-shown.ts';
import { assetOf, shownLine } from './escrow-terms.ts';
import { escrowsOnLedger } from './escrows-on-ledger.ts';
import { escrowTitles } from './titles.ts';

const MOST_TITLES = 200;

/** `details`: what tells it apart from another one of the same title. */
type Candidate = { readonly address: string; readonly details: string; readonly isEnded?: boolean };

/**
 * @returns the address of the one escrow with this title; undefined where there is none, or where a contract has that name
 * @throws CountersignError INPUT_INVALID where several have it
 */
export async function addressOfTitle(context: DeskContext, title: string, field: string): Promise<string | undefined> {
  const { viewer, store } = context;
  const wanted = fold(title);
  if (!isPerson(viewer) || wanted === '') return undefined;
  const contacts = await store.contactsOf(viewer);
  const isName = contacts.some(
    ({ key, address, removedAt }) => key === nameKey(title) && address.startsWith('C') && removedAt === undefined,
  );
  if (isName) return undefined;
  const own = await preparedWithTitle(context, title, wanted);
  const known = own.map(({ address }) => address);
  const signed = await signedWithTitle(context, viewer, wanted, known);
  const current = own.filter(({ isEnded }) => isEnded !== true);
  const found = [...(current.length === 0 && signed.length === 0 ? own : current), ...signed];
  const [only, ...others] = found;
  if (others.length === 0) return only?.address;
  const escrows = found.map(({ address, details }) => `${address} (${details})`);
  throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem(field, 'SEVERAL_ESCROWS', { escrows })] });
}

async function preparedWithTitle(context: DeskContext, title: string, wanted: string): Promise<readonly Candidate[]> {
  const titled = await escrowTitles(context, title, MOST_TITLES);
  const own = titled.filter((each) => each.isShared === undefined && each.setAside === undefined);
  const candidates = own.flatMap(({ contractId: address, status, ...terms }) =>
    address === undefined || fold(terms.title) !== wanted
      ? []
      : [{ address, details: detailsOf(terms), isEnded: status === 'ended' }],
  );
  return [...new Map(candidates.toReversed().map((each) => [each.address, each])).values()].toReversed();
}

/** Of escrows that were prepared elsewhere only the ledger has the title. */
async function signedWithTitle(
  context: DeskContext,
  person: Person,
  wanted: string,
  known: readonly string[],
): Promise<readonly Candidate[]> {
  const { store, ledger, network } = context;
  const wallets = new Set([...(await readerOf(context)).own, ...(await store.signedBy(person))]);
  const ofWallets = await Promise.all([...wallets].map((wallet) => store.escrowsOfWallet(wallet, false, [])));
  const addresses = new Set(ofWallets.flatMap(({ signed }) => signed));
  for (const address of known) addresses.delete(address);
  if (ledger === undefined || addresses.size === 0) return [];
  const seen = await escrowsOnLedger(ledger, network, [...addresses]);
  return [...(seen ?? [])].flatMap(([address, { escrow, held }]) => {
    if (escrow === undefined || fold(shownLine(escrow.title)) !== wanted) return [];
    const total = held && fromBaseUnits(totalAmount(escrow), held.decimals);
    const engagementId = shownLine(escrow.engagementId);
    return [{ address, details: detailsOf({ engagementId, total, tokenCode: assetOf(escrow, network) }) }];
  });
}

type Details = { readonly engagementId?: string; readonly total: string | undefined; readonly tokenCode: string };

function detailsOf({ engagementId, total, tokenCode }: Details): string {
  const amount = total === undefined ? tokenCode : `${total} ${tokenCode}`;
  return engagementId === undefined ? amount : `${engagementId}, ${amount}`;
}
