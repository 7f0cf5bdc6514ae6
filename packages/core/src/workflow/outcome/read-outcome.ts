/**
 * Asks the ledger about a handle: the one function from which every state comes. It asks about all offers of the
 * handle, not only those that were sent from here: a wallet, or another desk, may have sent one.
 */
import { statedRequest } from '../../actions/deploy/parse-deploy.ts';
import { type ReadTransaction, readTransaction } from '../../envelope/read-transaction.ts';
import { readDeploy } from '../../kinds/read-deploy.ts';
import type { Ledger, LedgerSnapshot, Outcome, ReadSnapshot } from '../../ledger/ledger.ts';
import type { DeskContext } from '../context.ts';
import {
  type ActionRequest,
  hasSettled,
  isUndecided,
  type PreparedRequest,
  type PreparedTransaction,
} from '../model/requests.ts';
import type { KeptSettlement } from '../model/results.ts';
import { reverify } from '../model/reverify.ts';
import { tokenAsCompared } from '../model/token-decimals.ts';
import { isSetAside } from '../read/set-aside.ts';
import { wasDisplaced } from '../store/shared-sequence.ts';
import type { Decision } from '../store/store.ts';
import { type Evidence, isDeath, isDeathDoubtful, readDeath } from './death.ts';
import { DEAD, DISPLACED, decideTransaction, type Finding, isReached, OPEN, type TransactionFacts } from './decide.ts';
import { noteEarnedTrust } from './earned-trust.ts';
import {
  displacedSettlement,
  doubtfulSettlement,
  expiredSettlement,
  rejectedSettlement,
  settledSettlement,
  settlementWithoutDeath,
  takenSettlement,
  withServiceWords,
} from './outcome-words.ts';
import { compareStanding } from './terms.ts';

export type LedgerOutcome = {
  readonly handle: PreparedRequest;
  /** Its account and addresses as read; absent where the ledger was not asked, or did not answer. */
  readonly sight?: ReadSnapshot;
};

/**
 * Never throws where the ledger cannot answer: then the handle stays as it is.
 * @param options `look`: what was read for it together with others
 */
export async function readOutcome(
  context: DeskContext,
  handle: PreparedRequest,
  { signal, look }: { readonly signal?: AbortSignal | undefined; readonly look?: Promise<Look> | undefined },
): Promise<LedgerOutcome> {
  const { ledger, store } = context;
  const undecided = undecidedIn(handle);
  if (ledger === undefined || undecided.length === 0) return { handle };
  const { sight, isOver } = await (look ?? lookFor(context, ledger, questionOf([handle]), signal));
  if (sight.kind === 'no-answer') return { handle };
  noteAccount(context, handle, sight);
  const shown = await Promise.all(
    undecided.map(async (offer) => ({
      offer,
      ...(await findingOf(context, ledger, handle, offer, sight, isOver, signal)),
    })),
  );
  const decided = withoutRivals(shown).filter((each): each is DecidedFinding => each.says.kind !== 'open');
  for (const each of decided) await record(context, ledger, handle, each, sight);
  const revived = shown.filter(({ offer, isAhead }) => isAhead && offer.settlement?.death !== undefined);
  for (const { offer } of revived) await context.store.noteDeath(offer.hash, settlementWithoutDeath(offer));
  const isRead = decided.length + revived.length > 0;
  return { handle: isRead ? ((await store.find(handle.id)) ?? handle) : handle, sight };
}

/** `taken` may turn out to be our own escrow once a node has caught up. */
const undecidedIn = (handle: PreparedRequest): readonly PreparedTransaction[] =>
  handle.offers
    .filter((offer) => isUndecided(offer) || offer.state === 'taken')
    .filter((offer) => !hasSettled(handle) || isDeathDoubtful(offer));

const addressesOf = (handle: PreparedRequest): readonly string[] =>
  handle.action === 'deploy' ? undecidedIn(handle).map(({ contractId }) => contractId) : [];

