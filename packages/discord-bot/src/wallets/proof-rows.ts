/** Which wallets people have proven to be theirs, and the one text that each may still sign to do so. */
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Language } from '@countersign/core/words';

export const WALLET_PROOF_TABLES = `
  CREATE TABLE IF NOT EXISTS wallet_proof (
    user TEXT NOT NULL, guild TEXT NOT NULL, address TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (user, guild)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS wallet_challenge (
    user TEXT NOT NULL, guild TEXT NOT NULL, address TEXT NOT NULL, token TEXT NOT NULL UNIQUE, code TEXT NOT NULL,
    language TEXT NOT NULL, until INTEGER NOT NULL,
    PRIMARY KEY (user, guild)
  ) STRICT, WITHOUT ROWID;
`;

const VALID_MS = 15 * 60_000;

type Person = { readonly userId: string; readonly guildId: string };

/** `token` leads to its page, `code` stands in its text. */
export type Challenge = Person & {
  readonly address: string;
  readonly token: string;
  readonly code: string;
  readonly language: Language;
  /** Epoch milliseconds. */
  readonly until: number;
};

export type ProofRows = {
  /** Takes the place of the person's earlier one. */
  challenge(person: Person, address: string, language: Language): Challenge;
  /** Undefined where it is unknown, used, replaced or expired. */
  challengeOf(token: string): Challenge | undefined;
  /**
   * Once the signature was checked. Of several who come at once, one succeeds.
   * @returns false if the challenge was no longer valid, or the person's wallet is another one by now
   */
  prove(token: string): boolean;
  /** The person's wallet is this one from now on: what was proven or asked of another one no longer counts. */
  keepOnly(person: Person, address: string): void;
};

export function proofRows(database: DatabaseSync, now: () => number): ProofRows {
  const put = database.prepare(
    `INSERT OR REPLACE INTO wallet_challenge (user, guild, address, token, code, language, until)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const one = database.prepare(
    `SELECT user AS userId, guild AS guildId, address, token, code, language, until
     FROM wallet_challenge WHERE token = ? AND until > ?`,
  );
  const take = database.prepare(
    'DELETE FROM wallet_challenge WHERE token = ? AND until > ? RETURNING user, guild, address',
  );
  // The wallet is asked in the same statement: another process may change it meanwhile.
  const note = database.prepare(
    `INSERT OR REPLACE INTO wallet_proof (user, guild, address, at)
     SELECT user, guild, address, ? FROM wallet WHERE user = ? AND guild = ? AND address = ?`,
  );
  const dropProof = database.prepare('DELETE FROM wallet_proof WHERE user = ? AND guild = ? AND address <> ?');
  const dropChallenge = database.prepare('DELETE FROM wallet_challenge WHERE user = ? AND guild = ? AND address <> ?');
  return {
    challenge: ({ userId, guildId }, address, language) => {
      const [token, code] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
      const until = now() + VALID_MS;
      put.run(userId, guildId, address, token, code, language, until);
      return { userId, guildId, address, token, code, language, until };
    },
    challengeOf: (token) => one.get(token, now()) as Challenge | undefined,
    prove: (token) => {
      const taken = take.get(token, now()) as { user: string; guild: string; address: string } | undefined;
      return taken !== undefined && note.run(now(), taken.user, taken.guild, taken.address).changes === 1;
    },
    keepOnly: ({ userId, guildId }, address) => {
      dropProof.run(userId, guildId, address);
      dropChallenge.run(userId, guildId, address);
    },
  };
}
