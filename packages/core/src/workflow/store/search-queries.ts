/** Searches the store by a table apart from the requests, so that a search reads no requests and no transactions. */
import { readIntact } from '../../errors/damage.ts';
import type { NetworkName } from '../../escrow/network.ts';
import type { Database, Query, Value } from '../../platform/database.ts';
import type { ActionRequest } from '../model/requests.ts';
import type { StoreContext } from './request-reader.ts';
import { objectOf, REQUEST_JSON } from './rows.ts';
import { type Search, searchable, type Titled, titleKey } from './search.ts';
import type { Store } from './store.ts';

const has = (states: string, requestId = 'escrow.handle') =>
  `EXISTS (SELECT 1 FROM offer WHERE offer.handle = ${requestId} AND offer.state IN (${states}))`;

/** @param requestId its column */
export const hasSettled = (requestId: string): string => has("'settled'", requestId);

/** In the order in which transactions decide a request's state (`decidingTransaction`). */
const PHASE = `CASE
  WHEN ${has("'settled'")} THEN 'settled'
  WHEN ${has("'taken'")} THEN 'ended'
  WHEN EXISTS (SELECT 1 FROM offer WHERE offer.handle = escrow.handle
    AND offer.state IN ('sending', 'unknown', 'accepted') AND offer.given_up = 0) THEN 'sent'
  WHEN EXISTS (SELECT 1 FROM handle WHERE id = escrow.handle AND ended IS NOT NULL) THEN 'ended'
  ELSE 'open' END`;

const UNDECIDED = `${has("'offered', 'sending', 'unknown', 'accepted', 'taken'")} AND NOT ${has("'settled'")}`;

/** PostgreSQL's text cannot hold the character 0, which no search can give either. */
const storable = (text: string): string => text.replaceAll('\0', ' ');

/** Within a write. @param id of a request that is kept already */
export async function addSearchable(query: Query, id: string, request: ActionRequest): Promise<void> {
  if (request.action !== 'deploy') return;
  const { texts, parties } = searchable(request.request);
  await query(
    `INSERT INTO escrow_text (handle, tenant, person, network, made_at, texts, parties, title)
     SELECT id, tenant, person, network, made_at, $1, $2, $3 FROM handle WHERE id = $4`,
    ...[storable(texts), storable(parties), storable(titleKey(request.request.title)), id],
  );
}

export function searchIn({ database, network, requestTable }: StoreContext): Pick<Store, 'search' | 'titles'> {
  const { query, textsIn } = database;
  const titlesSql = titled(database, network);
  return {
    search: async (search, most) => {
      const values: Value[] = [];
      const conditions = conditionsOf(database, search, network, values);
      const rows = await query<{ handle: string; total: number }>(
        `SELECT handle, COUNT(*) OVER () AS total FROM escrow_text AS escrow
         WHERE ${conditions.join(' AND ')} ORDER BY made_at DESC, handle LIMIT $${values.push(most)}`,
        ...values,
      );
      const ids = rows.map(({ handle: requestId }) => requestId);
      const { preparedRequests: found, damaged } = await requestTable.listed(
        query,
        `WHERE id IN (SELECT value FROM ${textsIn('$1')}) AND network = $2`,
        ...[JSON.stringify(ids), network],
      );
      const byId = new Map(found.map((prepared) => [prepared.id, prepared]));
      return { preparedRequests: ids.flatMap((id) => byId.get(id) ?? []), damaged, total: rows[0]?.total ?? 0 };
    },
    titles: async ({ tenant, id }, prefix, most, wallet) => {
      const rows = await query(titlesSql, tenant, id, network, storable(titleKey(prefix)), most, wallet || null);
      return rows.map(({ whose, ...row }) => ({
        ...titledOf(row),
        ...(whose === 1 ? ({ isShared: true } as const) : {}),
        ...(whose === 2 ? ({ isParty: true } as const) : {}),
      }));
    },
  };
}

/** @param values gets the value of each placeholder */
function conditionsOf(
  { contains }: Database,
  search: Search,
  network: NetworkName,
  values: Value[],
): readonly string[] {
  const { person, words, wallet, phase, endedSince: since, isUndecided = false } = search;
  const at = (value: Value) => `$${values.push(value)}`;
  const [tenant, id] = [at(person.tenant), at(person.id)];
  const takesPart = (address: string) => contains('parties', at(storable(address)));
  return [
    `network = ${at(network)}`,
    `((escrow.tenant = ${tenant} AND escrow.person = ${id})
      OR escrow.handle IN (SELECT handle FROM participant WHERE tenant = ${tenant} AND person = ${id}))`,
    ...(since === undefined ? [] : [`made_at >= ${at(since)}`]),
    ...(wallet === undefined ? [] : [takesPart(wallet)]),
    ...words.map(
      ({ text, addresses }) => `(${[contains('texts', at(storable(text))), ...addresses.map(takesPart)].join(' OR ')})`,
    ),
    ...(phase === undefined ? [] : [`${PHASE} = ${at(phase)}`]),
    ...(isUndecided ? [UNDECIDED] : []),
  ];
}

/** Without a request that cannot be read. */
function titledOf({ request, ...row }: Readonly<Record<string, unknown>>): Titled {
  const titled = objectOf<Titled>(row);
  const { intact } = readIntact([{ id: row['id'], request }], (each) => objectOf<Titled>(each, REQUEST_JSON));
  return { ...titled, ...intact[0] };
}

const ofShownTransaction = (column: string) => `(SELECT ${column} FROM offer WHERE offer.handle = escrow.handle
     ORDER BY (state = 'settled') DESC, number DESC LIMIT 1)`;

/** For rows that do not match, only the index is read. The person's own come first, so that others never hide them. */
const titled = ({ contains }: Database, network: NetworkName) => `
  SELECT escrow.handle AS id, handle.request, ${PHASE} AS phase, escrow.whose,
    ${ofShownTransaction('contract_id')} AS "contractId"
    ${network === 'sandbox' ? `, ${ofShownTransaction('unsigned_xdr')} AS "unsignedXdr"` : ''}
  FROM (
    SELECT * FROM (
      SELECT handle, made_at, 0 AS whose FROM escrow_text
        WHERE tenant = $1 AND person = $2 AND network = $3 AND ${contains('title', '$4')}
      ORDER BY made_at DESC, handle DESC LIMIT $5) AS own
    UNION ALL
    SELECT * FROM (
      SELECT escrow_text.handle, made_at, 1 AS whose FROM participant JOIN escrow_text USING (handle)
        WHERE participant.tenant = $1 AND participant.person = $2 AND network = $3 AND ${contains('title', '$4')}
          AND NOT (escrow_text.tenant = $1 AND escrow_text.person = $2)
      ORDER BY made_at DESC, escrow_text.handle DESC LIMIT $5) AS shared
    UNION ALL
    SELECT * FROM (
      SELECT handle, made_at, 2 AS whose FROM escrow_text AS escrow
        WHERE tenant = $1 AND network = $3 AND person <> $2 AND ${contains('title', '$4')}
          AND ${contains('parties', '$6')} AND ${has("'settled'")}
          AND NOT EXISTS (SELECT 1 FROM participant
            WHERE participant.handle = escrow.handle AND participant.tenant = $1 AND participant.person = $2)
      ORDER BY made_at DESC, handle DESC LIMIT $5) AS parties
    ORDER BY whose, made_at DESC, handle DESC LIMIT $5
  ) AS escrow JOIN handle ON handle.id = escrow.handle
  ORDER BY escrow.whose, escrow.made_at DESC, escrow.handle DESC`;