/** An account and addresses as read once, for all handles of that account that the read was for. */
export type Look = { readonly sight: LedgerSnapshot; readonly isOver: IsOver };

/** Whether a ledger closed after an offer's time bound without its sequence number being reached. */
type IsOver = (offer: Pick<PreparedTransaction, 'expiresAt'>, sequence: bigint) => Promise<boolean>;

type Question = {
  readonly account: string;
  readonly contracts: readonly string[];
  /** When the first of the offers ends. */
  readonly ends: number;
};

export async function lookFor(
  { now }: Pick<DeskContext, 'now'>,
  ledger: Ledger,
  { account, contracts, ends }: Question,
  signal: AbortSignal | undefined,
): Promise<Look> {
  let history = ends < now() ? ledger.historyOf(signal) : undefined;
  const sight = await ledger.lookAt({ account, contracts }, signal);
  let after: Promise<LedgerSnapshot> | undefined;
  return {
    sight,
    isOver: async ({ expiresAt }, sequence) => {
      history ??= ledger.historyOf(signal);
      const known = await history;
      if (known === undefined || known.latest <= expiresAt) return false;
      const isAfter = (each: LedgerSnapshot): each is ReadSnapshot =>
        each.kind === 'seen' && each.ledger >= known.latestLedger;
      if (!isAfter(sight)) after ??= ledger.lookAt({ account, contracts: [] }, signal);
      const seen = (await after) ?? sight;
      // Another node may be behind the one that reported the time.
      return isAfter(seen) && seen.account !== undefined && BigInt(seen.account.seqNum) < sequence;
    },
  };
}

function questionOf(handles: readonly PreparedRequest[]): Question {
  return {
    account: handles[0]?.request.signer ?? '',
    contracts: [...new Set(handles.flatMap(addressesOf))],
    ends: Math.min(...handles.flatMap(undecidedIn).map(({ expiresAt }) => expiresAt)),
  };
}

/** Two keys for each address and one for the account fit into one request, so that all are of one ledger. */
const MOST_ADDRESSES = 90;

/** Reads what several handles have in common once, when the first of them is asked about. */
export function lookTogether(
  context: DeskContext,
  handles: readonly PreparedRequest[],
  signal: AbortSignal | undefined,
): (handle: PreparedRequest) => Promise<Look> | undefined {
  const { ledger } = context;
  const undecided = handles.filter((handle) => undecidedIn(handle).length > 0);
  const groups = [...Map.groupBy(undecided, ({ request }) => request.signer).values()].flatMap(inGroups);
  const looks = new Map<readonly PreparedRequest[], Promise<Look>>();
  return (handle) => {
    const group = groups.find((each) => each.includes(handle));
    if (ledger === undefined || group === undefined) return undefined;
    const look = looks.get(group) ?? lookFor(context, ledger, questionOf(group), signal);
    looks.set(group, look);
    return look;
  };
}

function inGroups(handles: readonly PreparedRequest[]): readonly (readonly PreparedRequest[])[] {
  const groups: PreparedRequest[][] = [];
  let left = 0;
  for (const handle of handles) {
    const { length } = addressesOf(handle);
    if (length > left || groups.length === 0) {
      groups.push([]);
      left = MOST_ADDRESSES;
    }
    groups.at(-1)?.push(handle);
    left -= length;
  }
  return groups;
}

function noteAccount({ accounts }: DeskContext, { request }: PreparedRequest, { account }: ReadSnapshot): void {
  if (accounts === undefined) return;
  accounts.delete(request.signer);
  if (account !== undefined) accounts.set(request.signer, account);
  const [oldest] = accounts.size > MAX_ACCOUNTS ? accounts.keys() : [];
  if (oldest !== undefined) accounts.delete(oldest);
}

const MAX_ACCOUNTS = 1_000;

