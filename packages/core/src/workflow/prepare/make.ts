/** Makes a new transaction: gathers what it is judged by, has it built, decides by both, and stores it. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActionName } from '../../actions/action.ts';
import { agreementIn } from '../../actions/agreed-terms.ts';
import { CountersignError } from '../../errors/errors.ts';
import { amountProblems } from '../../escrow/check-token.ts';
import { assetOf, knownToken } from '../../escrow/network.ts';
import { isStepName } from '../../escrow/steps.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { LedgerSnapshot } from '../../ledger/ledger.ts';
import { mergeRisk, nameRisk } from '../../risk/index.ts';
import type { BlockingWarning, Warning } from '../../words/data/risk.ts';
import type { NamedAddress } from '../../words/names.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import { type Keys, keysOf } from '../model/keys.ts';
import type {
  ActionRequest,
  NewRequest,
  NewTransaction,
  PreparedRequest,
  PreparedTransaction,
  StoredRisk,
} from '../model/requests.ts';
import type { Prepared } from '../model/results.ts';
import { bindToShownState, isOutdatedTransaction } from '../model/step-terms.ts';
import { isDeathDoubtful } from '../outcome/death.ts';
import { isToConfirm } from '../people/confirmations.ts';
import { lookAlikeWarnings } from '../people/trusted-baseline.ts';
import { requireKnownDeploy } from '../read/interfaces.ts';
import { countFor, isCountedFor, requireStillWithin } from '../risk/limits.ts';
import { earlierBlockers, repetitionBlockers } from '../risk/repetition.ts';
import { knownOf, partiesOf, requirePayees, riskOfDeploy } from '../risk/risk-of-deploy.ts';
import { riskOfPayment } from '../risk/risk-of-payment.ts';
import { riskOfStep } from '../risk/risk-of-step.ts';
import { decideRivals, type RivalDecision } from '../risk/rivals.ts';
import { preparedView } from '../status/prepared-view.ts';
import { type BuiltTransaction, buildTransaction } from './build.ts';
import type { RequestDecision } from './decide.ts';
import { type Gathered, otherVersions, refreshRivals } from './gather.ts';
import { findBlockersSinceBackup } from './since-backup.ts';

type BuildDecision = Extract<RequestDecision, { readonly kind: 'build' }>;

/** How often to build until the transaction is one that no other request has. */
const MOST_BUILDS = 4;
/** After this time the same terms get different time bounds, and so a different hash. */
const NEXT_SECOND_MS = 1_050;

/**
 * @param decision how it is repeated, or which stored request it belongs to
 * @returns `done` where what is requested turns out to be done: then all is read again
 * @throws CountersignError SEQUENCE_TAKEN where another transaction of the account comes first
 */
export async function makeTransaction<Name extends ActionName>(
  context: RunningContext,
  gathered: Gathered<Name>,
  decision: BuildDecision,
): Promise<Prepared<Name> | 'done'> {
  for (let builds = 1; ; builds += 1) {
    const made = await makeOnce(context, orderOf(context, gathered, decision));
    if (made !== 'not-unique') return made;
    if (builds === MOST_BUILDS) throw new CountersignError('SEQUENCE_TAKEN');
    await sleep(NEXT_SECOND_MS, undefined, { signal: context.call().signal });
  }
}

/** Gathers, builds, decides and stores. */
async function makeOnce<Name extends ActionName>(
  context: RunningContext,
  order: Order<Name>,
): Promise<Prepared<Name> | 'done' | 'not-unique'> {
  const { wanted, owner, plan, existing } = order;
  context.onCheckpoint?.('before-build');
  const snapshot = lookAtParties(context, wanted);
  const gathering = gatherFacts(context, order, snapshot);
  const judging = isStepName(wanted.action)
    ? riskOfStep(context, wanted, owner, plan ?? existing?.plan, context.call())
    : riskOfPayment(context, wanted, owner, context.call());
  // If a payment or a step cannot succeed, our own error comes before the builder's.
  const building = judging.then(() => buildTransaction(context, order, snapshot));
  // The first failure is thrown; the other promises are awaited too, so none rejects unhandled.
  const [facts, ledgerRisk, built] = await Promise.all([gathering, judging, building]);
  const deploy = built.opened.call as ReadDeploy;
  if (wanted.action === 'deploy') {
    requirePayees(context, wanted.request, deploy);
    await requireKnownDeploy(context, deploy, context.call().signal);
  }
  const rivals = await decideByRivals(context, order, facts, built.transaction);
  if (rivals === 'done') return 'done';
  const blockersSinceBackup =
    wanted.action === 'deploy' ? await findBlockersSinceBackup(context, wanted.request, deploy, await snapshot) : [];
  const made = { ...order, ...facts, built, rivals, ledgerRisk, blockersSinceBackup };
  const risk = riskOf(context, made);
  const replaced = (await awaitsConfirmation(context, order, risk)) ? [] : rivals.replaced;
  const stored = await store(context, made, risk, replaced);
  if (stored === undefined) return 'not-unique';
  context.onCheckpoint?.('stored');
  const own = stored.transactions.find(({ hash }) => hash === built.transaction.hash) as PreparedTransaction;
  // A visitor may have had the very same transaction prepared.
  await countFor(context, owner, own);
  await requireStillWithin(context, stored);
  return await preparedView(context, order.action, stored, own, built.opened);
}

