/**
 * Asks the ledger about a request: the one function from which every state comes. It asks about all transactions of the
 * request, not only those that were sent from here: a wallet, or another desk, may have sent one.
 */

import { statedRequest } from '../../actions/deploy/parse-deploy.ts';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { readDeploy } from '../../kinds/read-deploy.ts';
import type { Ledger, LedgerSnapshot, ReadSnapshot } from '../../ledger/ledger.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { DeskContext } from '../context.ts';
import {
  type ActionRequest,
  hasSettled,
  isUndecided,
  type PreparedRequest,
  type PreparedTransaction,
} from '../model/requests.ts';
import type { KeptSettlement } from '../model/results.ts';
import { isAsStored, readStored } from '../model/reverify.ts';
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
  readonly prepared: PreparedRequest;
  /** Its account and addresses as read; absent where the ledger was not asked, or did not answer. */
  readonly snapshot?: ReadSnapshot;
};

/**
 * Never throws where the ledger cannot answer: then the request stays as it is.
 * @param options `look`: what was read for it together with others
 */
export async function readOutcome(
  context: DeskContext,
  prepared: PreparedRequest,
  { signal, look }: { readonly signal?: AbortSignal | undefined; readonly look?: Promise<Look> | undefined },
): Promise<LedgerOutcome> {
  const { ledger, store } = context;
  const undecided = undecidedIn(prepared);
  if (ledger === undefined || undecided.length === 0) return { prepared };
  const { snapshot, isOver } = await (look ?? readLedger(context, ledger, questionOf([prepared]), signal));
  if (snapshot.kind === 'no-answer') return { prepared };
  noteAccount(context, prepared, snapshot);
  const shown = await Promise.all(
    undecided.map(async (transaction) => ({
      transaction,
      ...(await findingOf(context, ledger, prepared, transaction, snapshot, isOver, signal)),
    })),
  );
  const decided = withoutRivals(shown).filter((each): each is DecidedFinding => each.finding.kind !== 'open');
  for (const each of decided) await record(context, ledger, prepared, each, snapshot);
  const revived = shown.filter(({ transaction, isAhead }) => isAhead && transaction.settlement?.death !== undefined);
  for (const { transaction } of revived)
    await context.store.noteDeath(transaction.hash, settlementWithoutDeath(transaction));
  const isRead = decided.length + revived.length > 0;
  return { prepared: isRead ? ((await store.find(prepared.id)) ?? prepared) : prepared, snapshot };
}

/** `taken` may turn out to be our own escrow once a node has caught up. */
const undecidedIn = (prepared: PreparedRequest): readonly PreparedTransaction[] =>
  prepared.transactions
    .filter((transaction) => isUndecided(transaction) || transaction.state === 'taken')
    .filter((transaction) => !hasSettled(prepared) || isDeathDoubtful(transaction));

const addressesOf = (prepared: PreparedRequest): readonly string[] =>
  prepared.action === 'deploy' ? undecidedIn(prepared).map(({ contractId }) => contractId) : [];

/** An account and addresses as read once, for all requests of that account that the read was for. */
export type Look = { readonly snapshot: LedgerSnapshot; readonly isOver: IsOver };

/** Whether a ledger closed after an transaction's time bound without its sequence number being reached. */
type IsOver = (transaction: Pick<PreparedTransaction, 'expiresAt'>, sequence: bigint) => Promise<boolean>;

type Question = {
  readonly account: string;
  readonly contracts: readonly string[];
  /** When the first of the transactions ends. */
  readonly ends: number;
};

export async function readLedger(
  { now }: Pick<DeskContext, 'now'>,
  ledger: Ledger,
  { account, contracts, ends }: Question,
  signal: AbortSignal | undefined,
): Promise<Look> {
  let history = ends < now() ? ledger.historyOf(signal) : undefined;
  const snapshot = await ledger.lookAt({ account, contracts }, signal);
  let after: Promise<LedgerSnapshot> | undefined;
  return {
    snapshot,
    isOver: async ({ expiresAt }, sequence) => {
      history ??= ledger.historyOf(signal);
      const known = await history;
      if (known === undefined || known.latest <= expiresAt) return false;
      const isAfter = (each: LedgerSnapshot): each is ReadSnapshot =>
        each.kind === 'seen' && each.ledger >= known.latestLedger;
      if (!isAfter(snapshot)) after ??= ledger.lookAt({ account, contracts: [] }, signal);
      const seen = (await after) ?? snapshot;
      // Another node may be behind the one that reported the time.
      return isAfter(seen) && seen.account !== undefined && BigInt(seen.account.seqNum) < sequence;
    },
  };
}

function questionOf(preparedRequests: readonly PreparedRequest[]): Question {
  return {
    account: preparedRequests[0]?.request.signer ?? '',
    contracts: [...new Set(preparedRequests.flatMap(addressesOf))],
    ends: Math.min(...preparedRequests.flatMap(undecidedIn).map(({ expiresAt }) => expiresAt)),
  };
}

