/**
 * The store in PostgreSQL, for any number of processes on any number of machines. Every method locks what it changes
 * first, so that it is atomic; `describeStore` tests it and SQLite by the same specification.
 */
import type { NetworkName } from '../../../escrow/network.ts';
import type { Database } from '../../../platform/database.ts';
import { migrate } from '../../../platform/postgres/migrate.ts';
import { handleCountsOf, handleCountsSql } from '../handle-counts.ts';
import { SETTLED_KEPT_MS } from '../limits.ts';
import { type PastRow, readPast } from '../past-rows.ts';
import { gapIn, isGapOver } from '../restored.ts';
import type { Store, Told } from '../store.ts';
import { addOffer, putOffer } from './adding.ts';
import { changedSince } from './changes.ts';
import { handlesWhere, handleWhere, lockedHandle, offerOf, offersWhere } from './handles.ts';
import { peopleIn } from './people.ts';
import { forgetSettledOf, sweeps } from './room.ts';
import { STORE_TABLES } from './schema.ts';
import { findEscrows, titled } from './search.ts';
import { sendingIn } from './sending.ts';
import { timersIn } from './timers.ts';
import { walletProofsIn } from './wallet-proofs.ts';

/**
 * @param database PostgreSQL 14 or newer; its tables are made or updated, and closing the store closes it
 * @param network only its handles are seen; a database may be used for several networks
 * @throws CountersignError STORE_UNUSABLE, also by every method while the database cannot be used
 */
export async function openPostgresStore(
  database: Database,
  network: NetworkName,
  now: () => number = Date.now,
  { settledKeptMs }: { readonly settledKeptMs?: number | undefined } = {},
): Promise<Store> {
  try {
    await migrate(database, STORE_TABLES);
  } catch (error) {
    await database.close();
    throw error;
  }
  return storeIn(database, network, now, settledKeptMs);
}

