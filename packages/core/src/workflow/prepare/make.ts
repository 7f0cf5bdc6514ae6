/** Builds a new offer, compares it with the request and with earlier ones, judges and stores it. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Action, ActionName, RequestOf } from '../../actions/action.ts';
import { agreementIn } from '../../actions/agreed-terms.ts';
import { CountersignError } from '../../errors/errors.ts';
import { amountProblems } from '../../escrow/check-token.ts';
import { assetOf, knownToken } from '../../escrow/network.ts';
import { isStepName } from '../../escrow/steps.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { LedgerSnapshot } from '../../ledger/ledger.ts';
import { nameRisk, type Risk, withMore } from '../../risk/index.ts';
import type { Warning } from '../../words/risk.ts';
import type { DeskContext } from '../context.ts';
import type { RunningCall } from '../model/call.ts';
import { type Keys, keysOfAsked } from '../model/keys.ts';
import type { ActionRequest, NewRequest, PreparedRequest, PreparedTransaction, StoredRisk } from '../model/requests.ts';
import type { Prepared } from '../model/results.ts';
import { asShown, isOutdatedOffer } from '../model/step-terms.ts';
import { isDeathDoubtful } from '../outcome/death.ts';
import { unconfirmed } from '../people/confirmations.ts';
import { lookAlikeWarnings } from '../people/trusted-baseline.ts';
import { requireKnownDeploy } from '../read/interfaces.ts';
import { countFor, isCountedFor, requireStillWithin } from '../risk/limits.ts';
import { keptStops, repetitionStops } from '../risk/repetition.ts';
import { knownOf, partiesOf, requirePayees, riskOfDeploy } from '../risk/risk-of-deploy.ts';
import { riskOfPayment } from '../risk/risk-of-payment.ts';
import { riskOfStep } from '../risk/risk-of-step.ts';
import { decideRivals, type RivalDecision } from '../risk/rivals.ts';
import { preparedView } from '../status/prepared-view.ts';
import { type BuiltTransaction, buildTransaction, refusedForPlatform } from './build.ts';
import type { RequestDecision } from './decide.ts';
import { type Gathered, othersNow, otherVersions } from './gather.ts';
import { stopsSinceBackup } from './since-backup.ts';

/** @param decision how it is repeated, or which stored request it belongs to */
export async function makeTransaction<Name extends ActionName>(
  context: DeskContext,
  action: Action<Name>,
  gathered: Gathered<Name>,
  decision: Extract<RequestDecision, { readonly kind: 'build' }>,
  call: RunningCall,
  tries = 1,
): Promise<Prepared<Name>> {
  const { request, owner, keys, facts, plan } = gathered;
  const { existing, round, isRepetition } = decision;
  const { previous } = facts;
  // An equal request written without names keeps the names of the first one.
  const names = facts.names.length > 0 ? facts.names : (existing?.names ?? []);
  const asked = { action: action.name, request: bound(context, action.name, request, existing) } as ActionRequest;
  // Compares the stored keys: under the other dialect the same request had a different one.
  const isVersion = ({ requestKey }: PreparedRequest) =>
    requestKey !== keys.request && !requestKey.startsWith(`${keys.request} `);
  context.reached?.('before-build');
  const others = otherVersions(context, keys.series, isVersion, call);
  const isElsewhere = context.store.isAskedByOthers({ owner, ...keys });
  const sight = lookAtParties(context, asked, call);
  const parties = asked.action === 'deploy' ? knownOf(context, asked.request, owner, sight) : undefined;
  // If a payment or a step cannot succeed, our own error comes before the builder's.
  const ofLedger = isStepName(asked.action)
    ? await riskOfStep(context, asked, owner, plan ?? existing?.plan, call())
    : await riskOfPayment(context, asked, owner, call());
  // The first failure is thrown; the other promises are awaited too, so none rejects unhandled.
  const [built, versions, learned, isShared, alike] = await Promise.all([
    buildTransaction(context, action, request, round, call, sight).catch(async (error: unknown) => {
      throw await refusedForPlatform(context, asked, error, call);
    }),
    others,
    parties,
    isElsewhere,
    lookAlikeWarnings(context, owner, asked),
  ]);
  if (asked.action === 'deploy') {
    const deploy = built.opened.call as ReadDeploy;
    requirePayees(context, asked.request, deploy);
    await requireKnownDeploy(context, deploy, call().signal);
  }
  const met = decideRivals({
    ...(await othersNow(context, { existing, previous, versions }, built.offer, call)),
    asked,
    built: built.offer,
    network: context.network,
    hasLedger: context.ledger !== undefined,
    now: context.now(),
  });
  if (met.kind === 'wait') throw pendingTransactionError(met.rival, context);
  const since =
    asked.action === 'deploy'
      ? await stopsSinceBackup(context, asked.request, built.opened.call as ReadDeploy, await sight, call)
      : [];
  const before = isRepetition ? repetitionStops(context.network, existing, asked) : keptStops(existing);
  const judgedAs = riskOf(context, asked, built, learned, {
    met,
    existing: isRepetition ? undefined : existing,
    before: [...alike, ...before, ...since],
    ofLedger,
    isShared,
    ofNames: nameRisk(names, learned?.proven ?? new Set(), context.now(), learned?.used),
  });
  const judged = built.offer.builtBy === 'direct' ? withDirect(judgedAs) : judgedAs;
  const replaces = replacesOf(met) ?? (isRepetition ? undefined : existing?.replaces);
  // Until the owner confirms, the new version ends no earlier one.
  const isOpen =
    judged.stops.length > 0 &&
    (existing === undefined ||
      isRepetition ||
      (await unconfirmed({ ...context, viewer: owner }, existing, judged.stops)).length > 0);
  const { request: requestKey, ...found } = keys;
  const handle: NewRequest = { ...asked, ...found, id: randomId(), pageId: randomId(), owner, requestKey, round };
  // The same transaction must not stand for two states of its escrow.
  const kept = isOutdatedOffer(asked.request, existing, built.offer.hash)
    ? undefined
    : await context.store
        .add(
          handle,
          { ...built.offer, isCounted: isCountedFor(context, owner) },
          {
            judged,
            agreement: agreementIn(asked, built.offer.unsignedXdr, context.network),
            names,
            ...(replaces === undefined ? {} : { replaces }),
            ...(plan === undefined ? {} : { plan }),
            ends: isOpen ? [] : met.replaced.map(({ id }) => id),
            met: met.looked,
          },
        )
        .catch(async (error: unknown) => {
          if (!(await isGivenToAnother(context, built.offer.hash, keys))) throw error;
        });
  if (kept === undefined) {
    if (tries >= MOST_BUILDS) throw new CountersignError('SEQUENCE_TAKEN');
    const { signal } = call();
    await sleep(NEXT_SECOND_MS, undefined, signal === undefined ? {} : { signal });
    return await makeTransaction(context, action, gathered, decision, call, tries + 1);
  }
  context.reached?.('stored');
  const own = kept.offers.find(({ hash }) => hash === built.offer.hash) as PreparedTransaction;
  // A visitor may have had the very same transaction prepared.
  await countFor(context, owner, own);
  await requireStillWithin(context, kept);
  return await preparedView(context, action, kept, own, built.opened);
}

