/** Escrows listed by title, as fast as somebody types: for rows that do not match, only the index is read. */
import type { DatabaseSync } from 'node:sqlite';
import type { NetworkName } from '../../../escrow/network.ts';
import { numbered } from '../../../platform/sqlite.ts';
import type { Person } from '../../person.ts';
import { type Titled, titleKey } from '../search.ts';
import { has, PHASE } from './search.ts';

export const TITLES = `
  ALTER TABLE escrow_text ADD COLUMN title TEXT NOT NULL DEFAULT '';
  UPDATE escrow_text SET title =
    COALESCE((SELECT searchable_title(request) FROM handle WHERE handle.id = escrow_text.handle), '');
  DROP INDEX escrow_text_by_owner;
  CREATE INDEX escrow_text_by_owner ON escrow_text (tenant, person, network, made_at, handle, title);
  CREATE INDEX participant_by_person ON participant (tenant, person, handle);
`;

/** A request that cannot be read gets no title, and does not stop the migration. */
export function titleIn(request: string): string {
  try {
    return titleKey(JSON.parse(request).title);
  } catch {
    return '';
  }
}

/** Without reading an escrow's row, those of a tenant are filtered by title and party. */
export const PARTIES =
  'CREATE INDEX escrow_text_by_tenant ON escrow_text (tenant, network, made_at, handle, person, title, parties);';

/** The person's own first, so that those of others never push them off the list. */
const TITLED = `
  SELECT escrow.handle AS id, handle.request, ${PHASE} AS phase, escrow.whose,
    (SELECT contract_id FROM offer WHERE offer.handle = escrow.handle
     ORDER BY state = 'settled' DESC, number DESC LIMIT 1) AS contractId
  FROM (
    SELECT * FROM (
      SELECT handle, made_at, 0 AS whose FROM escrow_text
        WHERE tenant = ?1 AND person = ?2 AND network = ?3 AND instr(title, ?4) > 0
      ORDER BY made_at DESC, handle DESC LIMIT ?5)
    UNION ALL
    SELECT * FROM (
      SELECT shared.handle, made_at, 1 FROM participant JOIN escrow_text AS shared ON shared.handle = participant.handle
        WHERE participant.tenant = ?1 AND participant.person = ?2 AND network = ?3 AND instr(title, ?4) > 0
          AND NOT (shared.tenant = ?1 AND shared.person = ?2)
      ORDER BY made_at DESC, shared.handle DESC LIMIT ?5)
    UNION ALL
    SELECT * FROM (
      SELECT handle, made_at, 2 FROM escrow_text AS escrow
        WHERE tenant = ?1 AND network = ?3 AND person <> ?2 AND instr(title, ?4) > 0 AND instr(parties, ?6) > 0
          AND ${has("'settled'")}
          AND NOT EXISTS (SELECT 1 FROM participant
            WHERE participant.handle = escrow.handle AND participant.tenant = ?1 AND participant.person = ?2)
      ORDER BY made_at DESC, handle DESC LIMIT ?5)
    ORDER BY whose, made_at DESC, handle DESC LIMIT ?5
  ) AS escrow JOIN handle ON handle.id = escrow.handle
  WHERE json_valid(handle.request)
  ORDER BY escrow.whose, escrow.made_at DESC, escrow.handle DESC`;

type Row = Pick<Titled, 'id' | 'phase'> & {
  readonly request: string;
  readonly contractId: string | null;
  readonly whose: 0 | 1 | 2;
};

export function titleList(sqlite: DatabaseSync, network: NetworkName) {
  const titled = sqlite.prepare(TITLED);
  return ({ tenant, id }: Person, prefix: string, most: number, wallet?: string): readonly Titled[] =>
    (titled.all(numbered(tenant, id, network, titleKey(prefix), most, wallet || null)) as Row[]).map(
      ({ request, contractId, whose, ...row }) => ({
        ...row,
        request: JSON.parse(request),
        ...(contractId === null ? {} : { contractId }),
        ...(whose === 1 ? ({ isShared: true } as const) : {}),
        ...(whose === 2 ? ({ isParty: true } as const) : {}),
      }),
    );
}