/** Two keys for each address and one for the account fit into one request, so that all are of one ledger. */
const MOST_ADDRESSES = 90;

/** Reads what several requests have in common once, when the first of them is asked about. */
export function readLedgerBatch(
  context: DeskContext,
  preparedRequests: readonly PreparedRequest[],
  signal: AbortSignal | undefined,
): (prepared: PreparedRequest) => Promise<Look> | undefined {
  const { ledger } = context;
  const undecided = preparedRequests.filter((prepared) => undecidedIn(prepared).length > 0);
  const groups = [...Map.groupBy(undecided, ({ request }) => request.signer).values()].flatMap(inGroups);
  const looks = new Map<readonly PreparedRequest[], Promise<Look>>();
  return (prepared) => {
    const group = groups.find((each) => each.includes(prepared));
    if (ledger === undefined || group === undefined) return undefined;
    const look = looks.get(group) ?? readLedger(context, ledger, questionOf(group), signal);
    looks.set(group, look);
    return look;
  };
}

function inGroups(preparedRequests: readonly PreparedRequest[]): readonly (readonly PreparedRequest[])[] {
  const groups: PreparedRequest[][] = [];
  let left = 0;
  for (const prepared of preparedRequests) {
    const { length } = addressesOf(prepared);
    if (length > left || groups.length === 0) {
      groups.push([]);
      left = MOST_ADDRESSES;
    }
    groups.at(-1)?.push(prepared);
    left -= length;
  }
  return groups;
}

function noteAccount({ accounts }: DeskContext, { request }: PreparedRequest, { account }: ReadSnapshot): void {
  accounts?.delete(request.signer);
  if (account !== undefined) accounts?.set(request.signer, account);
}

/** `isAgreed`: a second RPC reports the same. `isAhead`: the account has not reached it, and its time is not over. */
type Read = { readonly finding: Finding; readonly isAgreed: boolean; readonly isAhead: boolean };
type Each = Read & { readonly transaction: PreparedTransaction };
type DecidedFinding = Each & { readonly finding: Exclude<Finding, { readonly kind: 'open' }> };

/** Only one transaction of a sequence number can be included: then the others are dead, and it made what is there. */
function withoutRivals(shown: readonly Each[]): readonly Each[] {
  const isIncluded = ({ finding }: Each) =>
    finding.kind === 'rejected' || (finding.kind === 'settled' && !finding.byAnother);
  const included = shown.filter(isIncluded);
  return shown.map((each) => {
    const rival = included.find(
      ({ transaction }) => transaction !== each.transaction && transaction.sequence === each.transaction.sequence,
    );
    const isItsWork = each.finding.kind === 'settled' && included.some(({ finding }) => finding.kind === 'settled');
    if (isIncluded(each) || !(rival || isItsWork)) return each;
    // What settled needs no second reading, so neither does what it excludes.
    const isAgreed = isItsWork || rival?.finding.kind === 'settled' || each.isAgreed;
    return { ...each, finding: rival ? DISPLACED : DEAD, isAgreed };
  });
}

/** What the ledger shows of one transaction, as it was asked for: reads what the decision needs, one fact at a time. */
export async function findingOf(
  context: DeskContext,
  ledger: Ledger,
  request: ActionRequest,
  transaction: PreparedTransaction,
  seen: ReadSnapshot,
  isOver: IsOver,
  signal: AbortSignal | undefined,
): Promise<Read> {
  const read = readStored(transaction, context.network);
  // A row that was tampered with says nothing about what was offered.
  const isAsOffered =
    transaction.requestId === undefined ? read.hashHex === transaction.hash : isAsStored(context, request, transaction);
  // Another ledger knows nothing of what became of it.
  const isOfThisLedger = isAsOffered && !(await isSetAside(context, request, transaction));
  if (!isOfThisLedger) return { finding: OPEN, isAgreed: false, isAhead: false };
  let facts = factsOf(context, request, transaction, seen, read);
  // It was not included up to this ledger, so history need not reach further back.
  const isAhead = !isReached(facts) && facts.compared === undefined;
  if (isAhead && transaction.offeredLedger === undefined) await context.store.notBefore(transaction.hash, seen.ledger);
  for (;;) {
    const decision = decideTransaction(facts);
    if (decision.kind !== 'needs') {
      const isAgreed = seen.isAgreed === true && (facts.outcome === undefined || 'isAgreed' in facts.outcome);
      return { finding: decision, isAgreed, isAhead: isAhead && facts.isInTime };
    }
    if (decision.fact === 'outcome') facts = { ...facts, outcome: await ledger.outcomeOf(transaction.hash, signal) };
    if (decision.fact === 'isOver') facts = { ...facts, isOver: await isOver(transaction, facts.ownSequence) };
    if (decision.fact === 'trial') facts = { ...facts, trial: await ledger.trialOf(transaction.unsignedXdr, signal) };
  }
}