/** `isAgreed`: a second RPC reports the same. `isAhead`: the account has not reached it, and its time is not over. */
type Read = { readonly says: Finding; readonly isAgreed: boolean; readonly isAhead: boolean };
type Each = Read & { readonly offer: PreparedTransaction };
type DecidedFinding = Each & { readonly says: Exclude<Finding, { readonly kind: 'open' }> };

/** Only one transaction of a sequence number can be included: then the others are dead, and it made what is there. */
function withoutRivals(shown: readonly Each[]): readonly Each[] {
  const isIncluded = ({ says }: Each) => says.kind === 'rejected' || (says.kind === 'settled' && !says.byAnother);
  const included = shown.filter(isIncluded);
  return shown.map((each) => {
    const rival = included.find(({ offer }) => offer !== each.offer && offer.sequence === each.offer.sequence);
    const isItsWork = each.says.kind === 'settled' && included.some(({ says }) => says.kind === 'settled');
    if (isIncluded(each) || !(rival || isItsWork)) return each;
    // What settled needs no second reading, so neither does what it excludes.
    const isAgreed = isItsWork || rival?.says.kind === 'settled' || each.isAgreed;
    return { ...each, says: rival ? DISPLACED : DEAD, isAgreed };
  });
}

/** What the ledger shows of one offer, as it was asked for: reads what the decision needs, one fact at a time. */
export async function findingOf(
  context: DeskContext,
  ledger: Ledger,
  asked: ActionRequest,
  offer: PreparedTransaction,
  seen: ReadSnapshot,
  isOver: IsOver,
  signal: AbortSignal | undefined,
): Promise<Read> {
  const read = readTransaction(offer.unsignedXdr, context.network.passphrase);
  // A row that was tampered with says nothing about what was offered.
  const isAsOffered =
    offer.handle === undefined ? read.hashHex === offer.hash : reverify(context, asked, offer) !== 'changed';
  // Another ledger knows nothing of what became of it.
  const isOfThisLedger = isAsOffered && !(await isSetAside(context, asked, offer));
  if (!isOfThisLedger) return { says: OPEN, isAgreed: false, isAhead: false };
  let facts = factsOf(context, asked, offer, seen, read);
  // It was not included up to this ledger, so history need not reach further back.
  const isAhead = !isReached(facts) && facts.compared === undefined;
  if (isAhead && offer.offeredLedger === undefined) await context.store.notBefore(offer.hash, seen.ledger);
  for (;;) {
    const decision = decideTransaction(facts);
    if (decision.kind !== 'needs') {
      const isAgreed = seen.isAgreed === true && (facts.outcome === undefined || isBothReported(facts.outcome));
      return { says: decision, isAgreed, isAhead: isAhead && facts.isInTime };
    }
    if (decision.fact === 'outcome') facts = { ...facts, outcome: await ledger.outcomeOf(offer.hash, signal) };
    if (decision.fact === 'isOver') facts = { ...facts, isOver: await isOver(offer, facts.ownSequence) };
    if (decision.fact === 'trial') facts = { ...facts, trial: await ledger.trialOf(offer.unsignedXdr, signal) };
  }
}

const isBothReported = (outcome: Outcome): boolean => 'isAgreed' in outcome;

function factsOf(
  { network, now }: DeskContext,
  asked: ActionRequest,
  offer: PreparedTransaction,
  { account, contracts, ledger }: ReadSnapshot,
  read: ReadTransaction,
): TransactionFacts {
  const deploy = asked.action === 'deploy' ? readDeploy(read, network.passphrase) : undefined;
  const contract = contracts.get(offer.contractId);
  const compared =
    contract === undefined || deploy === undefined || 'unreadable' in deploy || asked.action !== 'deploy'
      ? undefined
      : (compareStanding(contract, deploy, asked.request, tokenAsCompared(network, asked.request, offer.reasons)) ??
        'unreadable');
  return {
    ownSequence: read.transaction.seqNum,
    offeredLedger: offer.offeredLedger,
    createsContract: deploy !== undefined,
    isInTime: now() <= offer.expiresAt,
    endsAt: offer.expiresAt,
    ledger,
    ...(account === undefined ? {} : { sequence: BigInt(account.seqNum) }),
    ...(compared === undefined ? {} : { compared }),
  };
}

