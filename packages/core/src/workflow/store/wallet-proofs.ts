/** Which wallets people have proven to be theirs, and what they were asked to sign for it; see `Store`. */
import type { StoreContext } from './handles.ts';
import type { ProofAsked, Store } from './store.ts';

export function walletProofsIn({ database: { query, write }, network, now }: StoreContext) {
  return {
    askProof: ({ tenant, id }, { address, hash, code, person, place, host, language, expiresAt }) =>
      write(async (inside) => {
        await inside('DELETE FROM wallet_proof WHERE expires_at <= $1 AND proven_at IS NULL', now());
        await inside(
          `INSERT INTO wallet_proof AS kept (network, tenant, person, address, hash, code, who, place, host, language, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
           ON CONFLICT (network, tenant, person) DO UPDATE SET
             proven_at = CASE WHEN kept.address = excluded.address THEN kept.proven_at END, address = excluded.address,
             hash = excluded.hash, code = excluded.code, who = excluded.who, place = excluded.place,
             host = excluded.host, language = excluded.language, expires_at = excluded.expires_at`,
          ...[network, tenant, id, address, hash, code, person, place, host, language, expiresAt],
        );
      }),
    proofAsked: async (hash) => {
      const [row] = await query<ProofAsked>(
        `SELECT address, hash, code, who AS person, place, host, language, expires_at AS "expiresAt"
         FROM wallet_proof WHERE hash = $1 AND network = $2 AND expires_at > $3`,
        ...[hash, network, now()],
      );
      return row;
    },
    prove: async (hash) => {
      const proven = await query(
        `UPDATE wallet_proof SET proven_at = $1, hash = NULL WHERE hash = $2 AND network = $3 AND expires_at > $1
         RETURNING address`,
        ...[now(), hash, network],
      );
      return proven.length > 0;
    },
    provenAt: async ({ tenant, id }, address) => {
      const [row] = await query<{ at: number | null }>(
        `SELECT proven_at AS at FROM wallet_proof
         WHERE network = $1 AND tenant = $2 AND person = $3 AND address = $4`,
        ...[network, tenant, id, address],
      );
      return row?.at ?? undefined;
    },
    proversOf: async (tenant, address) => {
      const rows = await query<{ person: string }>(
        `SELECT person FROM wallet_proof
         WHERE network = $1 AND tenant = $2 AND address = $3 AND proven_at IS NOT NULL ORDER BY person`,
        ...[network, tenant, address],
      );
      return rows.map(({ person }) => person);
    },
  } satisfies Partial<Store>;
}
