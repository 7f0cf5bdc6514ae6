/** The store in SQL for both engines, which pass `describeStore`. Each method locks first what it changes. */
import { randomBytes } from 'node:crypto';
import { readIntact, recordDamaged } from '../../errors/damage.ts';
import type { NetworkName } from '../../escrow/network.ts';
import { type Database, putRow } from '../../platform/database.ts';
import type { Person, Right } from '../model/person.ts';
import type { PreparedTransaction, RequestState, SettledRequest } from '../model/requests.ts';
import { addTransaction, planText, putTransaction, setPlan } from './adding.ts';
import { agreedTerms, putAgreement } from './agreements.ts';
import { SETTLED_KEPT_MS } from './limits.ts';
import { moneyIn } from './money.ts';
import { peopleIn, walletProofsIn } from './people.ts';
import { requestReader, type StoreContext, type StoreEngine } from './request-reader.ts';
import { gapIn, isGapOver } from './restored.ts';
import { dropSettled, sweeps } from './room.ts';
import { objectOf, PAST_FIELDS, pastTransactionOf, REQUEST_JSON, selected } from './rows.ts';
import { searchIn } from './search-queries.ts';
import { sendingIn } from './sending.ts';
import type { FollowedState, Store } from './store.ts';
import { timersIn } from './timer-queries.ts';
import { walletsIn } from './wallet-queries.ts';

export type StoreOptions = { readonly settledKeptMs?: number | undefined };