/** A step is bound to the escrow that it shows. */
function bound<Name extends ActionName>(
  { network }: DeskContext,
  name: Name,
  request: RequestOf<Name>,
  existing: PreparedRequest | undefined,
): RequestOf<Name> {
  return isStepName(name) ? asShown(name, request as never, existing, network) : request;
}

/**
 * Reads the account and the parties: one request where the token is known, else one more for its asset.
 * @throws CountersignError INPUT_INVALID where no account can hold as much of that asset
 */
async function lookAtParties(
  { ledger, network }: DeskContext,
  { action, request }: ActionRequest,
  call: RunningCall,
): Promise<LedgerSnapshot | undefined> {
  if (ledger === undefined) return undefined;
  const wanted = { account: request.signer, contracts: [] };
  if (action !== 'deploy') return await ledger.lookAt(wanted, call().signal);
  const { address } = request.trustline;
  const isKnown = knownToken(network, address) !== undefined;
  const asset = isKnown ? assetOf(network, address) : await ledger.assetOf(address, call().signal);
  const withAsset = isKnown || asset === undefined ? network : { ...network, saidAssets: { [address]: asset } };
  const fields = amountProblems(request, withAsset);
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  return await ledger.lookAt({ ...wanted, parties: partiesOf(request, network, asset) }, call().signal);
}

