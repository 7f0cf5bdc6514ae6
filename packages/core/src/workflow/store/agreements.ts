/**
 * What wallets agreed to: a row for each transaction that was handed out to be signed, valid once the ledger settled it.
 * Of one wallet and escrow the newest settled one stays, and the deploy's, whatever becomes of their requests.
 */
import { type Agreement, agreementIn } from '../../actions/agreed-terms.ts';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { NETWORKS, type NetworkName } from '../../escrow/network.ts';
import type { Query } from '../../platform/database.ts';
import { isObject } from '../../text/fields.ts';
import type { AgreedTerms, NewTransaction } from '../model/requests.ts';
import { objectOf } from './rows.ts';

export const agreedTermsTable = (text: string, integer: string): string => `
  CREATE TABLE agreed_terms (
    hash ${text} PRIMARY KEY, network ${text} NOT NULL, escrow ${text} NOT NULL, wallet ${text} NOT NULL,
    action ${text} NOT NULL, enforced INTEGER NOT NULL, terms TEXT NOT NULL, sequence ${text} NOT NULL,
    offered_at ${integer} NOT NULL, settled_at ${integer}
  )`;
/** For the list of a wallet's escrows. */
export const AGREED_TERMS_BY_WALLET = 'CREATE INDEX agreed_terms_by_wallet ON agreed_terms (network, wallet, escrow);';
export const AGREED_TERMS_INDEX = 'CREATE INDEX agreed_terms_by_escrow ON agreed_terms (network, escrow, wallet);';

/** Within a write. */
export async function putAgreement(
  query: Query,
  network: NetworkName,
  { hash, sequence }: Pick<NewTransaction, 'hash' | 'sequence'>,
  agreement: Agreement | undefined,
  offeredAt: number,
  settledAt: number | null = null,
): Promise<void> {
  if (agreement === undefined) return;
  const { escrow, wallet, action, isEnforced, terms } = agreement;
  await query(
    `INSERT INTO agreed_terms (hash, network, escrow, wallet, action, enforced, terms, sequence, offered_at, settled_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (hash) DO UPDATE SET terms = excluded.terms, offered_at = excluded.offered_at`,
    ...[hash, network, escrow, wallet, action, isEnforced ? 1 : 0, JSON.stringify(terms), sequence],
    ...[offeredAt, settledAt],
  );
}

/** Within a write. Sequence numbers tell which of one wallet's transactions came last, whenever their outcomes were read. */
export async function settleAgreement(query: Query, hash: string, now: number): Promise<void> {
  const [row] = await query<{ network: string; escrow: string; wallet: string }>(
    'UPDATE agreed_terms SET settled_at = $1 WHERE hash = $2 AND settled_at IS NULL RETURNING network, escrow, wallet',
    ...[now, hash],
  );
  if (row === undefined) return;
  const settled = 'network = $1 AND escrow = $2 AND wallet = $3 AND settled_at IS NOT NULL';
  await query(
    `DELETE FROM agreed_terms WHERE ${settled} AND action <> 'deploy' AND CAST(sequence AS BIGINT) <
       (SELECT MAX(CAST(sequence AS BIGINT)) FROM agreed_terms WHERE ${settled})`,
    ...[row.network, row.escrow, row.wallet],
  );
}

export async function agreedTerms(query: Query, network: NetworkName, escrow: string): Promise<readonly AgreedTerms[]> {
  const rows = await query(
    `SELECT escrow, wallet, action, enforced AS "isEnforced", terms, sequence, offered_at AS "offeredAt"
     FROM agreed_terms WHERE network = $1 AND escrow = $2 AND (settled_at IS NOT NULL OR action = 'deploy')
     ORDER BY offered_at DESC, CAST(sequence AS BIGINT) DESC`,
    ...[network, escrow],
  );
  return rows.map((row) => ({
    ...objectOf<AgreedTerms>(row, { terms: ['terms', isObject] }),
    isEnforced: row['isEnforced'] === 1,
  }));
}

/** Terms of a transaction that is no longer remembered, so that it will not be found to have settled. */
export const DROP_UNSIGNED_TERMS = `DELETE FROM agreed_terms WHERE settled_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.hash = agreed_terms.hash)
  AND NOT EXISTS (SELECT 1 FROM past_offer WHERE past_offer.hash = agreed_terms.hash)`;

/** What a migration reads of each transaction. `request`: JSON. */
export const STORED_TRANSACTIONS = `SELECT hash, network, action, request, unsigned_xdr, COALESCE(sequence, '0') AS sequence,
    offered_at, CASE WHEN state = 'settled' THEN offered_at END AS settled_at, number
  FROM offer JOIN handle ON handle.id = offer.handle WHERE action <> 'trust'`;

type TransactionRow = Readonly<Record<'network' | 'action' | 'request' | 'unsigned_xdr', string>>;

/** A row that cannot be read has none, and does not stop the migration. */
export function agreementOfStored({ network, action, request, unsigned_xdr }: TransactionRow): Agreement | undefined {
  try {
    const actionRequest = { action, request: JSON.parse(request) } as Parameters<typeof agreementIn>[0];
    const on = NETWORKS[network as NetworkName];
    return agreementIn(actionRequest, () => readTransaction(unsigned_xdr, on.passphrase), on);
  } catch {
    return undefined;
  }
}