function factsOf(
  { network, now }: DeskContext,
  request: ActionRequest,
  transaction: PreparedTransaction,
  { account, contracts, ledger }: ReadSnapshot,
  read: ReadTransaction,
): TransactionFacts {
  const deploy = request.action === 'deploy' ? readDeploy(read, network.passphrase) : undefined;
  const contract = contracts.get(transaction.contractId);
  const compare = () => {
    if (contract === undefined || deploy === undefined || 'unreadable' in deploy) return undefined;
    if (request.action !== 'deploy') return undefined;
    const asCompared = tokenAsCompared(network, request.request, transaction.reasons);
    return compareStanding(contract, deploy, request.request, asCompared) ?? 'unreadable';
  };
  return {
    ownSequence: read.transaction.seqNum,
    offeredLedger: transaction.offeredLedger,
    createsContract: deploy !== undefined,
    isInTime: now() <= transaction.expiresAt,
    endsAt: transaction.expiresAt,
    ledger,
    ...omitUndefined({ sequence: account && BigInt(account.seqNum), compared: compare() }),
  };
}

async function record(
  context: DeskContext,
  { host }: Ledger,
  prepared: PreparedRequest,
  { transaction, isAgreed, ...read }: DecidedFinding,
  { ledger }: ReadSnapshot,
): Promise<void> {
  // Its time may have ended before the ledger was asked.
  const isDisplaced = read.finding.kind === 'dead' && (await wasDisplaced(context, prepared, transaction));
  const finding = isDisplaced ? ({ kind: 'displaced' } as const) : read.finding;
  if (finding.kind === 'settled') await noteEarnedTrust(context, prepared, transaction);
  await decide(context, transaction, finding, { host, ledger, isAgreed });
  if (finding.kind !== 'settled') return;
  // Balances that were read before may be out of date.
  context.service?.balancesChanged(transaction.contractId);
}

/** A death is decided by its second reading; the first one is noted. @returns whether it is decided */
async function decide(
  { store }: DeskContext,
  transaction: PreparedTransaction,
  finding: DecidedFinding['finding'],
  { host, ...evidence }: Evidence & { readonly host: string },
  more: Pick<KeptSettlement, 'preparedHere'> = {},
): Promise<KeptSettlement | undefined> {
  const death = isDeath(finding) ? readDeath(finding, evidence, transaction.settlement?.death) : undefined;
  if (death !== undefined && death.isFinal !== true) {
    if (death !== transaction.settlement?.death)
      await store.noteDeath(transaction.hash, { ...doubtfulSettlement(transaction, death), ...more });
    return undefined;
  }
  const { state, settlement } = decisionOf(transaction, finding, host);
  const kept = { ...withServiceWords(settlement, transaction.settlement), ...omitUndefined({ death }), ...more };
  await store.decide(transaction.hash, { state, settlement: kept });
  return kept;
}

function decisionOf(
  transaction: PreparedTransaction,
  finding: DecidedFinding['finding'],
  host: string,
): Required<Decision> {
  switch (finding.kind) {
    case 'settled':
      return { state: 'settled', settlement: settledSettlement(transaction, host, finding) };
    case 'taken':
      return { state: 'taken', settlement: takenSettlement(transaction, host, finding.differences) };
    case 'rejected':
      return { state: 'rejected', settlement: rejectedSettlement(transaction, host, finding.code) };
    case 'dead':
      return { state: 'dead', settlement: expiredSettlement(transaction, host) };
    case 'displaced':
      return { state: 'dead', settlement: displacedSettlement(transaction, host) };
  }
}

/** @returns undefined until the ledger decides */
export async function readForeignOutcome(
  context: DeskContext,
  transaction: PreparedTransaction,
  { signal }: { readonly signal?: AbortSignal | undefined },
): Promise<KeptSettlement | undefined> {
  const { ledger, network } = context;
  if (ledger === undefined) return undefined;
  const read = readStored(transaction, network);
  const deploy = readDeploy(read, network.passphrase);
  if ('unreadable' in deploy) return undefined;
  const request = statedRequest(read, deploy, network);
  const question = { account: read.source, contracts: [transaction.contractId], ends: transaction.expiresAt };
  const { snapshot, isOver } = await readLedger(context, ledger, question, signal);
  if (snapshot.kind === 'no-answer') return undefined;
  const actionRequest = { action: 'deploy', request } as const;
  const { finding, isAgreed } = await findingOf(context, ledger, actionRequest, transaction, snapshot, isOver, signal);
  if (finding.kind === 'open') return undefined;
  const evidence = { host: ledger.host, ledger: snapshot.ledger, isAgreed };
  const foreign = await decide(context, transaction, finding, evidence, { preparedHere: false });
  if (finding.kind === 'settled') context.service?.balancesChanged(transaction.contractId);
  return foreign;
}
