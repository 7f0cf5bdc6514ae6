/** An offer that is built, compared, held against earlier ones, judged and stored: where no living one can be handed out. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Action, ActionName, RequestOf } from '../actions/action.ts';
import { CountersignError } from '../errors/errors.ts';
import { knownToken } from '../escrow/network.ts';
import { isStepName } from '../escrow/steps.ts';
import { type Judgement, judgeNames, withMore } from '../judgement/index.ts';
import type { ReadDeploy } from '../kinds/read-deploy.ts';
import type { Sight } from '../ledger/ledger.ts';
import type { NamedAddress } from '../words/names.ts';
import type { Stop } from '../words/stops.ts';
import type { Warning } from '../words/warnings.ts';
import { againStops } from './again.ts';
import { type BuiltOffer, buildOffer } from './build-offer.ts';
import { unconfirmed } from './confirmations.ts';
import type { DeskContext } from './context.ts';
import { type Met, meetEarlier, otherVersions } from './earlier-offers.ts';
import { judgedFunding } from './judge-funding.ts';
import { judgedStep } from './judge-step.ts';
import { judgedDeploy, knownOf, partiesOf } from './judging.ts';
import { type Keys, keysOfAsked } from './keys.ts';
import { requireStillWithin } from './limits.ts';
import { refusedDeploy } from './occupied.ts';
import type { Person } from './person.ts';
import { preparedView } from './prepared-view.ts';
import { refusedForPlatform } from './refused-platform.ts';
import type { Prepared } from './results.ts';
import type { RunningCall } from './run-call.ts';
import type { Asked, Handle, Judged, NewHandle, Offer } from './store/offers.ts';

export type Place = {
  readonly owner: Person;
  readonly keys: Keys;
  readonly round: number;
  readonly isAgain: boolean;
  /** Equal requests that ended, as the ledger has them now. */
  readonly former: readonly Handle[];
  /** What its addresses were called, and where that is from. */
  readonly names: readonly NamedAddress[];
};

/**
 * @param known the request's handle, if there is one, as the ledger has it now
 * @param place whose it is, by what it is found again, and how often it was done before
 */
export async function prepareAnew<Name extends ActionName>(
  context: DeskContext,
  action: Action<Name>,
  request: RequestOf<Name>,
  known: Handle | undefined,
  place: Place,
  call: RunningCall,
  tries = 1,
): Promise<Prepared<Name>> {
  const { owner, keys, round, isAgain, former, names } = place;
  const asked = { action: action.name, request } as Asked;
  // By the key that it was stored under: under the other dialect the same request had another one.
  const isVersion = ({ requestKey }: Handle) =>
    requestKey !== keys.request && !requestKey.startsWith(`${keys.request} `);
  context.reached?.('before-build');
  const versions = otherVersions(context, keys.series, isVersion, call());
  const isElsewhere = context.store.isAskedByOthers({ owner, ...keys });
  const sight = lookAtParties(context, asked, call);
  const facts = asked.action === 'deploy' ? knownOf(context, asked.request, owner, sight) : undefined;
  // Why a payment or a step cannot succeed is told in our words, before its builder tries.
  const ofLedger = isStepName(asked.action)
    ? await judgedStep(context, asked, call())
    : await judgedFunding(context, asked, owner, call());
  // Whoever fails first is told of; the others are not left without somebody to hear them.
  const [built, others, learned, isShared] = await Promise.all([
    buildOffer(context, action, request, round, call, sight).catch(async (error: unknown) => {
      const refused = await refusedDeploy(context, asked, round, error, call);
      throw await refusedForPlatform(context, asked, refused, call);
    }),
    versions,
    facts,
    isElsewhere,
  ]);
  const met = await meetEarlier(context, asked, built.offer, { known, former, versions: others }, call);
  const before = [...(isAgain ? againStops(context, known, asked) : keptStops(known))];
  const judged = judgedOffer(context, asked, built, learned, {
    met,
    known: isAgain ? undefined : known,
    before,
    ofLedger,
    isShared,
    ofNames: judgeNames(names, learned?.used ?? new Set(), context.now()),
  });
  const replaces = replacesOf(met) ?? (isAgain ? undefined : known?.replaces);
  // Nothing gives way to what the person has yet to confirm.
  const isOpen =
    judged.stops.length > 0 &&
    (known === undefined || isAgain || (await unconfirmed(context, known, judged.stops)).length > 0);
  const { request: requestKey, ...found } = keys;
  const handle: NewHandle = { ...asked, ...found, id: randomId(), pageId: randomId(), owner, requestKey, round };
  const kept = await context.store
    .add(handle, built.offer, {
      judged,
      names,
      ...(replaces === undefined ? {} : { replaces }),
      ends: isOpen ? [] : met.replaced.map(({ id }) => id),
      met: met.looked,
    })
    .catch(async (error: unknown) => {
      if (!(await isGivenToAnother(context, built.offer.hash, keys))) throw error;
      if (tries >= MOST_BUILDS) throw new CountersignError('SEQUENCE_TAKEN', { cause: error });
    });
  if (kept === undefined) {
    const { signal } = call();
    await sleep(NEXT_SECOND_MS, undefined, signal === undefined ? {} : { signal });
    return await prepareAnew(context, action, request, known, place, call, tries + 1);
  }
  context.reached?.('stored');
  await requireStillWithin(context, kept);
  const own = kept.offers.find(({ hash }) => hash === built.offer.hash) as Offer;
  return await preparedView(context, action, kept, own, built.opened);
}

