/** What is kept of a person: limits, their address book, and who may open the list of their escrows. */
import { type Contact, LATELY_MS, nameProblem } from '../../contacts/index.ts';
import { putRow, type Query } from '../../platform/database.ts';
import type { Person } from '../model/person.ts';
import type { OwnLimits } from '../model/requests.ts';
import { MAX_LIST_ACCESS } from './limits.ts';
import type { StoreContext } from './request-reader.ts';
import { objectOf } from './rows.ts';
import type { ListAccess, ProofAsked, Store } from './store.ts';

const CONTACTS = `SELECT key, look, name, address, set_by AS "setBy", set_at AS "setAt", before, removed_at AS "removedAt"
  FROM contact WHERE network = $1 AND tenant = $2 AND person = $3`;

/** `wallet`: a session of a wallet that signed in; `used`: the proof that opened it. Both have its origin as their tenant. */
type AccessKind = 'link' | 'session' | 'wallet' | 'used';

export function peopleIn(context: StoreContext) {
  const { database, network, now } = context;
  const { query, write } = database;
  const contacts = async ({ tenant, id }: Person): Promise<readonly Contact[]> => {
    const rows = await query(
      `${CONTACTS} AND (removed_at IS NULL OR removed_at >= $4) ORDER BY key`,
      ...[network, tenant, id, now() - LATELY_MS],
    );
    return rows.map((row) => objectOf<Contact>(row));
  };
  const accessOf = async (kind: Exclude<AccessKind, 'used'>, hash: string): Promise<Person | undefined> => {
    const sql = `SELECT tenant, person AS id FROM list_access
      WHERE kind = $1 AND hash = $2 AND network = $3 AND expires_at > $4`;
    return (await query<Person>(sql, kind, hash, network, now()))[0];
  };
  const endAccess = async (kind: AccessKind, hash: string) => {
    await query('DELETE FROM list_access WHERE kind = $1 AND hash = $2 AND network = $3', kind, hash, network);
  };
  return {
    limitsOf: async ({ tenant, id }) => {
      const sql = 'SELECT limits FROM person_limits WHERE tenant = $1 AND person = $2';
      const [row] = await query<{ limits: string }>(sql, tenant, id);
      return row === undefined ? undefined : (JSON.parse(row.limits) as OwnLimits);
    },
    setLimits: async ({ tenant, id }, limits) => {
      await putRow(query, 'person_limits', { tenant, person: id, limits: JSON.stringify(limits) }, 'tenant, person');
    },
    // A name that today's rules would refuse may look like another one, or be a word of our own.
    contactsOf: async (owner) => (await contacts(owner)).filter(({ name }) => nameProblem(name) === undefined),
    contactsToRename: async (owner) => (await contacts(owner)).filter(({ name }) => nameProblem(name) !== undefined),
    setContact: (owner, contact, seen) => write((inside) => setContact(inside, context, owner, contact, seen)),
    addListLink: async (owner, link) => {
      await write((inside) => addAccess(inside, context, 'link', owner, link));
    },
    useListLink: async (hash, session) => {
      // Checked first by reading, so that guessed tokens cause no writes.
      const person = await accessOf('link', hash);
      if (person === undefined) return undefined;
      return await write(async (inside) => {
        // The DELETE makes sure that only one of two callers can use the link.
        const sql = "DELETE FROM list_access WHERE kind = 'link' AND hash = $1 AND network = $2 RETURNING hash";
        if ((await inside(sql, hash, network)).length === 0) return undefined;
        await addAccess(inside, context, 'session', person, session);
        return person;
      });
    },
    listSession: (hash) => accessOf('session', hash),
    endListSession: (hash) => endAccess('session', hash),
    openWalletSession: ({ origin, address }, proof, session) =>
      write(async (inside) => {
        const wallet = { tenant: origin, id: address };
        if (!(await addAccess(inside, context, 'used', wallet, proof))) return false;
        return await addAccess(inside, context, 'wallet', wallet, session);
      }),
    walletSession: async (hash) => {
      const wallet = await accessOf('wallet', hash);
      return wallet && { origin: wallet.tenant, address: wallet.id };
    },
    endWalletSession: (hash) => endAccess('wallet', hash),
  } satisfies Partial<Store>;
}

async function setContact(
  query: Query,
  { database, network, now }: StoreContext,
  { tenant, id }: Person,
  contact: Contact,
  seen: Contact | undefined,
): Promise<boolean> {
  const owner = [network, tenant, id] as const;
  await database.lock(query, `contacts ${owner.join(' ')}`);
  await query('DELETE FROM contact WHERE removed_at < $1', now() - LATELY_MS);
  const { key, look, name, address, setBy, setAt, before = null, removedAt = null } = contact;
  const [row] = await query(`${CONTACTS} AND key = $4`, ...owner, key);
  const stored = row && objectOf<Contact>(row);
  const isAsSeen = (['address', 'setAt', 'removedAt'] as const).every((field) => stored?.[field] === seen?.[field]);
  const alike = await query(`${CONTACTS} AND look = $4 AND key <> $5 AND removed_at IS NULL`, ...owner, look, key);
  if (!isAsSeen || (removedAt === null && alike.length > 0)) return false;
  const terms = { look, name, address, set_by: setBy, set_at: setAt, before, removed_at: removedAt };
  return await putRow(query, 'contact', { network, tenant, person: id, key, ...terms }, 'network, tenant, person, key');
}

/** @returns false where there is one with this hash */
async function addAccess(
  query: Query,
  { network, now }: StoreContext,
  kind: AccessKind,
  { tenant, id }: Person,
  { hash, expiresAt }: ListAccess,
): Promise<boolean> {
  await query('DELETE FROM list_access WHERE tenant = $1 AND person = $2 AND expires_at <= $3', tenant, id, now());
  const row = { kind, network, tenant, person: id, hash, expires_at: expiresAt };
  const isAdded = await putRow(query, 'list_access', row, 'hash', true);
  const theirs = 'FROM list_access WHERE kind = $1 AND network = $2 AND tenant = $3 AND person = $4';
  await query(
    `DELETE ${theirs} AND number <= (SELECT number ${theirs} ORDER BY number DESC LIMIT 1 OFFSET $5)`,
    ...[kind, network, tenant, id, MAX_LIST_ACCESS],
  );
  return isAdded;
}

/** Which wallets people have proven to be theirs, and what they were asked to sign for it; see `Store`. */
export function walletProofsIn({ database: { query, write }, network, now }: StoreContext) {
  const provenBy = async ({ tenant, id }: Person) => {
    const [row] = await query<{ address: string; at: number }>(
      `SELECT address, proven_at AS at FROM wallet_proof
       WHERE network = $1 AND tenant = $2 AND person = $3 AND proven_at IS NOT NULL`,
      ...[network, tenant, id],
    );
    return row;
  };
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
    provenAt: async (owner, address) => {
      const proven = await provenBy(owner);
      return proven?.address === address ? proven.at : undefined;
    },
    provenWallet: async (owner) => (await provenBy(owner))?.address,
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