/** How often to build until the transaction is one that no other handle has. */
const MOST_BUILDS = 4;
/** After this time the same terms get different time bounds, and so a different hash. */
const NEXT_SECOND_MS = 1_050;

/** Equal requests in the same second may build the same transaction, but each handle needs its own. */
async function isGivenToAnother({ store, network }: DeskContext, hash: string, keys: Keys): Promise<boolean> {
  const given = await store.findByHash(hash);
  const handle = given?.handle === undefined ? undefined : await store.find(given.handle);
  return (
    handle !== undefined &&
    handle.requestKey !== keys.request &&
    keysOfAsked(handle, network, handle.owner).terms === keys.terms
  );
}

type AddDecision = Extract<RivalDecision, { readonly kind: 'add' }>;

function replacesOf({ replaced: [newest], differences }: AddDecision): PreparedRequest['replaces'] {
  return newest === undefined ? undefined : { id: newest.id, differences };
}

type RiskParts = {
  readonly met: AddDecision;
  readonly existing: PreparedRequest | undefined;
  readonly before: StoredRisk['stops'];
  /** The judgement of a payment or step by the escrow's state on the ledger. */
  readonly ofLedger: StoredRisk;
  /** Whether somebody else uses the engagement id with this account. */
  readonly isShared: boolean;
  /** The judgement of the names by which its addresses were given. */
  readonly ofNames: Risk;
};

function riskOf(
  context: DeskContext,
  asked: ActionRequest,
  { offer, opened }: BuiltTransaction<ActionName>,
  learned: Awaited<ReturnType<typeof knownOf>> | undefined,
  { met, existing, before, ofLedger, isShared, ofNames }: RiskParts,
): StoredRisk {
  const stops = distinct([...before, ...met.stops, ...ofNames.stops]);
  if (asked.action !== 'deploy' || learned === undefined) {
    const judged = withMore(ofLedger, { ...ofNames, stops });
    return { ...ofLedger, ...judged, stops: distinct(judged.stops) };
  }
  const last = existing?.offers[0]?.contractId;
  const warnings: Warning[] = [
    ...(last === undefined || last === offer.contractId
      ? []
      : [{ code: 'ADDRESS_CHANGED', params: { before: last, now: offer.contractId } } as const]),
    ...(context.ledger !== undefined && learned.accounts === undefined
      ? [{ code: 'LEDGER_NOT_ASKED', params: {} } as const]
      : []),
    ...(isShared ? [{ code: 'SAME_ID_ELSEWHERE', params: {} } as const] : []),
    ...ofNames.warnings,
  ];
  return riskOfDeploy(context, opened.call as ReadDeploy, learned, { stops, warnings, facts: ofNames.facts });
}

/** First, since a card shows only the first ones. */
const withDirect = (judged: StoredRisk): StoredRisk => ({
  ...judged,
  facts: [{ code: 'BUILT_DIRECTLY', params: {} }, ...judged.facts],
});

/** An earlier payment may be found twice, by its offer and on the ledger; only one stop remains. */
function distinct(stops: StoredRisk['stops']): StoredRisk['stops'] {
  return [...new Map(stops.map((stop) => [JSON.stringify(stop), stop])).values()];
}

function pendingTransactionError(rival: PreparedTransaction, { words }: Pick<DeskContext, 'words'>): CountersignError {
  const { expiresAt, hash } = rival;
  return new CountersignError('OUTCOME_UNKNOWN', {
    ...(isDeathDoubtful(rival) ? words.seemsDead(hash) : words.stillLiving(hash, new Date(expiresAt).toISOString())),
    language: words.language,
  });
}

function randomId(): string {
  return randomBytes(16).toString('hex');
}
