/**
 * What is read before another transaction takes the place of one that is dead: a later ledger, where its death was read
 * once; and its hash, whatever was read before.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseAfter } from '../../ledger/send-transaction.ts';
import type { RunningContext } from '../context.ts';
import { isUndecided, type PreparedRequest, type PreparedTransaction, transactionToReport } from '../model/requests.ts';
import { isDeathDoubtful } from '../outcome/death.ts';
import { noteEarnedTrust } from '../outcome/earned-trust.ts';
import { settledSettlement, withServiceWords } from '../outcome/outcome-words.ts';
import { type LedgerOutcome, readOutcome } from '../outcome/read-outcome.ts';

/** `rivals`: only those whose sequence number would not exclude a new transaction. */
type Waiting = 'rivals' | 'all';

/** As `readOutcome`. Where a transaction seems dead, it waits for the next ledger, by which that is final. */
export async function readOutcomeTwice(
  context: RunningContext,
  prepared: PreparedRequest,
  waitsFor: Waiting,
): Promise<LedgerOutcome> {
  const begun = performance.now();
  const { alignMs, askEveryMs } = context.patience;
  let read: LedgerOutcome = { prepared };
  for (let looks = 1; ; ) {
    read = await readOutcome(context, read.prepared, context.call());
    const lastRead = lastReadIn(read, waitsFor);
    if (lastRead === undefined) return read;
    for (let latest = lastRead; latest <= lastRead; looks += 1) {
      const { signal, deadline = Number.POSITIVE_INFINITY } = context.call();
      const pauseMs = pauseAfter(looks, askEveryMs);
      const isLate = looks > LEAST_LOOKS && performance.now() - begun + pauseMs > alignMs;
      if (isLate || context.now() + pauseMs > deadline || signal?.aborted) return read;
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      const history = await context.ledger?.historyOf(signal);
      if (history === undefined) return read;
      latest = history.latestLedger;
    }
  }
}

/** However slow the answers are. */
const LEAST_LOOKS = 2;

/** The ledger of the newest first reading. */
function lastReadIn({ prepared, snapshot }: LedgerOutcome, waitsFor: Waiting): number | undefined {
  const isNext = ({ sequence }: PreparedTransaction) =>
    snapshot?.account !== undefined && sequence === `${BigInt(snapshot.account.seqNum) + 1n}`;
  const ledgers = prepared.transactions
    .filter((transaction) => isUndecided(transaction) && (waitsFor === 'all' || !isNext(transaction)))
    .flatMap(({ settlement }) => settlement?.death?.ledger ?? []);
  return ledgers.length === 0 ? undefined : Math.max(...ledgers);
}

/** What a caller is shown: it waits as `readOutcomeTwice`, and asks for the hash of one that is dead again. */
export async function readOutcomeToReport(
  context: RunningContext,
  prepared: PreparedRequest,
  waitsFor: Waiting,
): Promise<PreparedRequest> {
  const read = (await readOutcomeTwice(context, prepared, waitsFor)).prepared;
  const shown = { ...read, transactions: [transactionToReport(read)] };
  const isRecorded = await readDeathsAgain(context, [shown], undefined);
  return (isRecorded ? await context.store.find(read.id) : undefined) ?? read;
}

/** Asks for the hashes of dead transactions that a new one would not exclude. @returns whether anything was recorded */
export async function readDeathsAgain(
  context: RunningContext,
  preparedRequests: readonly PreparedRequest[],
  sequence: string | undefined,
): Promise<boolean> {
  const dead = preparedRequests
    .flatMap((prepared) => prepared.transactions.map((transaction) => ({ prepared, transaction })))
    .filter(({ transaction: { state } }) => state === 'dead' || state === 'rejected')
    .filter(({ transaction }) => transaction.sequence === undefined || transaction.sequence !== sequence);
  const changes = await Promise.all(
    dead.map(({ prepared, transaction }) => readDeathAgain(context, prepared, transaction)),
  );
  return changes.includes(true);
}

async function readDeathAgain(context: RunningContext, prepared: PreparedRequest, transaction: PreparedTransaction) {
  const { ledger, store, service } = context;
  const outcome = await ledger?.outcomeOf(transaction.hash, context.call().signal);
  if (ledger === undefined || outcome === undefined || outcome.kind === 'no-answer') return false;
  if (outcome.kind === 'settled') {
    const settlement = withServiceWords(settledSettlement(transaction, ledger.host), transaction.settlement);
    await noteEarnedTrust(context, prepared, transaction);
    await store.decide(transaction.hash, { state: 'settled', settlement });
    service?.balancesChanged(transaction.contractId);
    return true;
  }
  if (!isDeathDoubtful(transaction) || transaction.settlement === undefined) return false;
  const isSame = (outcome.kind === 'failed') === (transaction.state === 'rejected');
  // What a history does not cover, it does not show.
  const isCovered =
    outcome.kind === 'failed' ||
    (transaction.offeredLedger !== undefined &&
      outcome.fromLedger <= transaction.offeredLedger &&
      outcome.to > transaction.expiresAt);
  if (!isSame || !isCovered) return false;
  const kind = transaction.state === 'rejected' ? 'rejected' : 'dead';
  const at = outcome.kind === 'failed' ? outcome.ledger : outcome.toLedger;
  await store.noteDeath(transaction.hash, { ...transaction.settlement, death: { kind, ledger: at, isFinal: true } });
  return true;
}