async function record(
  context: DeskContext,
  { host }: Ledger,
  handle: PreparedRequest,
  { offer, says: finding, isAgreed }: DecidedFinding,
  { ledger }: ReadSnapshot,
): Promise<void> {
  // Its time may have ended before the ledger was asked.
  const says: DecidedFinding['says'] =
    finding.kind === 'dead' && (await wasDisplaced(context, handle, offer)) ? { kind: 'displaced' } : finding;
  if (says.kind === 'settled') await noteEarnedTrust(context, handle, offer);
  await decide(context, offer, says, { host, ledger, isAgreed });
  if (says.kind !== 'settled') return;
  // Balances that were read before may be out of date.
  context.service?.balancesChanged(offer.contractId);
}

/** A death is decided by its second reading; the first one is noted. @returns whether it is decided */
async function decide(
  { store }: DeskContext,
  offer: PreparedTransaction,
  says: DecidedFinding['says'],
  { host, ...evidence }: Evidence & { readonly host: string },
  more: Pick<KeptSettlement, 'preparedHere'> = {},
): Promise<KeptSettlement | undefined> {
  const death = isDeath(says) ? readDeath(says, evidence, offer.settlement?.death) : undefined;
  if (death !== undefined && death.isFinal !== true) {
    if (death !== offer.settlement?.death)
      await store.noteDeath(offer.hash, { ...doubtfulSettlement(offer, death), ...more });
    return undefined;
  }
  const { state, settlement } = decisionOf(offer, says, host);
  const kept = {
    ...withServiceWords(settlement, offer.settlement),
    ...(death === undefined ? {} : { death }),
    ...more,
  };
  await store.decide(offer.hash, { state, settlement: kept });
  return kept;
}

function decisionOf(offer: PreparedTransaction, says: DecidedFinding['says'], host: string): Required<Decision> {
  switch (says.kind) {
    case 'settled':
      return { state: 'settled', settlement: settledSettlement(offer, host, says) };
    case 'taken':
      return { state: 'taken', settlement: takenSettlement(offer, host, says.differences) };
    case 'rejected':
      return { state: 'rejected', settlement: rejectedSettlement(offer, host, says.code) };
    case 'dead':
      return { state: 'dead', settlement: expiredSettlement(offer, host) };
    case 'displaced':
      return { state: 'dead', settlement: displacedSettlement(offer, host) };
  }
}

/** @returns undefined until the ledger decides */
export async function readForeignOutcome(
  context: DeskContext,
  offer: PreparedTransaction,
  { signal }: { readonly signal?: AbortSignal | undefined },
): Promise<KeptSettlement | undefined> {
  const { ledger, network } = context;
  if (ledger === undefined) return undefined;
  const read = readTransaction(offer.unsignedXdr, network.passphrase);
  const deploy = readDeploy(read, network.passphrase);
  if ('unreadable' in deploy) return undefined;
  const request = statedRequest(read, deploy, network);
  const question = { account: read.source, contracts: [offer.contractId], ends: offer.expiresAt };
  const { sight, isOver } = await lookFor(context, ledger, question, signal);
  if (sight.kind === 'no-answer') return undefined;
  const asked = { action: 'deploy', request } as const;
  const { says, isAgreed } = await findingOf(context, ledger, asked, offer, sight, isOver, signal);
  if (says.kind === 'open') return undefined;
  const evidence = { host: ledger.host, ledger: sight.ledger, isAgreed };
  const foreign = await decide(context, offer, says, evidence, { preparedHere: false });
  if (says.kind === 'settled') context.service?.balancesChanged(offer.contractId);
  return foreign;
}
