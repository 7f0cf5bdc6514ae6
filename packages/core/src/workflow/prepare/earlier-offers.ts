/**
 * An offer's rivals: other offers of its handle, and other versions of the same escrow. Two with the same sequence
 * number exclude each other on the ledger. Any other rival must be known to be dead, or the person is asked.
 */
import { checkTerms } from '../../actions/deploy/check-deploy.ts';
import { Differences } from '../../actions/differences.ts';
import { CountersignError, type Difference } from '../../errors/errors.ts';
import { escrowOnChain } from '../../kinds/escrow-of-request.ts';
import type { Stop } from '../../words/stops.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../desk.ts';
import { truthOf } from '../outcome/truth-of.ts';
import type { RunningCall } from '../run-call.ts';
import {
  type Asked,
  type Handle,
  isUndecided,
  mayBeSent,
  type NewOffer,
  type Offer,
  type OfferState,
} from '../store/offers.ts';
import { paidStop, timeOf } from './again.ts';

export type Met = {
  readonly stops: readonly Stop[];
  /** Earlier versions that were never sent, newest first: the new one ends them. */
  readonly replaced: readonly Handle[];
  readonly differences: readonly Difference[];
  /** Every offer that was checked, with its state at that time. */
  readonly looked: ReadonlyMap<string, OfferState>;
};

/** As the ledger has them now. */
export type Others = {
  /** The offer's own handle, if there is one. */
  readonly known: Handle | undefined;
  /** Equal requests that ended. */
  readonly former: readonly Handle[];
  readonly versions: readonly Handle[];
};

/** @throws CountersignError OUTCOME_UNKNOWN while an earlier one may still settle beside it */
export async function meetEarlier(
  context: DeskContext,
  asked: Asked,
  offer: NewOffer,
  others: Others,
  call: RunningCall,
): Promise<Met> {
  const { known, versions, all } = await lookedAtAgain(context, offer, others, call);
  const rivals = rivalsIn(all, offer);
  const living = rivals.find(({ expiresAt }) => expiresAt > context.now());
  if (living !== undefined) throw stillLiving(living, context);
  // A version made after the handle that is being renewed is newer, and is not replaced.
  const earlier = versions.filter(({ madeAt }) => known === undefined || madeAt <= known.madeAt);
  const replaced = earlier.filter((version) => version.end === undefined && isUnsent(version));
  const opened = earlier.filter((version) => isUnsent(version) && isBeforeSomebody(version, context.now()));
  // A step that was already taken is no other version: the ledger shows its effect.
  const isStep = 'state' in asked.request;
  const settled = isStep ? [] : versions.flatMap(({ offers }) => offers.filter(({ state }) => state === 'settled'));
  const beside = context.ledger === undefined ? 'NO_LEDGER_TO_ASK' : 'NOT_COVERED';
  const [newest] = replaced;
  return {
    stops: [
      ...settled.map((earlier): Stop => {
        if (asked.action === 'fund') return paidStop(context, asked.request, timeOf(earlier));
        return { code: 'ANOTHER_VERSION_SETTLED', params: { contractId: earlier.contractId } };
      }),
      ...opened.map((version): Stop => {
        const params = { id: version.id, differences: differencesFrom(context, version, asked) };
        return { code: 'REPLACES_OPENED', params };
      }),
      ...(rivals.length === 0
        ? []
        : [{ code: beside, params: { transactions: rivals.map(({ hash }) => hash).sort() } } as const]),
    ],
    replaced,
    differences: newest === undefined ? [] : differencesFrom(context, newest, asked),
    looked: new Map(all.flatMap(({ offers }) => offers.map(({ hash, state }) => [hash, state] as const))),
  };
}

/** Rivals may have been decided while the offer was built, so all are checked once more. */
async function lookedAtAgain(context: DeskContext, offer: NewOffer, others: Others, call: RunningCall) {
  const { known, former, versions } = others;
  const listed = (own: Handle | undefined, ended: readonly Handle[], more: readonly Handle[]) => [
    ...(own === undefined ? [] : [own]),
    ...ended,
    ...more,
  ];
  const all = listed(known, former, versions);
  if (rivalsIn(all, offer).length === 0) return { known, versions, all };
  const look = async (handle: Handle) => (await truthOf(context, handle, call())).handle;
  const own = known && (await look(known));
  const again = await Promise.all(versions.map(look));
  return { known: own, versions: again, all: listed(own, await Promise.all(former.map(look)), again) };
}

const rivalsIn = (handles: readonly Handle[], offer: NewOffer): Offer[] =>
  handles.flatMap(({ offers }) => offers).filter((earlier) => isRival(earlier, offer));

/** Whether a person has its page open with something to sign, even if it was discarded meanwhile. */
function isBeforeSomebody({ openedAt, end, offers }: Handle, now: number): boolean {
  if (openedAt === undefined || (end !== undefined && end.as !== 'discarded')) return false;
  return end === undefined || offers.some((offer) => isUndecided(offer) && offer.expiresAt > now);
}

/** Other versions of the same escrow, as the ledger has them now. Its own earlier rounds do not count. */
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
  return !offers.some(
    (offer) => offer.state === 'settled' || offer.state === 'taken' || (mayBeSent(offer) && !offer.isGivenUp),
  );
}

/** Of two versions; `asked` is the newer one's. */
export function differencesFrom({ network }: Pick<DeskContext, 'network'>, before: Asked, now: Asked): Difference[] {
  if (before.action !== 'deploy' || now.action !== 'deploy') return [];
  const differences = new Differences();
  checkTerms(escrowOnChain(before.request, network), now.request, network, differences);
  return [...differences.list];
}

function stillLiving({ expiresAt, hash }: Offer, { words }: Pick<DeskContext, 'words'>): CountersignError {
  return new CountersignError('OUTCOME_UNKNOWN', {
    ...words.stillLiving(hash, new Date(expiresAt).toISOString()),
    language: words.language,
  });
}