/** The account, and whoever takes part: one question where the token is known, else one more for its asset. */
async function lookAtParties(
  { ledger, network }: DeskContext,
  { action, request }: Asked,
  call: RunningCall,
): Promise<Sight | undefined> {
  if (ledger === undefined) return undefined;
  const wanted = { account: request.signer, contracts: [] };
  if (action !== 'deploy') return await ledger.lookAt(wanted, call().signal);
  const { address } = request.trustline;
  const isKnown = knownToken(network, address) !== undefined;
  const asset = isKnown ? undefined : await ledger.assetOf(address, call().signal);
  const said = asset === undefined ? network : { ...network, saidAssets: { [address]: asset } };
  return await ledger.lookAt({ ...wanted, parties: partiesOf(request, said) }, call().signal);
}

/** Tried so often for a transaction that nobody else was given. */
const MOST_BUILDS = 4;
/** After that the same terms have other time bounds. */
const NEXT_SECOND_MS = 1_050;

/** Two people who ask for the same at the same moment may be given one transaction; each handle needs its own. */
async function isGivenToAnother({ store, network }: DeskContext, hash: string, keys: Keys): Promise<boolean> {
  const given = await store.findByHash(hash);
  const handle = given?.handle === undefined ? undefined : await store.find(given.handle);
  return (
    handle !== undefined &&
    handle.requestKey !== keys.request &&
    keysOfAsked(handle, network, handle.owner).terms === keys.terms
  );
}

function replacesOf({ replaced: [newest], differences }: Met): Handle['replaces'] {
  return newest === undefined ? undefined : { id: newest.id, differences };
}

type Beside = {
  readonly met: Met;
  readonly known: Handle | undefined;
  readonly before: Judged['stops'];
  /** Of a payment or a step, as the ledger has the escrow. */
  readonly ofLedger: Judgement;
  /** Whether somebody else uses the engagement id with this account. */
  readonly isShared: boolean;
  /** What follows from the names that its addresses were given by. */
  readonly ofNames: Judgement;
};

function judgedOffer(
  context: DeskContext,
  asked: Asked,
  { offer, opened }: BuiltOffer<ActionName>,
  learned: Awaited<ReturnType<typeof knownOf>> | undefined,
  { met, known, before, ofLedger, isShared, ofNames }: Beside,
): Judged {
  const stops = distinct([...before, ...met.stops, ...ofNames.stops]);
  if (asked.action !== 'deploy' || learned === undefined) return withMore(ofLedger, { ...ofNames, stops });
  const last = known?.offers[0]?.contractId;
  const warnings: Warning[] = [
    ...(last === undefined || last === offer.contractId
      ? []
      : [{ code: 'ADDRESS_CHANGED', params: { before: last, now: offer.contractId } } as const]),
    ...(isShared ? [{ code: 'SAME_ID_ELSEWHERE', params: {} } as const] : []),
    ...ofNames.warnings,
  ];
  return judgedDeploy(context, opened.call as ReadDeploy, learned, { stops, warnings, facts: ofNames.facts });
}

/** That it was paid before is found again where the earlier payment is of another way. */
function distinct(stops: Judged['stops']): Judged['stops'] {
  return [...new Map(stops.map((stop) => [JSON.stringify(stop), stop])).values()];
}

/** That it was done before stays true when it is renewed. */
function keptStops(known: Handle | undefined): Judged['stops'] {
  return (known?.judged.stops ?? []).filter(({ code }) => DONE_BEFORE.includes(code));
}

const DONE_BEFORE: readonly Stop['code'][] = ['PAID_ALREADY', 'WITHDRAWN_ALREADY', 'ANOTHER_ESCROW'];

/** 128 random bits. */
function randomId(): string {
  return randomBytes(16).toString('hex');
}
