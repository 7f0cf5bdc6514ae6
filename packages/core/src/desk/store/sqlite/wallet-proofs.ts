/** Which wallets people have proven to be theirs, and what they were asked to sign for it; see `Store`. */
import type { DatabaseSync } from 'node:sqlite';
import type { NetworkName } from '../../../escrow/network.ts';
import { numbered } from '../../../platform/sqlite.ts';
import type { Person } from '../../person.ts';
import type { ProofAsked } from '../store.ts';

export const WALLET_PROOFS = `
  CREATE TABLE wallet_proof (
    network TEXT NOT NULL,
    tenant TEXT NOT NULL,
    person TEXT NOT NULL,
    address TEXT NOT NULL,
    hash TEXT UNIQUE,
    code TEXT NOT NULL,
    who TEXT NOT NULL,
    place TEXT NOT NULL,
    host TEXT NOT NULL,
    language TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    proven_at INTEGER,
    PRIMARY KEY (network, tenant, person)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX wallet_proof_open ON wallet_proof (expires_at) WHERE proven_at IS NULL;
`;

export function walletProofKeeper(sqlite: DatabaseSync, network: NetworkName, now: () => number) {
  const forget = sqlite.prepare('DELETE FROM wallet_proof WHERE expires_at <= ? AND proven_at IS NULL');
  const put = sqlite.prepare(
    `INSERT INTO wallet_proof (network, tenant, person, address, hash, code, who, place, host, language, expires_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
     ON CONFLICT (network, tenant, person) DO UPDATE SET
       proven_at = CASE WHEN address = excluded.address THEN proven_at END, address = excluded.address,
       hash = excluded.hash, code = excluded.code, who = excluded.who, place = excluded.place, host = excluded.host,
       language = excluded.language, expires_at = excluded.expires_at`,
  );
  const one = sqlite.prepare(
    `SELECT address, hash, code, who AS person, place, host, language, expires_at AS expiresAt
     FROM wallet_proof WHERE hash = ? AND network = ? AND expires_at > ?`,
  );
  const prove = sqlite.prepare(
    'UPDATE wallet_proof SET proven_at = ?1, hash = NULL WHERE hash = ?2 AND network = ?3 AND expires_at > ?1',
  );
  const proven = sqlite.prepare(
    'SELECT proven_at AS at FROM wallet_proof WHERE network = ? AND tenant = ? AND person = ? AND address = ?',
  );
  const provers = sqlite.prepare(
    `SELECT person FROM wallet_proof WHERE network = ? AND tenant = ? AND address = ? AND proven_at IS NOT NULL
     ORDER BY person`,
  );
  return {
    /** Within a write. */
    ask: ({ tenant, id }: Person, asked: ProofAsked): void => {
      const { address, hash, code, person, place, host, language, expiresAt } = asked;
      forget.run(now());
      put.run(numbered(network, tenant, id, address, hash, code, person, place, host, language, expiresAt));
    },
    asked: (hash: string): ProofAsked | undefined => one.get(hash, network, now()) as ProofAsked | undefined,
    prove: (hash: string): boolean => Number(prove.run(numbered(now(), hash, network)).changes) > 0,
    provenAt: ({ tenant, id }: Person, address: string): number | undefined => {
      const row = proven.get(network, tenant, id, address) as { at: number | null } | undefined;
      return row?.at ?? undefined;
    },
    proversOf: (tenant: string, address: string): readonly string[] =>
      (provers.all(network, tenant, address) as { person: string }[]).map(({ person }) => person),
  };
}