export function storeIn(
  database: Database,
  engine: StoreEngine,
  network: NetworkName,
  now: () => number,
  { settledKeptMs = SETTLED_KEPT_MS }: StoreOptions,
): Store {
  const requestTable = requestReader(database, network);
  const context: StoreContext = { database, network, now, engine, requestTable };
  const { changedSince, leaseEnd } = engine;
  const { query, lightly, write, by, textIn, textsIn } = database;
  const exists = async (rows: string, ...values: readonly (string | null)[]) =>
    (await query(`SELECT 1 FROM ${rows} LIMIT 1`, ...values)).length > 0;
  /** A person's requests with a transaction that has this value, newest first. The value's index leads to them. */
  const withTransaction = (column: 'contract_id' | 'sequence', { tenant, id }: Person, value: string) =>
    requestTable.listed(
      query,
      `WHERE network = $1 AND id IN (SELECT handle FROM offer ${by(column === 'sequence' ? 'offer_by_sequence' : 'offer_by_contract')}
         WHERE ${column} = $2 AND tenant = $3 AND person = $4) ORDER BY made_at DESC, id LIMIT 50`,
      ...[network, value, tenant, id],
    );
  /** @param requests newest first */
  const signersIn = async (requests: string, ...values: readonly (string | null)[]) => {
    const sql = `SELECT DISTINCT ${textIn('request', 'signer')} AS signer FROM (${requests}) AS newest`;
    return (await query<{ signer: string | null }>(sql, ...values)).flatMap(({ signer }) => signer ?? []);
  };
  return {
    ...peopleIn(context),
    ...walletProofsIn(context),
    ...moneyIn(context),
    ...sendingIn(context),
    ...searchIn(context),
    ...timersIn(context),
    ...walletsIn(context),
    find: (id) => requestTable.byId(query, id),
    findByPage: (pageId) => requestTable.one(query, 'WHERE page_id = $1 AND network = $2', pageId, network),
    ownerOf: async (id) => {
      const sql = 'SELECT id, page_id AS "pageId", tenant, person FROM handle WHERE id = $1 AND network = $2';
      const [row] = await query<Record<'id' | 'pageId' | 'tenant' | 'person', string>>(sql, id, network);
      return row && { id, pageId: row.pageId, owner: { tenant: row.tenant, id: row.person } };
    },
    hasPage: (pageId) => exists('handle WHERE page_id = $1 AND network = $2', pageId, network),
    findByRequest: (key) => requestTable.one(query, 'WHERE request_key = $1', key),
    // Freed keys sort between these two.
    findFormer: (key) =>
      requestTable.all(
        query,
        'WHERE request_key > $1 AND request_key < $2 ORDER BY round DESC, made_at DESC',
        ...[`${key} `, `${key}!`],
      ),
    findByHash: (hash) => requestTable.transaction(query, hash),
    findByContract: (action, contractId) =>
      requestTable.intactTransactions(
        query,
        "WHERE contract_id = $1 AND COALESCE(handle.action, 'deploy') = $2 ORDER BY number DESC LIMIT 20",
        ...[contractId, action],
      ),
    deploysAt: (contractId) =>
      requestTable.all(
        query,
        `WHERE action = 'deploy' AND network = $2 AND id IN (
           SELECT handle FROM offer WHERE contract_id = $1 UNION SELECT handle FROM past_offer WHERE contract_id = $1)
         ORDER BY made_at DESC, id LIMIT 20`,
        ...[contractId, network],
      ),
    findPast: async (hash) => {
      const [row] = await query(`SELECT ${selected('past_offer', PAST_FIELDS)} FROM past_offer WHERE hash = $1`, hash);
      return row && pastTransactionOf(row);
    },
    findSeries: (series) =>
      requestTable.all(query, 'WHERE series = $1 AND network = $2 ORDER BY made_at DESC, id', series, network),
    findPlan: (plan) =>
      requestTable.all(query, 'WHERE plan = $1 AND network = $2 ORDER BY made_at DESC, id', planText(plan), network),
    findBySequence: async (owner, sequence) => {
      const { preparedRequests: found, damaged } = await withTransaction('sequence', owner, sequence);
      // What cannot be read may be the one that another would settle next to.
      for (const { id, part } of damaged) throw recordDamaged(id, part);
      return found;
    },
    isAskedByOthers: ({ owner, engagement = null, terms }) =>
      exists(
        `handle WHERE engagement = $1 AND network = $2 AND NOT (tenant = $3 AND person = $4) AND ended IS NULL
           AND EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND terms <> $5)`,
        ...[engagement, network, owner.tenant, owner.id, terms],
      ),
    preparedRequestsOf: async ({ tenant, id }, most) => {
      const sql =
        'SELECT id FROM handle WHERE tenant = $1 AND person = $2 AND network = $3 ORDER BY made_at DESC, id LIMIT $4';
      return (await query<{ id: string }>(sql, tenant, id, network, most)).map((row) => row.id);
    },
    requestsAbout: async (owner, contractId) =>
      (await withTransaction('contract_id', owner, contractId)).preparedRequests,
    settledAbout: async (contractId) => {
      const which = `WHERE network = $1 AND id IN (
           SELECT handle FROM offer WHERE contract_id = $2 AND state = 'settled')
         ORDER BY made_at DESC, id LIMIT 200`;
      return (await requestTable.listed(query, which, network, contractId)).preparedRequests;
    },
    // Indexes alone leave out deploys and what was sent: a person may have thousands.
    requestsToSign: ({ tenant, id }, most) =>
      requestTable.listed(
        query,
        `WHERE id IN (SELECT id FROM handle AS own WHERE tenant = $1 AND person = $2
             AND NOT EXISTS (SELECT 1 FROM escrow_text WHERE escrow_text.handle = own.id)
             AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = own.id
               AND state IN ('settled', 'taken', 'sending', 'accepted', 'unknown')))
           AND network = $3 AND action <> 'deploy' AND ended IS NULL
         ORDER BY made_at DESC, id LIMIT $4`,
        ...[tenant, id, network, most],
      ),
    signersOf: ({ tenant, id }) =>
      signersIn(
        'SELECT request FROM handle WHERE tenant = $1 AND person = $2 AND network = $3 ORDER BY made_at DESC LIMIT 1000',
        ...[tenant, id, network],
      ),
    signedBy: ({ tenant, id }) =>
      signersIn(
        `SELECT request FROM offer JOIN handle ON handle.id = offer.handle
         WHERE offer.tenant = $1 AND offer.person = $2 AND handle.network = $3
           AND offer.state IN ('sending', 'unknown', 'accepted', 'settled', 'taken', 'rejected')
         ORDER BY offered_at DESC LIMIT 1000`,
        ...[tenant, id, network],
      ),
    settledOf: async ({ tenant, id }, signer, most) => {
      const rows = await query(
        `SELECT action, request, contract_id AS "contractId" FROM offer JOIN handle ON handle.id = offer.handle
         WHERE offer.tenant = $1 AND offer.person = $2 AND handle.network = $3 AND offer.state = 'settled'
           AND ${textIn('request', 'signer')} = COALESCE(CAST($4 AS TEXT), ${textIn('request', 'signer')})
         ORDER BY offered_at DESC LIMIT $5`,
        ...[tenant, id, network, signer ?? null, most],
      );
      return readIntact(rows, (row) => objectOf<SettledRequest>(row, REQUEST_JSON)).intact;
    },
    undecided: async (time, most) => {
      const which = `WHERE network = $1 AND id IN (
           SELECT handle FROM offer ${by('offer_open_of')} WHERE state <> 'settled' AND handle IS NOT NULL
             AND (state IN ('sending', 'unknown', 'accepted') OR (state = 'offered' AND expires_at < $2)))
           AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND state = 'settled')
         ORDER BY made_at LIMIT $3`;
      return (await requestTable.listed(query, which, network, time, most)).preparedRequests;
    },
    undecidedForeign: (most) =>
      requestTable.intactTransactions(
        query,
        "WHERE offer.handle IS NULL AND state IN ('sending', 'unknown', 'accepted') LIMIT $1",
        most,
      ),
    askedSince: (owner, time) => {
      const whose = owner === undefined ? '' : 'AND tenant = $3 AND person = $4';
      const settled = `FROM offer ${by('offer_settled')} WHERE state = 'settled' AND offered_at >= $2 ${whose}`;
      return requestTable.all(
        query,
        `WHERE network = $1 AND id IN (SELECT handle ${settled} UNION ALL
           SELECT handle FROM offer ${by('offer_open_of')} WHERE state <> 'settled' AND offered_at >= $2 ${whose}
             AND state NOT IN ('dead', 'rejected') AND (counted = 1 OR state <> 'offered'))
         AND (ended IS NULL OR id IN (SELECT handle ${settled}))`,
        ...[network, time, ...(owner === undefined ? [] : [owner.tenant, owner.id])],
      );
    },
    reportedTo: async ({ tenant, id }, follower, escrows) => {
      const rows = await query<FollowedState & { escrow: string }>(
        `SELECT escrow, ledger, state FROM told WHERE network = $1 AND tenant = $2 AND person = $3 AND follower = $4
           AND escrow IN (SELECT value FROM ${textsIn('$5')})`,
        ...[network, tenant, id, follower, JSON.stringify(escrows)],
      );
      return new Map(rows.map(({ escrow, ...reported }) => [escrow, reported]));
    },
    setReported: ({ tenant, id }, follower, each) =>
      write(async (inside) => {
        for (const [escrow, { ledger, state }] of each) {
          const key = [network, tenant, id, follower, escrow] as const;
          // Deleted, so that the row gets a new number: the newest ones are kept.
          await inside(
            'DELETE FROM told WHERE network = $1 AND tenant = $2 AND person = $3 AND follower = $4 AND escrow = $5',
            ...key,
          );
          const row = { network, tenant, person: id, follower, escrow, ledger, state };
          await putRow(inside, 'told', row, 'network, tenant, person, follower, escrow');
        }
      }),
    add: (request, transaction, added) =>
      write((inside) => addTransaction(inside, context, request, transaction, added)),
    setPlan: (id, plan) => setPlan(query, id, plan),
    replaceRisk: async (id, risk) => {
      await query('UPDATE handle SET judged = $1 WHERE id = $2', JSON.stringify(risk), id);
    },
    addForeign: (transaction, agreement) =>
      write(async (inside) => {
        await putTransaction(inside, now(), null, transaction, null);
        await putAgreement(inside, network, transaction, agreement, now());
        return (await requestTable.transaction(inside, transaction.hash)) as PreparedTransaction;
      }),
    agreedTerms: (escrow) => agreedTerms(query, network, escrow),
    confirm: async (id, content, by) => {
      await putRow(query, 'confirmation', { handle: id, content, by });
    },
    isConfirmed: (id, content, by) => {
      const rows = 'confirmation WHERE handle = $1 AND content = $2 AND by = COALESCE(CAST($3 AS TEXT), by)';
      return exists(rows, id, content, by ?? null);
    },
    grant: async (id, { tenant, id: person }, right) => {
      await putRow(query, 'participant', { handle: id, tenant, person, right }, 'handle, tenant, person');
    },
    rightOf: async (id, { tenant, id: person }) => {
      const sql = 'SELECT "right" FROM participant WHERE handle = $1 AND tenant = $2 AND person = $3';
      const [row] = await query<{ right: Right }>(sql, id, tenant, person);
      return row?.right;
    },
    adopt: (id, owner, requestKey, series) =>
      write(async (inside) => {
        const prepared = await requestTable.locked(inside, id);
        // A request that ended, or was asked for again since, no longer has the request key.
        const current = (await requestTable.one(inside, 'WHERE request_key = $1', requestKey)) ?? { id };
        const key = prepared?.end === undefined && current.id === id ? requestKey : `${requestKey} ${id}`;
        const { tenant, id: person } = owner;
        const changed = await inside(
          `UPDATE handle SET tenant = $1, person = $2, request_key = $3, series = $4
           WHERE id = $5 AND tenant = 'local' AND person = 'local' RETURNING id`,
          ...[tenant, person, key, series ?? null, id],
        );
        if (changed.length === 0) return;
        for (const table of ['offer', 'past_offer', 'escrow_text']) {
          await inside(`UPDATE ${table} SET tenant = $1, person = $2 WHERE handle = $3`, tenant, person, id);
        }
      }),
    forgetSettled: async (tenant, time) => {
      await query(`${dropSettled(database, 'AND offered_at < $1')} AND tenant = $2`, time, tenant);
    },
    changedSince,
    gap: async () => {
      const gap = gapIn((await query('SELECT gap FROM restored WHERE network = $1', network))[0]);
      return gap === undefined || isGapOver(gap, now(), settledKeptMs) ? undefined : gap;
    },
    setGap: async (gap) => {
      await putRow(query, 'restored', { network, gap: JSON.stringify(gap) }, 'network');
    },
    secret: async () => {
      const kept = async () =>
        (await query<{ value: string }>("SELECT value FROM secret WHERE name = 'salt'"))[0]?.value;
      const found = await kept();
      if (found !== undefined) return found;
      // Another process may make one at the same time: the first one is kept.
      await putRow(query, 'secret', { name: 'salt', value: randomBytes(32).toString('hex') });
      return (await kept()) as string;
    },
    countsByState: async () => {
      const rows = await query<{ state: RequestState; count: number }>(
        `SELECT state, count(*) AS count FROM (
           SELECT COALESCE(
             (SELECT 'settled' FROM offer WHERE offer.handle = handle.id AND state = 'settled' LIMIT 1),
             CASE WHEN ended IS NOT NULL THEN 'ended' END,
             (SELECT state FROM offer WHERE offer.handle = handle.id ORDER BY number DESC LIMIT 1)
           ) AS state FROM handle WHERE network = $1
         ) AS each WHERE state IS NOT NULL GROUP BY state`,
        network,
      );
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
    takeLease: async (key, holder, ms) => {
      // A lease that ends later than one that begins now was written before the clock was set back.
      const taken = await lightly(
        `INSERT INTO lease (key, holder, until) VALUES ($1, $2, ${leaseEnd('$3')})
         ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until
           WHERE lease.holder = $2 OR lease.until <= ${leaseEnd('0')} OR lease.until > ${leaseEnd('$3')}
         RETURNING 1`,
        ...[key, holder, ms],
      );
      return taken.length > 0;
    },
    dropLease: async (key, holder) => {
      await lightly('DELETE FROM lease WHERE key = $1 AND holder = $2', key, holder);
    },
    sweep: async () => {
      // One after another, so that no call waits for the locks of all.
      for (const part of sweeps(database, now(), settledKeptMs)) await write(part);
    },
    close: () => database.close(),
  };
}