/** What is to be made, for whom, and which stored request it belongs to. */
type Order<Name extends ActionName> = Gathered<Name> &
  BuildDecision & {
    /** A step is bound to the escrow that it shows. */
    readonly wanted: ActionRequest;
    readonly names: readonly NamedAddress[];
  };

function orderOf<Name extends ActionName>(
  { network }: DeskContext,
  gathered: Gathered<Name>,
  decision: BuildDecision,
): Order<Name> {
  const { action, request, facts } = gathered;
  const { name } = action;
  const { existing } = decision;
  const boundRequest = isStepName(name) ? bindToShownState(name, request as never, existing, network) : request;
  // An equal request written without names keeps the names of the first one.
  const names = facts.names.length > 0 ? facts.names : (existing?.names ?? []);
  return { ...gathered, ...decision, wanted: { action: name, request: boundRequest } as ActionRequest, names };
}

type Facts = Awaited<ReturnType<typeof gatherFacts>>;

/** What is read while it is built. */
async function gatherFacts(
  context: RunningContext,
  { wanted, owner, keys }: Order<ActionName>,
  snapshot: Promise<LedgerSnapshot | undefined>,
) {
  // Compares the stored keys: under the other dialect the same request had a different one.
  const isVersion = ({ requestKey }: PreparedRequest) =>
    requestKey !== keys.request && !requestKey.startsWith(`${keys.request} `);
  const [versions, isShared, parties, lookAlikes] = await Promise.all([
    otherVersions(context, keys.series, isVersion),
    // Whether another person uses the engagement id with this account.
    context.store.isAskedByOthers({ owner, ...keys }),
    wanted.action === 'deploy' ? knownOf(context, wanted.request, owner, snapshot) : undefined,
    lookAlikeWarnings(context, owner, wanted),
    snapshot,
  ]);
  return { versions, isShared, parties, lookAlikes };
}

type AddDecision = Extract<RivalDecision, { readonly kind: 'add' }>;

/** What it means for earlier transactions. @throws CountersignError OUTCOME_UNKNOWN while one may settle as well */
async function decideByRivals(
  context: RunningContext,
  { existing, facts: { previous }, wanted }: Order<ActionName>,
  { versions }: Facts,
  built: NewTransaction,
): Promise<AddDecision | 'done'> {
  const { network, ledger, words } = context;
  const others = await refreshRivals(context, { existing, previous, versions }, built);
  if (others === 'done') return 'done';
  const facts = { ...others, request: wanted, built, network, hasLedger: ledger !== undefined, now: context.now() };
  const decision = decideRivals(facts);
  if (decision.kind === 'add') return decision;
  const { hash, expiresAt } = decision.rival;
  throw new CountersignError('OUTCOME_UNKNOWN', {
    ...(isDeathDoubtful(decision.rival)
      ? words.seemsDead(hash)
      : words.stillLiving(hash, new Date(expiresAt).toISOString())),
    language: words.language,
  });
}

type Made = Order<ActionName> &
  Facts & {
    readonly built: BuiltTransaction<ActionName>;
    readonly rivals: AddDecision;
    readonly ledgerRisk: StoredRisk;
    readonly blockersSinceBackup: readonly BlockingWarning[];
  };

