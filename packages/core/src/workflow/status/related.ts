/** A transaction's relation to others of its person: what took its place, what waits at the same time, what is newer. */

import { omitUndefined } from '../../text/fields.ts';
import { type Fact, MOST_NAMED } from '../../words/data/risk.ts';
import { firstOf } from '../../words/naming.ts';
import type { DeskContext } from '../context.ts';
import { isOfEscrowPage } from '../model/escrow-page.ts';
import { seriesOf } from '../model/keys.ts';
import { hasPage } from '../model/page-actions.ts';
import { isLocal, isPerson } from '../model/person.ts';
import { isUndecided, type PreparedRequest, type PreparedTransaction } from '../model/requests.ts';
import type { DisplacedBy, TransactionStatus } from '../model/results.ts';
import { readOutcome } from '../outcome/read-outcome.ts';
import { rightTo } from '../people/access.ts';
import { shownLine } from '../read/escrow-terms.ts';
import { summaryOf } from '../read/kept-transaction.ts';
import { isIncluded, sharingSequence } from '../store/shared-sequence.ts';

type OneOfSeveral = Extract<Fact, { readonly code: 'ONE_OF_SEVERAL' }>;

/** The transaction that used a displaced one's sequence number; undefined where this person did not prepare it here. */
export async function displacedBy(
  context: DeskContext,
  prepared: PreparedRequest,
  transaction: PreparedTransaction,
): Promise<DisplacedBy | undefined> {
  const others = await sharingSequence(context.store, prepared, transaction);
  const known = others.find(({ transaction: other }) => isIncluded(other));
  const by = known ?? (await includedNow(context, prepared, transaction, others));
  if (by === undefined) return undefined;
  const { id, action } = by.prepared;
  const { state, contractId, hash } = by.transaction;
  const isVersion = action === 'deploy' && state === 'settled' && isSameSeries(prepared, by.prepared);
  return omitUndefined({
    id: (await rightTo(context, by.prepared)) === undefined ? undefined : id,
    action: action === 'deploy' ? undefined : action,
    status: state === 'rejected' ? 'rejected' : 'settled',
    title: titleOf(context, by.prepared, by.transaction),
    contractId: action === 'trust' ? undefined : contractId,
    transactionHash: hash,
    earlierVersion: isVersion || undefined,
  });
}

type Others = Awaited<ReturnType<typeof sharingSequence>>;

/** A wallet may have sent it: then no one has asked the ledger about it yet. */
async function includedNow(
  context: DeskContext,
  prepared: PreparedRequest,
  transaction: PreparedTransaction,
  others: Others,
) {
  const undecided = others.filter(({ transaction: other }) => isUndecided(other)).map(({ prepared: { id } }) => id);
  for (const id of new Set(undecided)) {
    const other = await context.store.find(id);
    if (other !== undefined) await readOutcome(context, other, {});
  }
  if (undecided.length === 0) return undefined;
  return (await sharingSequence(context.store, prepared, transaction)).find(({ transaction: other }) =>
    isIncluded(other),
  );
}

/** What else waits for a signature of the same account, with the same sequence number, as the viewer may know it. */
export async function oneOfSeveral(
  context: DeskContext,
  prepared: PreparedRequest,
  transaction: PreparedTransaction,
): Promise<readonly OneOfSeveral[]> {
  // On an escrow's page strangers may have prepared any number for this account.
  if (isOfEscrowPage(prepared.owner) || !isWaiting(context, prepared, transaction)) return [];
  const others = (await sharingSequence(context.store, prepared, transaction)).filter(
    (other) =>
      other.prepared.id !== prepared.id &&
      isWaiting(context, other.prepared, other.transaction) &&
      !isSameSeries(prepared, other.prepared),
  );
  const known = await Promise.all(
    others.map(async (other) => ({ ...other, isKnown: await isKnownToViewer(context, other.prepared) })),
  );
  const shown = known.filter(({ isKnown }) => isKnown || !isPerson(context.viewer));
  if (shown.length === 0) return [];
  // A step's title is read from the escrow that it shows, which takes its time, and an account may have hundreds.
  const named = firstOf(shown, MOST_NAMED).shown.map(({ prepared: other, transaction: theirs, isKnown }) => {
    return omitUndefined({ action: other.action, title: isKnown ? titleOf(context, other, theirs) : undefined });
  });
  const more = shown.length - named.length;
  return [{ code: 'ONE_OF_SEVERAL', params: { others: named, ...(more === 0 ? {} : { more }) } }];
}

function isWaiting(
  { now }: DeskContext,
  { end, transactions: [newest] }: PreparedRequest,
  { hash, state, expiresAt }: PreparedTransaction,
): boolean {
  return end === undefined && newest?.hash === hash && state === 'offered' && expiresAt > now();
}

/** On a page only the local person is known to be the owner. */
async function isKnownToViewer(context: DeskContext, prepared: PreparedRequest): Promise<boolean> {
  const { viewer } = context;
  if (isPerson(viewer)) return (await rightTo(context, prepared)) !== undefined;
  return viewer.visitor === undefined && isLocal(prepared.owner);
}

/**
 * The version that replaced a request, or will once a person confirms it. Its page's address is for people who may sign
 * the handle itself: it is the same owner's correction, for the same signer.
 */
export async function newerVersion(
  context: DeskContext,
  prepared: PreparedRequest,
  maySign: boolean,
): Promise<
  { readonly prepared: PreparedRequest; readonly view: NonNullable<TransactionStatus['newerVersion']> } | undefined
> {
  const newer = await findNewer(context, prepared);
  if (newer === undefined) return undefined;
  const signUrl = maySign && hasPage(newer.action) ? context.signUrl?.(newer.pageId) : undefined;
  return { prepared: newer, view: omitUndefined({ id: newer.id, signUrl }) };
}

async function findNewer({ store }: DeskContext, prepared: PreparedRequest): Promise<PreparedRequest | undefined> {
  if (prepared.end !== undefined) return prepared.end.by === undefined ? undefined : await store.find(prepared.end.by);
  const { series } = seriesOf(prepared);
  // Only one that somebody opened needs a confirmation to be replaced.
  if (prepared.openedAt === undefined || series === undefined) return undefined;
  const replaces = ({ end, risk: { stops: blockers } }: PreparedRequest) =>
    end === undefined && blockers.some(({ code, params }) => code === 'REPLACES_OPENED' && params.id === prepared.id);
  return (await store.findSeries(series)).find(replaces);
}

function isSameSeries(one: PreparedRequest, other: PreparedRequest): boolean {
  const [first, second] = [one, other].map((each) => seriesOf(each).series);
  return first !== undefined && first === second;
}

function titleOf(
  context: DeskContext,
  prepared: PreparedRequest,
  transaction: PreparedTransaction,
): string | undefined {
  if (prepared.action === 'deploy') return shownLine(prepared.request.title);
  const summary = summaryOf(context, prepared, transaction);
  return 'title' in summary && summary.title !== undefined ? shownLine(summary.title) : undefined;
}