function storeIn(
  database: Database,
  network: NetworkName,
  now: () => number,
  settledKeptMs: number = SETTLED_KEPT_MS,
): Store {
  const { query, write } = database;
  return {
    ...peopleIn(database, network, now),
    ...walletProofsIn(database, network, now),
    ...sendingIn(database, network, now),
    ...timersIn(database, network),
    find: (id) => handleWhere(query, 'WHERE id = $1 AND network = $2', id, network),
    findByPage: (pageId) => handleWhere(query, 'WHERE page_id = $1 AND network = $2', pageId, network),
    hasPage: async (pageId) =>
      (await query('SELECT 1 FROM handle WHERE page_id = $1 AND network = $2', pageId, network)).length > 0,
    findByRequest: (key) => handleWhere(query, 'WHERE request_key = $1', key),
    // Freed keys sort between these two.
    findFormer: (key) =>
      handlesWhere(
        query,
        'WHERE request_key > $1 AND request_key < $2 ORDER BY round DESC, made_at DESC',
        ...[`${key} `, `${key}!`],
      ),
    findByHash: (hash) => offerOf(query, hash),
    findByContract: (action, contractId) =>
      offersWhere(
        query,
        "WHERE contract_id = $1 AND COALESCE(handle.action, 'deploy') = $2 ORDER BY number DESC LIMIT 20",
        ...[contractId, action],
      ),
    findPast: async (hash) => {
      const [row] = await query<PastRow>('SELECT * FROM past_offer WHERE hash = $1', hash);
      return row && readPast(row);
    },
    findSeries: (series) =>
      handlesWhere(query, 'WHERE series = $1 AND network = $2 ORDER BY made_at DESC, id', series, network),
    findBySequence: ({ tenant, id }, sequence) =>
      handlesWhere(
        query,
        `WHERE tenant = $1 AND person = $2 AND network = $3
           AND id IN (SELECT handle FROM offer WHERE sequence = $4) ORDER BY made_at DESC, id LIMIT 50`,
        ...[tenant, id, network, sequence],
      ),
    isAskedByOthers: async ({ owner, engagement = null, terms }) => {
      const rows = await query(
        `SELECT 1 FROM handle WHERE engagement = $1 AND network = $2 AND NOT (tenant = $3 AND person = $4) AND ended IS NULL
           AND EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND terms <> $5) LIMIT 1`,
        ...[engagement, network, owner.tenant, owner.id, terms],
      );
      return rows.length > 0;
    },
    handlesOf: async ({ tenant, id }, most) => {
      const sql =
        'SELECT id FROM handle WHERE tenant = $1 AND person = $2 AND network = $3 ORDER BY made_at DESC, id LIMIT $4';
      return (await query<{ id: string }>(sql, tenant, id, network, most)).map((row) => row.id);
    },
    handlesAbout: ({ tenant, id }, contractId) =>
      handlesWhere(
        query,
        `WHERE tenant = $1 AND person = $2 AND network = $3
           AND id IN (SELECT handle FROM offer WHERE contract_id = $4) ORDER BY made_at DESC, id LIMIT 50`,
        ...[tenant, id, network, contractId],
      ),
    handlesToSign: ({ tenant, id }, most) =>
      handlesWhere(
        query,
        `WHERE tenant = $1 AND person = $2 AND network = $3 AND action <> 'deploy'
           AND ended IS NULL AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id
             AND state IN ('settled', 'taken', 'sending', 'accepted', 'unknown'))
         ORDER BY made_at DESC, id LIMIT $4`,
        ...[tenant, id, network, most],
      ),
    signersOf: async ({ tenant, id }) => {
      const rows = await query<{ signer: string | null; signed: boolean }>(
        `SELECT signer, bool_or(signed) AS signed FROM
           (SELECT request::json ->> 'signer' AS signer,
              EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND offer.state NOT IN ('offered', 'dead')) AS signed
            FROM handle WHERE tenant = $1 AND person = $2 AND network = $3
            ORDER BY made_at DESC LIMIT 1000) AS newest
         GROUP BY signer`,
        ...[tenant, id, network],
      );
      return new Map(rows.flatMap(({ signer, signed }) => (signer === null ? [] : [[signer, signed]])));
    },
    search: async (search, most) => {
      const { ids, total } = await findEscrows(query, network, search, most);
      const found = await handlesWhere(query, 'WHERE id = ANY ($1)', ids);
      return { handles: ids.flatMap((id) => found.find((handle) => handle.id === id) ?? []), total };
    },
    titles: (person, prefix, most, wallet) => titled(query, network, person, prefix, most, wallet),
    undecided: (time, most) =>
      handlesWhere(
        query,
        `WHERE network = $1 AND id IN (
           SELECT handle FROM offer WHERE state <> 'settled' AND handle IS NOT NULL
             AND (state IN ('sending', 'unknown', 'accepted') OR (state = 'offered' AND expires_at < $2)))
           AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND state = 'settled')
         ORDER BY made_at LIMIT $3`,
        ...[network, time, most],
      ),
    undecidedForeign: (most) =>
      offersWhere(query, "WHERE offer.handle IS NULL AND state IN ('sending', 'unknown', 'accepted') LIMIT $1", most),
    askedSince: (owner, time) =>
      handlesWhere(
        query,
        `WHERE network = $1 AND ($2::text IS NULL OR (tenant = $2 AND person = $3))
           AND EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND offered_at >= $4
             AND (state = 'settled' OR (handle.ended IS NULL AND state NOT IN ('dead', 'rejected')
               AND (counted = 1 OR state <> 'offered'))))`,
        ...[network, owner?.tenant ?? null, owner?.id ?? null, time],
      ),
    toldTo: async ({ tenant, id }, follower, escrows) => {
      const rows = await query<Told & { escrow: string }>(
        `SELECT escrow, ledger, state FROM told
         WHERE network = $1 AND tenant = $2 AND person = $3 AND follower = $4 AND escrow = ANY ($5)`,
        ...[network, tenant, id, follower, escrows],
      );
      return new Map(rows.map(({ escrow, ...told }) => [escrow, told]));
    },
    setTold: ({ tenant, id }, follower, each) =>
      write(async (inside) => {
        for (const [escrow, { ledger, state }] of each) {
          await inside(
            `INSERT INTO told (network, tenant, person, follower, escrow, ledger, state)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (network, tenant, person, follower, escrow)
             DO UPDATE SET ledger = excluded.ledger, state = excluded.state, number = DEFAULT`,
            ...[network, tenant, id, follower, escrow, ledger, state],
          );
        }
      }),
    add: (asked, offer, context) => write((inside) => addOffer(inside, { network, now }, asked, offer, context)),
    judge: async (id, judged) => {
      await query('UPDATE handle SET judged = $1 WHERE id = $2', JSON.stringify(judged), id);
    },
    addForeign: (offer) =>
      write(async (inside) => {
        await putOffer(inside, now(), null, offer, null);
        return (await offerOf(inside, offer.hash)) as NonNullable<Awaited<ReturnType<typeof offerOf>>>;
      }),
    confirm: async (id, content, by) => {
      await query(
        'INSERT INTO confirmation (handle, content, by) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        ...[id, content, by],
      );
    },
    isConfirmed: async (id, content, by) => {
      const sql = 'SELECT 1 FROM confirmation WHERE handle = $1 AND content = $2 AND ($3::text IS NULL OR by = $3)';
      return (await query(sql, id, content, by ?? null)).length > 0;
    },
    grant: async (id, to, right) => {
      await query(
        `INSERT INTO participant (handle, tenant, person, "right") VALUES ($1, $2, $3, $4)
         ON CONFLICT (handle, tenant, person) DO UPDATE SET "right" = excluded."right"`,
        ...[id, to.tenant, to.id, right],
      );
    },
    rightOf: async (id, { tenant, id: person }) => {
      const sql = 'SELECT "right" FROM participant WHERE handle = $1 AND tenant = $2 AND person = $3';
      const [row] = await query<{ right: 'read' | 'sign' }>(sql, id, tenant, person);
      return row?.right;
    },
    adopt: (id, owner, requestKey, series) =>
      write(async (inside) => {
        const handle = await lockedHandle(inside, network, id);
        // A handle that ended, or was asked for again since, no longer has the request key.
        const standing = (await handleWhere(inside, 'WHERE request_key = $1', requestKey)) ?? { id };
        const key = handle?.end === undefined && standing.id === id ? requestKey : `${requestKey} ${id}`;
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
    forgetSettled: (tenant, time) => write((inside) => forgetSettledOf(inside, tenant, time)),
    changedSince: (cursor) => changedSince(database, cursor),
    gap: async () => {
      const gap = gapIn((await query('SELECT gap FROM restored WHERE network = $1', network))[0]);
      return gap === undefined || isGapOver(gap, now(), settledKeptMs) ? undefined : gap;
    },
    setGap: async (gap) => {
      await query(
        'INSERT INTO restored (network, gap) VALUES ($1, $2) ON CONFLICT (network) DO UPDATE SET gap = excluded.gap',
        ...[network, JSON.stringify(gap)],
      );
    },
    handleCounts: async () => handleCountsOf(await query(handleCountsSql('$1'), network)),
    takeLease: async (key, holder, ms) => {
      const taken = await query(
        `INSERT INTO lease (key, holder, until) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3 / 1000.0))
         ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until
           WHERE lease.holder = $2 OR lease.until <= clock_timestamp()
         RETURNING 1`,
        ...[key, holder, ms],
      );
      return taken.length > 0;
    },
    dropLease: async (key, holder) => {
      await query('DELETE FROM lease WHERE key = $1 AND holder = $2', key, holder);
    },
    sweep: async () => {
      // One after another, so that nobody waits for the locks of all.
      for (const part of sweeps(now(), settledKeptMs)) await write(part);
    },
    close: () => database.close(),
  };
}
