/**
 * What an offer meets: other offers of its handle, and other versions of the same escrow. Two with one sequence number
 * exclude each other on the ledger. Of every other one must be known that it can no longer settle, or the person is
 * asked.
 */
import { checkTerms } from '../actions/deploy/check-deploy.ts';
import { Differences } from '../actions/differences.ts';
import { CountersignError, type Difference } from '../errors/errors.ts';
import type { DeployRequest } from '../escrow/index.ts';
import { escrowOnChain } from '../kinds/escrow-of-request.ts';
import type { Stop } from '../words/stops.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import { type Asked, type Handle, isUndecided, mayBeSent, type NewOffer, type Offer } from './store/offers.ts';
import { truthOf } from './truth/truth-of.ts';

export type Met = {
  readonly stops: readonly Stop[];
  /** Earlier versions that were never sent, newest first: the new one ends them. */
  readonly replaced: readonly Handle[];
  readonly differences: readonly Difference[];
};

/** As the ledger has them now. */
export type Others = {
  /** The offer's own handle, if there is one. */
  readonly known: Handle | undefined;
  /** Equal requests that ended. */
  readonly former: readonly Handle[];
  readonly versions: readonly Handle[];
};

/**
 * @throws CountersignError OUTCOME_UNKNOWN while an earlier one may still settle beside it
 */
export async function meetEarlier(
  context: DeskContext,
  asked: Asked,
  offer: NewOffer,
  { known, former, versions }: Others,
): Promise<Met> {
  const all = [...(known === undefined ? [] : [known]), ...former, ...versions];
  const rivals = all.flatMap(({ offers }) => offers).filter((earlier) => isRival(earlier, offer));
  const living = rivals.find(({ expiresAt }) => expiresAt > context.now());
  if (living !== undefined) throw stillLiving(living);
  const replaced = versions.filter((version) => version.end === undefined && isUnsent(version));
  const [newest] = replaced;
  const differences =
    newest === undefined || asked.action !== 'deploy' ? [] : differencesFrom(context, newest, asked.request);
  const settled = versions.flatMap(({ offers }) => offers.filter(({ state }) => state === 'settled'));
  const opened = replaced.find(({ openedAt }) => openedAt !== undefined);
  const transactions = rivals.map(({ hash }) => hash);
  return {
    stops: [
      ...settled.map(({ contractId }): Stop => ({ code: 'ANOTHER_VERSION_SETTLED', params: { contractId } })),
      ...(opened === undefined ? [] : [{ code: 'REPLACES_OPENED', params: { id: opened.id, differences } } as const]),
      ...(rivals.length === 0
        ? []
        : [
            {
              code: context.ledger === undefined ? 'NO_LEDGER_TO_ASK' : 'NOT_COVERED',
              params: { transactions },
            } as const,
          ]),
    ],
    replaced,
    differences,
  };
}

/** Other versions of the same escrow, by the ledger's word of now. Its own earlier rounds are none. */
export async function otherVersions(
  context: DeskContext,
  series: string | undefined,
  isOther: (handle: Handle) => boolean,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<readonly Handle[]> {
  if (series === undefined) return [];
  const versions = (await context.store.findSeries(series)).filter(isOther);
  return await Promise.all(versions.map(async (version) => (await truthOf(context, version, { signal })).handle));
}

/** Whether both could settle, for all that is known. */
function isRival(earlier: Offer, { hash, sequence }: NewOffer): boolean {
  return isUndecided(earlier) && !earlier.isGivenUp && earlier.hash !== hash && earlier.sequence !== sequence;
}

function isUnsent({ offers }: Handle): boolean {
  return !offers.some((offer) => offer.state === 'settled' || offer.state === 'taken' || mayBeSent(offer));
}

/** `asked` is the new request's. */
function differencesFrom({ network }: DeskContext, before: Handle, request: DeployRequest): readonly Difference[] {
  if (before.action !== 'deploy') return [];
  const differences = new Differences();
  checkTerms(escrowOnChain(before.request, network), request, network, differences);
  return differences.list;
}

function stillLiving({ expiresAt, hash }: Offer): CountersignError {
  return new CountersignError('OUTCOME_UNKNOWN', {
    message: `Transaction ${hash} was prepared earlier for the same escrow, and could still settle beside a new one.`,
    remedy: `Ask again after ${new Date(expiresAt).toISOString()}, when its time is over.`,
  });
}
