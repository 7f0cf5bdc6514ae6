/** The service's own list of escrows, unverified. Nothing here throws, or delays the ledger's answer for long. */

import { toCountersignError } from '../../errors/errors.ts';
import { addressProblem, ROLE_NAMES } from '../../escrow/index.ts';
import type { EscrowService, RowsQuery, ServiceRow } from '../../service/escrow-service.ts';
import { BoundedMap, keptFor } from '../../text/bounded-map.ts';
import type { DeskContext } from '../context.ts';

type Asking = Pick<DeskContext, 'service' | 'policy' | 'now' | 'log'>;
type RowsOptions = { readonly signal?: AbortSignal | undefined };

const WAIT_MS = 3_000;

/** @returns undefined where the service has no list, or does not answer */
export async function rowsOf(
  { service, now, log }: Asking,
  query: RowsQuery,
  { signal }: RowsOptions,
): Promise<readonly ServiceRow[] | undefined> {
  if (service?.rows === undefined) return undefined;
  const over = AbortSignal.timeout(WAIT_MS);
  const deadline = signal === undefined ? over : AbortSignal.any([signal, over]);
  try {
    const rows = await service.rows(query, { signal: deadline, deadline: now() + WAIT_MS });
    return rows.filter(({ contractId }) => addressProblem(contractId, ['contract']) === undefined);
  } catch (error) {
    log?.('debug', `The service did not say which escrows it has: ${toCountersignError(error).message}`);
    return undefined;
  }
}

/** Escrows that a service has listed to this process. */
const listedBy = keptFor<EscrowService, Set<string>>(() => new Set());
const MOST_LISTED = 10_000;

/**
 * Whether the service lists an escrow. One that it listed before is not looked for again, so that most reads of an escrow
 * take nothing of the quota.
 * @returns undefined where the service has no list, or does not answer
 */
export async function isListedByService(
  context: Asking,
  contractId: string,
  options: RowsOptions,
): Promise<boolean | undefined> {
  const { service } = context;
  if (service === undefined) return undefined;
  const known = listedBy(service);
  if (known.has(contractId)) return true;
  const rows = await rowsOf(context, { contractIds: [contractId] }, options);
  const isListed = rows?.some((row) => row.contractId === contractId);
  if (isListed && known.size < MOST_LISTED) known.add(contractId);
  return isListed;
}

/** Rows of escrows that the wallet signed or has a role in, each once. */
export async function rowsOfWallet(
  context: Asking,
  wallet: string,
  options: RowsOptions,
): Promise<readonly ServiceRow[] | undefined> {
  const asked = await Promise.all(queriesOf(wallet).map((query) => rowsOf(context, query, options)));
  const answers = asked.filter((rows) => rows !== undefined);
  const each = new Map(answers.flat().map((row) => [row.contractId, row]));
  return answers.length === 0 ? undefined : [...each.values()];
}

export type VisitorsRows = {
  /** Of escrows that the wallet signed for, and of those in which it has a role. */
  readonly signed: readonly ServiceRow[];
  readonly named: readonly ServiceRow[];
  /** False where a part of the service's list was not asked for, or did not come. */
  readonly isWhole: boolean;
};

type KeptRows = { readonly rows: readonly ServiceRow[]; readonly until: number };

const VISITORS_ROWS_MS = 10 * 60_000;
const MOST_QUERIES_KEPT = 2_000;
const MOST_ROWS_KEPT = 100;
const keptRows = keptFor<EscrowService, BoundedMap<string, KeptRows>>(() => new BoundedMap(MOST_QUERIES_KEPT));

/**
 * As `rowsOfWallet`, for a visitor of a page: each query is asked once in ten minutes for all of them, and takes one of the
 * requests that visitors have.
 * @returns undefined where the service has no list
 */
export async function rowsForVisitor(
  context: Asking & Pick<DeskContext, 'takeForVisitors'>,
  wallet: string,
  options: RowsOptions,
): Promise<VisitorsRows | undefined> {
  const { service, now, takeForVisitors } = context;
  if (service?.rows === undefined) return undefined;
  const kept = keptRows(service);
  const read = async (query: RowsQuery): Promise<readonly ServiceRow[] | undefined> => {
    const key = JSON.stringify(query);
    const last = kept.get(key);
    if (last !== undefined && last.until > now()) return last.rows;
    if ((await takeForVisitors('read')) > 0) return undefined;
    const rows = (await rowsOf(context, query, options))?.slice(0, MOST_ROWS_KEPT);
    if (rows !== undefined) kept.set(key, { rows, until: now() + VISITORS_ROWS_MS });
    return rows;
  };
  const [signed, ...named] = await Promise.all(queriesOf(wallet).map(read));
  return {
    signed: signed ?? [],
    named: named.flatMap((rows) => rows ?? []),
    isWhole: [signed, ...named].every((rows) => rows !== undefined),
  };
}

const queriesOf = (wallet: string): readonly RowsQuery[] => [
  ...(wallet.startsWith('G') ? [{ signer: wallet }] : []),
  ...ROLE_NAMES.map((role) => ({ role, address: wallet })),
];

/** Requests whose deploys this process has already reported to a service. */
const reportedTo = keptFor<EscrowService, Set<string>>(() => new Set());
const MOST_REPORTED = 10_000;

/** Reports a deploy that the ledger has and the service lacks: once, without waiting for it. */
export function reportToService({ service, policy, log }: Asking, requestId: string, hash: string): void {
  if (service?.reindex === undefined) return;
  const requestIds = reportedTo(service);
  if (policy.readOnly || requestIds.has(requestId) || requestIds.size >= MOST_REPORTED) return;
  requestIds.add(requestId);
  const failed = (error: unknown) =>
    log?.('debug', `The service did not take transaction ${hash} in: ${toCountersignError(error).message}`);
  void Promise.resolve()
    .then(() => service.reindex?.(hash))
    .catch(failed);
}

/** An escrow that was prepared here and is on the ledger. */
type KnownRow = { readonly requestId: string; readonly contractId: string; readonly hash: string };

/** Reports escrows that the service lacks, looked up by address: a wallet's list may be only its first page. */
export async function reportLacking(
  context: Asking,
  rows: readonly ServiceRow[] | undefined,
  existing: readonly KnownRow[],
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const without = (listed: readonly ServiceRow[], those: readonly KnownRow[]) =>
    those.filter(({ contractId }) => listed.every((row) => row.contractId !== contractId));
  const doubtful = rows === undefined ? [] : without(rows, existing);
  const contractIds = doubtful.map(({ contractId }) => contractId);
  const named = contractIds.length === 0 ? undefined : await rowsOf(context, { contractIds }, { signal });
  const lacking = named === undefined ? [] : without(named, doubtful);
  for (const { requestId, hash } of lacking) reportToService(context, requestId, hash);
  return new Set(lacking.map(({ contractId }) => contractId));
}
