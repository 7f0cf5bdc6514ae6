import { CountersignError } from '../../errors/errors.ts';
import { putRow, type Query } from '../../platform/database.ts';
import { LOCAL_PERSON, type Person } from '../model/person.ts';
import {
  type Context,
  decidingTransaction,
  type End,
  type NewRequest,
  type NewTransaction,
  type Plan,
  type PreparedRequest,
  type TransactionState,
} from '../model/requests.ts';
import { requireUnsent } from '../model/require-unsent.ts';
import { putAgreement } from './agreements.ts';
import type { StoreContext } from './request-reader.ts';
import { dropOldTransactions, makeRoom } from './room.ts';
import { addSearchable } from './search-queries.ts';

/** Within a write. */
export async function addTransaction(
  query: Query,
  context: StoreContext,
  request: NewRequest,
  transaction: NewTransaction,
  { risk, agreement, names = [], replaces, plan, ends = [], seenRivals }: Context,
): Promise<PreparedRequest> {
  const { database, requestTable, network, now } = context;
  const { requestKey, series, owner } = request;
  const terms = request.action === 'deploy' ? request.terms : null;
  const locks = [`request ${requestKey}`, `address ${transaction.contractId}`, `offer ${transaction.hash}`];
  await database.lock(query, ...locks, ...(series === undefined ? [] : [`series ${series}`]));
  if (terms !== null && (await isOfferedForOthers(query, transaction.contractId, terms)))
    throw mismatch(ADDRESS_OF_OTHERS);
  if (seenRivals !== undefined && (await hasUnseenRival(query, context, request, transaction, seenRivals))) {
    throw new CountersignError('SEQUENCE_TAKEN');
  }
  const same = await reopenRequest(query, context, requestKey, transaction.hash);
  if (same !== undefined) await query('DELETE FROM confirmation WHERE handle = $1', same);
  const id = same ?? (await findOrCreateRequest(query, context, request));
  for (const earlier of ends) {
    const version = await requestTable.locked(query, earlier);
    const isUnsent = version !== undefined && decidingTransaction(version) === undefined;
    if (isUnsent && earlier !== id) await endAs(query, earlier, { as: 'superseded', at: now(), by: id });
  }
  // Of an equal payment or step, the escrow's state as it was shown may be newer.
  if (request.action !== 'deploy') {
    await query('UPDATE handle SET request = $1 WHERE id = $2', JSON.stringify(request.request), id);
  }
  const before = replaces === undefined ? null : JSON.stringify(replaces);
  await query(
    'UPDATE handle SET judged = $1, names = $2, replaces = $3 WHERE id = $4',
    ...[JSON.stringify(risk), JSON.stringify(names), before, id],
  );
  if (plan !== undefined) await setPlan(query, id, plan);
  await putTransaction(query, now(), id, transaction, terms, owner);
  await putAgreement(query, network, transaction, agreement, now());
  await query('UPDATE kept_signature SET signature = NULL WHERE handle = $1 AND hash <> $2', id, transaction.hash);
  const prepared = (await requestTable.byId(query, id)) as PreparedRequest;
  // It was offered for another request, or for this one and has been decided since.
  const isOpen = prepared.transactions.some(({ hash, state }) => hash === transaction.hash && state === 'offered');
  if (!isOpen) throw mismatch(OFFERED_BEFORE);
  return prepared;
}

/** Equal plans are equal texts. */
export const planText = ({ id, milestones, reports }: Plan): string => JSON.stringify({ id, milestones, reports });

export async function setPlan(query: Query, id: string, plan: Plan): Promise<void> {
  await query('UPDATE handle SET plan = $1 WHERE id = $2', planText(plan), id);
}

/** @param requestId null for what was prepared elsewhere; within a write */
export async function putTransaction(
  query: Query,
  now: number,
  requestId: string | null,
  transaction: NewTransaction,
  terms: string | null,
  owner: Person = LOCAL_PERSON,
): Promise<void> {
  const { hash, unsignedXdr, contractId, sequence, expiresAt, offeredLedger = null, reasons, isCounted } = transaction;
  await query('DELETE FROM past_offer WHERE hash = $1', hash);
  const row = {
    ...{ hash, handle: requestId, unsigned_xdr: unsignedXdr, contract_id: contractId, sequence, terms },
    ...{ offered_at: now, offered_ledger: offeredLedger, expires_at: expiresAt, reasons: JSON.stringify(reasons) },
    ...{ tenant: owner.tenant, person: owner.id, counted: isCounted === false ? 0 : 1 },
    ...{ built_by: transaction.builtBy ?? null, state: 'offered' },
  };
  await putRow(query, 'offer', row, 'hash', true);
}

