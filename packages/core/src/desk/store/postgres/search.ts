/** Searches and lists of titles, which read no transactions. */
import type { NetworkName } from '../../../escrow/network.ts';
import type { Query, Value } from '../../../platform/database.ts';
import type { Person } from '../../person.ts';
import type { Asked } from '../offers.ts';
import { type Search, searchable, type Titled, titleKey } from '../search.ts';

const has = (states: string) =>
  `EXISTS (SELECT 1 FROM offer WHERE offer.handle = escrow.handle AND offer.state IN (${states}))`;

/** In the order in which offers decide a handle's state (`decidingOffer`). */
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

/** Within a write. @param id of a handle that is kept already */
export async function addSearchable(query: Query, id: string, asked: Asked): Promise<void> {
  if (asked.action !== 'deploy') return;
  const { texts, parties } = searchable(asked.request);
  await query(
    `INSERT INTO escrow_text (handle, tenant, person, network, made_at, texts, parties, title)
     SELECT id, tenant, person, network, made_at, $1, $2, $3 FROM handle WHERE id = $4`,
    ...[storable(texts), storable(parties), storable(titleKey(asked.request.title)), id],
  );
}

/** Ids, newest first, and how many match in all. */
export async function findEscrows(
  query: Query,
  network: NetworkName,
  search: Search,
  most: number,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const values: Value[] = [];
  /** The placeholder of a value. */
  const at = (value: Value) => `$${values.push(value)}`;
  const conditions = conditionsOf(search, network, at);
  const rows = await query<{ handle: string; total: number }>(
    `SELECT handle, COUNT(*) OVER () AS total FROM escrow_text AS escrow
     WHERE ${conditions.join(' AND ')} ORDER BY made_at DESC, handle LIMIT ${at(most)}`,
    ...values,
  );
  return { ids: rows.map(({ handle }) => handle), total: rows[0]?.total ?? 0 };
}

function conditionsOf(search: Search, network: NetworkName, at: (value: Value) => string): readonly string[] {
  const { person, words, wallet, phase, since, isUndecided = false } = search;
  const [tenant, id] = [at(person.tenant), at(person.id)];
  const takesPart = (address: string) => `strpos(parties, ${at(storable(address))}) > 0`;
  return [
    `network = ${at(network)}`,
    `((escrow.tenant = ${tenant} AND escrow.person = ${id})
      OR escrow.handle IN (SELECT handle FROM participant WHERE tenant = ${tenant} AND person = ${id}))`,
    ...(since === undefined ? [] : [`made_at >= ${at(since)}`]),
    ...(wallet === undefined ? [] : [takesPart(wallet)]),
    ...words.map(
      ({ text, addresses }) =>
        `(${[`strpos(texts, ${at(storable(text))}) > 0`, ...addresses.map(takesPart)].join(' OR ')})`,
    ),
    ...(phase === undefined ? [] : [`${PHASE} = ${at(phase)}`]),
    ...(isUndecided ? [UNDECIDED] : []),
  ];
}

/** The person's own first, so that those of others never push them off the list. */
const TITLED = `
  SELECT escrow.handle AS id, handle.request, ${PHASE} AS phase, escrow.whose,
    (SELECT contract_id FROM offer WHERE offer.handle = escrow.handle
     ORDER BY (state = 'settled') DESC, number DESC LIMIT 1) AS "contractId"
  FROM (
    SELECT * FROM (
      SELECT handle, made_at, 0 AS whose FROM escrow_text
        WHERE tenant = $1 AND person = $2 AND network = $3 AND strpos(title, $4) > 0
      ORDER BY made_at DESC, handle DESC LIMIT $5) AS own
    UNION ALL
    SELECT * FROM (
      SELECT escrow_text.handle, made_at, 1 FROM participant JOIN escrow_text USING (handle)
        WHERE participant.tenant = $1 AND participant.person = $2 AND network = $3 AND strpos(title, $4) > 0
          AND NOT (escrow_text.tenant = $1 AND escrow_text.person = $2)
      ORDER BY made_at DESC, escrow_text.handle DESC LIMIT $5) AS shared
    UNION ALL
    SELECT * FROM (
      SELECT handle, made_at, 2 FROM escrow_text AS escrow
        WHERE tenant = $1 AND network = $3 AND person <> $2 AND strpos(title, $4) > 0 AND strpos(parties, $6) > 0
          AND ${has("'settled'")}
          AND NOT EXISTS (SELECT 1 FROM participant
            WHERE participant.handle = escrow.handle AND participant.tenant = $1 AND participant.person = $2)
      ORDER BY made_at DESC, handle DESC LIMIT $5) AS parties
    ORDER BY whose, made_at DESC, handle DESC LIMIT $5
  ) AS escrow JOIN handle ON handle.id = escrow.handle
  ORDER BY escrow.whose, escrow.made_at DESC, escrow.handle DESC`;

type Row = Pick<Titled, 'id' | 'phase'> & {
  readonly request: string;
  readonly contractId: string | null;
  readonly whose: 0 | 1 | 2;
};

export async function titled(
  query: Query,
  network: NetworkName,
  { tenant, id }: Person,
  prefix: string,
  most: number,
  wallet?: string,
): Promise<readonly Titled[]> {
  const rows = await query<Row>(TITLED, tenant, id, network, storable(titleKey(prefix)), most, wallet || null);
  return rows.map(({ request, contractId, whose, ...row }) => ({
    ...row,
    request: JSON.parse(request),
    ...(contractId === null ? {} : { contractId }),
    ...(whose === 1 ? ({ isShared: true } as const) : {}),
    ...(whose === 2 ? ({ isParty: true } as const) : {}),
  }));
}
