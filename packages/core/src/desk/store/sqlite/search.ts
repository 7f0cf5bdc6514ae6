/** The search table, apart from the handles, so that a search reads no requests and no transactions. */
import type { DatabaseSync } from 'node:sqlite';
import type { NetworkName } from '../../../escrow/network.ts';
import type { Person } from '../../person.ts';
import type { Asked } from '../offers.ts';
import { type Search, searchable, titleKey } from '../search.ts';

export const has = (states: string) =>
  `EXISTS (SELECT 1 FROM offer WHERE offer.handle = escrow.handle AND offer.state IN (${states}))`;

/** In the order in which offers decide a handle's state (`decidingOffer`). */
export const PHASE = `CASE
  WHEN ${has("'settled'")} THEN 'settled'
  WHEN ${has("'taken'")} THEN 'ended'
  WHEN EXISTS (SELECT 1 FROM offer WHERE offer.handle = escrow.handle
    AND offer.state IN ('sending', 'unknown', 'accepted') AND NOT offer.given_up) THEN 'sent'
  WHEN EXISTS (SELECT 1 FROM handle WHERE id = escrow.handle AND ended IS NOT NULL) THEN 'ended'
  ELSE 'open' END`;

const UNDECIDED = `${has("'offered', 'sending', 'unknown', 'accepted', 'taken'")} AND NOT ${has("'settled'")}`;

const THEIRS = `((escrow.tenant = ? AND escrow.person = ?)
  OR escrow.handle IN (SELECT handle FROM participant WHERE tenant = ? AND person = ?))`;

type Condition = readonly [sql: string, ...values: (string | number)[]];

export function escrowSearch(sqlite: DatabaseSync, network: NetworkName) {
  const insert = sqlite.prepare(
    `INSERT INTO escrow_text (handle, tenant, person, network, made_at, texts, parties, title)
     SELECT id, tenant, person, network, made_at, ?, ?, ? FROM handle WHERE id = ?`,
  );
  const setOwner = sqlite.prepare('UPDATE escrow_text SET tenant = ?, person = ? WHERE handle = ?');
  return {
    /** @param id of a handle that is kept already */
    add(id: string, asked: Asked): void {
      if (asked.action !== 'deploy') return;
      const { texts, parties } = searchable(asked.request);
      insert.run(texts, parties, titleKey(asked.request.title), id);
    },
    setOwner: ({ tenant, id: person }: Person, id: string) => void setOwner.run(tenant, person, id),
    /** Ids, newest first, and how many match in all. */
    find(search: Search, most: number): { readonly ids: readonly string[]; readonly total: number } {
      const conditions = conditionsOf(search, network);
      const rows = sqlite
        .prepare(
          `SELECT handle, COUNT(*) OVER () AS total FROM escrow_text AS escrow
           WHERE ${conditions.map(([sql]) => sql).join(' AND ')}
           ORDER BY made_at DESC, handle LIMIT ?`,
        )
        .all(...conditions.flatMap(([, ...values]) => values), most) as { handle: string; total: number }[];
      return { ids: rows.map(({ handle }) => handle), total: rows[0]?.total ?? 0 };
    },
  };
}

function conditionsOf(search: Search, network: NetworkName): readonly Condition[] {
  const { person, words, wallet, phase, since, isUndecided = false } = search;
  const whose = [person.tenant, person.id] as const;
  const takesPart = 'instr(parties, ?) > 0';
  return [
    ['network = ?', network],
    [THEIRS, ...whose, ...whose],
    ...(since === undefined ? [] : [['made_at >= ?', since] as const]),
    ...(wallet === undefined ? [] : [[takesPart, wallet] as const]),
    ...words.map(({ text, addresses }): Condition => {
      const ways = ['instr(texts, ?) > 0', ...addresses.map(() => takesPart)];
      return [`(${ways.join(' OR ')})`, text, ...addresses];
    }),
    ...(phase === undefined ? [] : [[`${PHASE} = ?`, phase] as const]),
    ...(isUndecided ? [[UNDECIDED] as const] : []),
  ];
}