/** Ends a request and frees its request key, which only one request may have. Within a write. */
export async function endAs(query: Query, id: string, end: End): Promise<void> {
  await query(
    "UPDATE handle SET ended = $1, request_key = request_key || ' ' || id WHERE id = $2 AND ended IS NULL",
    JSON.stringify(end),
    id,
  );
}

const mismatch = (message: string) => new CountersignError('TRANSACTION_MISMATCH', { message });
const OFFERED_BEFORE =
  'The service answered with a transaction that it gave before, for another request or with no success. It is not given out.';
const ADDRESS_OF_OTHERS =
  'The service gave this escrow an address that it gave before for other terms. Both could settle, and only one would be what was asked for. It is not given out.';

async function isOfferedForOthers(query: Query, contractId: string, terms: string): Promise<boolean> {
  const found = await query(
    `SELECT 1 FROM offer WHERE contract_id = $1 AND terms <> $2
     UNION ALL SELECT 1 FROM past_offer WHERE contract_id = $1 AND terms <> $2 LIMIT 1`,
    contractId,
    terms,
  );
  return found.length > 0;
}

/** Whether there is a rival that the caller has not checked: one prepared or decided concurrently. */
async function hasUnseenRival(
  query: Query,
  { requestTable, network }: StoreContext,
  { requestKey, series }: NewRequest,
  transaction: NewTransaction,
  seenRivals: ReadonlyMap<string, TransactionState>,
): Promise<boolean> {
  // Freed keys sort between these two.
  const others = await requestTable.all(
    query,
    'WHERE request_key = $1 OR (request_key > $2 AND request_key < $3) OR (series = $4 AND network = $5)',
    ...[requestKey, `${requestKey} `, `${requestKey}!`, series ?? null, network],
  );
  return others
    .flatMap(({ transactions }) => transactions)
    .some(({ hash, state, sequence, isGivenUp }) => {
      if (hash === transaction.hash || seenRivals.get(hash) === state || isGivenUp) return false;
      return state === 'offered' ? sequence !== transaction.sequence : state !== 'dead' && state !== 'rejected';
    });
}

/** Reopens an ended request if the same transaction is offered for its request again. */
async function reopenRequest(
  query: Query,
  { database }: StoreContext,
  requestKey: string,
  hash: string,
): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(
    `UPDATE handle SET ended = NULL, request_key = $1
     WHERE id = (SELECT handle FROM offer WHERE hash = $2 AND state = 'offered')
       AND request_key = $1 || ' ' || id AND ended IS NOT NULL AND ${database.textIn('ended', 'as')} <> 'declined'
       AND NOT EXISTS (SELECT 1 FROM handle AS other WHERE other.request_key = $1)
     RETURNING id`,
    requestKey,
    hash,
  );
  return row?.id;
}

/** Finds or creates the request to which a transaction is added. */
async function findOrCreateRequest(query: Query, context: StoreContext, actionRequest: NewRequest): Promise<string> {
  const { database, requestTable, network, now } = context;
  const { id, pageId, requestKey, action, request, owner, round, series = null, engagement = null } = actionRequest;
  await database.lockRows(query, 'handle WHERE request_key = $1', requestKey);
  const known = await requestTable.one(query, 'WHERE request_key = $1', requestKey);
  if (known !== undefined && known.round >= round) {
    requireUnsent(known);
    await dropOldTransactions(query, known.id, now());
    return known.id;
  }
  if (known !== undefined) {
    // A new round follows a decided request, and supersedes any other.
    if (decidingTransaction(known) === undefined) await endAs(query, known.id, { as: 'superseded', at: now(), by: id });
    else await query("UPDATE handle SET request_key = request_key || ' ' || id WHERE id = $1", known.id);
  }
  await makeRoom(query, context, owner.tenant);
  await query(
    `INSERT INTO handle (id, page_id, network, request_key, action, request, tenant, person, made_at, round, series,
       engagement)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    ...[id, pageId, network, requestKey, action, JSON.stringify(request), owner.tenant, owner.id, now(), round],
    ...[series, engagement],
  );
  await addSearchable(query, id, actionRequest);
  return id;
}