function riskOf(context: DeskContext, made: Made): StoredRisk {
  const { wanted, existing, isRepetition, names, parties, built, rivals, ledgerRisk } = made;
  const nameRisks = nameRisk(names, parties?.proven ?? new Set(), context.now(), parties?.used);
  const earlier = isRepetition ? repetitionBlockers(context.network, existing, wanted) : earlierBlockers(existing);
  const blockers = [made.lookAlikes, earlier, made.blockersSinceBackup, rivals.stops, nameRisks.stops].flat();
  // An earlier payment may be found twice, by its transaction and on the ledger; only one warning remains.
  const allBlockers = distinct(blockers);
  if (wanted.action !== 'deploy' || parties === undefined) {
    const risk = mergeRisk(ledgerRisk, { ...nameRisks, stops: allBlockers });
    return withDirect(built, { ...ledgerRisk, ...risk, stops: distinct(risk.stops) });
  }
  const last = isRepetition ? undefined : existing?.transactions[0]?.contractId;
  const now = built.transaction.contractId;
  const isMoved = last !== undefined && last !== now;
  const isUnread = context.ledger !== undefined && parties.accounts === undefined;
  const warnings: Warning[] = [
    ...(isMoved ? [{ code: 'ADDRESS_CHANGED', params: { before: last, now } } as const] : []),
    ...(isUnread ? [{ code: 'LEDGER_NOT_ASKED', params: {} } as const] : []),
    ...(made.isShared ? [{ code: 'SAME_ID_ELSEWHERE', params: {} } as const] : []),
    ...nameRisks.warnings,
  ];
  const more = { stops: allBlockers, warnings, facts: nameRisks.facts };
  return withDirect(built, riskOfDeploy(context, built.opened.call as ReadDeploy, parties, more));
}

function distinct(blockers: StoredRisk['stops']): StoredRisk['stops'] {
  return [...new Map(blockers.map((each) => [JSON.stringify(each), each])).values()];
}

/** First, since a card shows only the first ones. */
function withDirect({ transaction }: BuiltTransaction<ActionName>, risk: StoredRisk): StoredRisk {
  if (transaction.builtBy !== 'direct') return risk;
  return { ...risk, facts: [{ code: 'BUILT_DIRECTLY', params: {} }, ...risk.facts] };
}

/** Whether its owner has something to confirm. Until then the new version ends no earlier one. */
async function awaitsConfirmation(
  context: DeskContext,
  { existing, isRepetition, owner }: Order<ActionName>,
  { stops: blockers }: StoredRisk,
): Promise<boolean> {
  if (blockers.length === 0 || existing === undefined || isRepetition) return blockers.length > 0;
  return await isToConfirm({ ...context, viewer: owner }, existing, blockers);
}

/** @returns undefined where the transaction is not unique: each request, and each state of an escrow, needs its own */
async function store(
  context: DeskContext,
  made: Made,
  risk: StoredRisk,
  ended: readonly PreparedRequest[],
): Promise<PreparedRequest | undefined> {
  const { wanted, owner, keys, round, existing, isRepetition, names, plan, rivals } = made;
  const { transaction: preparedTransaction } = made.built;
  if (isOutdatedTransaction(wanted.request, existing, preparedTransaction.hash)) return undefined;
  const { request: requestKey, ...found } = keys;
  const prepared: NewRequest = { ...wanted, ...found, id: randomId(), pageId: randomId(), owner, requestKey, round };
  const [newest] = rivals.replaced;
  const replaces = newest === undefined ? undefined : { id: newest.id, differences: rivals.differences };
  const kept = replaces ?? (isRepetition ? undefined : existing?.replaces);
  try {
    const transaction = { ...preparedTransaction, isCounted: isCountedFor(context, owner) };
    return await context.store.add(prepared, transaction, {
      risk,
      agreement: agreementIn(wanted, () => made.built.opened.read, context.network),
      names,
      ...(kept === undefined ? {} : { replaces: kept }),
      ...(plan === undefined ? {} : { plan }),
      ends: ended.map(({ id }) => id),
      seenRivals: rivals.seenRivals,
    });
  } catch (error) {
    if (await isGivenToAnother(context, preparedTransaction.hash, keys)) return undefined;
    throw error;
  }
}

/**
 * Reads the account and the parties: one request where the token is known, else one more for its asset.
 * @throws CountersignError INPUT_INVALID where no account can hold as much of that asset
 */
async function lookAtParties(
  { ledger, network, call }: RunningContext,
  { action, request }: ActionRequest,
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

/** Equal requests in the same second may build the same transaction, but each request needs its own. */
async function isGivenToAnother({ store, network }: DeskContext, hash: string, keys: Keys): Promise<boolean> {
  const transaction = await store.findByHash(hash);
  const prepared = transaction?.requestId === undefined ? undefined : await store.find(transaction.requestId);
  return (
    prepared !== undefined &&
    prepared.requestKey !== keys.request &&
    keysOf(prepared, network, prepared.owner).terms === keys.terms
  );
}

function randomId(): string {
  return randomBytes(16).toString('hex');
}
