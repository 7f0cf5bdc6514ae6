/** What the store knows of a wallet's escrows, of all who prepared them. What strangers prepared never hides the others. */
import type { Value } from '../../platform/database.ts';
import { ESCROW_PAGE } from '../model/escrow-page.ts';
import { LOCAL_PERSON } from '../model/person.ts';
import type { StoreContext } from './request-reader.ts';
import { hasSettled } from './search-queries.ts';
import type { Store } from './store.ts';

const MOST_OWN = 100;
const MOST_NAMED = 20;

/** Its owner has proven the wallet `$2` on the network `$1`; `$3`: whether it is the local person's. */
const isOfProver = (tenant: string, person: string): string =>
  `(EXISTS (SELECT 1 FROM wallet_proof WHERE wallet_proof.network = $1 AND wallet_proof.tenant = ${tenant}
      AND wallet_proof.person = ${person} AND address = $2 AND proven_at IS NOT NULL)
    OR (${tenant} = '${LOCAL_PERSON.tenant}' AND ${person} = '${LOCAL_PERSON.id}' AND $3 = 1))`;

const SIGNED = `SELECT escrow, MAX(offered_at) AS at FROM agreed_terms
  WHERE network = $1 AND wallet = $2 AND settled_at IS NOT NULL GROUP BY escrow`;

const PREPARED = `SELECT offer.contract_id AS escrow, MAX(handle.made_at) AS at FROM
    (SELECT tenant, person FROM wallet_proof WHERE network = $1 AND address = $2 AND proven_at IS NOT NULL
     UNION SELECT '${LOCAL_PERSON.tenant}', '${LOCAL_PERSON.id}' WHERE $3 = 1) AS prover
  JOIN handle ON handle.tenant = prover.tenant AND handle.person = prover.person AND handle.network = $1
  JOIN offer ON offer.handle = handle.id AND offer.state = 'settled' GROUP BY offer.contract_id`;

/** Terms are kept of every transaction that was handed out, so the requests that wait for a wallet are found by them. */
const TO_SIGN = `FROM agreed_terms JOIN offer ON offer.hash = agreed_terms.hash JOIN handle ON handle.id = offer.handle
  WHERE agreed_terms.network = $1 AND wallet = $2 AND agreed_terms.settled_at IS NULL
    AND handle.ended IS NULL AND handle.tenant <> '${ESCROW_PAGE}'
    AND NOT EXISTS (SELECT 1 FROM offer AS sent WHERE sent.handle = handle.id
      AND sent.state IN ('settled', 'taken', 'sending', 'accepted', 'unknown'))`;

export function walletsIn({ database, network, requestTable }: StoreContext): Pick<Store, 'escrowsOfWallet'> {
  const { query, textsIn, contains } = database;
  /** What the person opened is listed with their own. */
  const isOpened = (address: string) => `${address} IN (SELECT value FROM ${textsIn('$4')})`;
  const isOwnRequest = `(${isOfProver('handle.tenant', 'handle.person')} OR ${isOpened('escrow')})`;
  const others = `
    SELECT handle, made_at FROM escrow_text
    WHERE network = $1 AND ${contains('parties', '$2')} AND ${hasSettled('escrow_text.handle')}
      AND NOT ${isOfProver('escrow_text.tenant', 'escrow_text.person')}
      AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = escrow_text.handle
        AND (${isOpened('contract_id')} OR contract_id IN (SELECT escrow FROM agreed_terms
          WHERE network = $1 AND wallet = $2 AND settled_at IS NOT NULL)))
    UNION SELECT handle.id, made_at ${TO_SIGN} AND handle.action = 'deploy' AND NOT ${isOwnRequest}`;
  return {
    escrowsOfWallet: async (wallet, isLocals, opened) => {
      const values: readonly Value[] = [network, wallet, isLocals ? 1 : 0, JSON.stringify(opened)];
      const addresses = async (sql: string, count: number) => {
        const newest = `${sql} ORDER BY at DESC, escrow LIMIT ${MOST_OWN}`;
        return (await query<{ escrow: string }>(newest, ...values.slice(0, count))).map(({ escrow }) => escrow);
      };
      const requests = async (rows: readonly { readonly handle: string }[]) => {
        const ids = JSON.stringify(rows.map(({ handle: requestId }) => requestId));
        const which = `WHERE id IN (SELECT value FROM ${textsIn('$1')}) ORDER BY made_at DESC, id`;
        return rows.length === 0 ? [] : (await requestTable.listed(query, which, ids)).preparedRequests;
      };
      const toSign = await query<{ handle: string }>(
        `SELECT handle.id AS handle, MAX(made_at) AS at ${TO_SIGN} AND ${isOwnRequest}
         GROUP BY handle.id ORDER BY at DESC, handle.id LIMIT ${MOST_OWN}`,
        ...values,
      );
      const named = await query<{ handle: string; total: number }>(
        `SELECT handle, COUNT(*) OVER () AS total FROM (${others}) AS named
         ORDER BY made_at DESC, handle LIMIT ${MOST_NAMED}`,
        ...values,
      );
      return {
        signed: await addresses(SIGNED, 2),
        prepared: await addresses(PREPARED, 3),
        toSign: await requests(toSign),
        named: await requests(named),
        more: (named[0]?.total ?? 0) - named.length,
      };
    },
  };
}
