/**
 * Keeps the money that moved into and out of escrows, for each network and wallet. It is evidence of whom a wallet may
 * trust, so it is never swept with settled requests, and belongs to no owner.
 */
import type { NetworkName } from '../../escrow/network.ts';
import { type Database, putRow, type Query } from '../../platform/database.ts';
import type { ConfirmedTaking, Deal, PaymentIn } from '../../risk/index.ts';
import { type MoneyMoved, type MoneySource, movedBy } from './money-moved.ts';
import type { StoreContext } from './request-reader.ts';
import type { Store } from './store.ts';

/** Tables of both engines. @param text a type for keys. @param integer a type for times */
export const moneyTables = (text: string, integer: string): string => `
  CREATE TABLE money_in (
    network ${text} NOT NULL, hash ${text} NOT NULL, escrow ${text} NOT NULL, wallet ${text} NOT NULL,
    token ${text} NOT NULL, units TEXT NOT NULL, parties TEXT NOT NULL, platform ${text} NOT NULL,
    fee INTEGER NOT NULL, at ${integer} NOT NULL, PRIMARY KEY (network, hash)
  );
  CREATE INDEX money_in_by_wallet ON money_in (network, wallet, token, at, escrow);
  CREATE INDEX money_in_by_escrow ON money_in (network, escrow);
  CREATE TABLE money_out (
    network ${text} NOT NULL, escrow ${text} NOT NULL, hash ${text} NOT NULL, payee ${text} NOT NULL,
    units TEXT NOT NULL, released INTEGER NOT NULL, PRIMARY KEY (network, escrow, hash, payee)
  );
  CREATE TABLE agreed_end (
    network ${text} NOT NULL, escrow ${text} NOT NULL, units TEXT NOT NULL, at ${integer} NOT NULL,
    PRIMARY KEY (network, escrow)
  );
  CREATE TABLE confirmed_taking (
    network ${text} NOT NULL, wallet ${text} NOT NULL, escrow ${text} NOT NULL, address ${text} NOT NULL,
    roles ${text} NOT NULL, hash ${text} NOT NULL, units TEXT NOT NULL,
    PRIMARY KEY (network, wallet, escrow, address, roles, hash)
  );
`;

/** Noting the same transaction again changes nothing. */
export async function noteMoney(
  query: Query,
  network: NetworkName,
  { hash, escrow, at }: MoneySource,
  { paidIn, paidOut = [], agreedEnd }: MoneyMoved,
): Promise<void> {
  if (paidIn !== undefined) {
    const row = { network, hash, escrow, at, ...paidIn, parties: JSON.stringify(paidIn.parties) };
    await putRow(query, 'money_in', row);
  }
  for (const paid of paidOut) await putRow(query, 'money_out', { network, escrow, hash, ...paid });
  if (agreedEnd === undefined) return;
  await query(
    `INSERT INTO agreed_end (network, escrow, units, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (network, escrow) DO UPDATE SET units = excluded.units, at = excluded.at
       WHERE agreed_end.at < excluded.at`,
    ...[network, escrow, agreedEnd.units, at],
  );
}

/** For a migration: reads the money that transactions moved from the rows that are still there. */
export async function fillMoney(query: Query): Promise<void> {
  let from = '';
  for (;;) {
    const rows = await query<MoneySource & { network: NetworkName; action: string; request: string; xdr: string }>(
      `SELECT offer.hash, offer.contract_id AS escrow, COALESCE(offer.sent_at, offer.offered_at) AS at, handle.network,
         handle.action, handle.request, offer.unsigned_xdr AS xdr
       FROM offer JOIN handle ON handle.id = offer.handle WHERE offer.state = 'settled' AND offer.hash > $1
       ORDER BY offer.hash LIMIT ${FILLED_AT_ONCE}`,
      from,
    );
    for (const { network, action, request, xdr: unsignedXdr, ...source } of rows) {
      const moved = movedBy(JSON.stringify({ network, action, request: JSON.parse(request), unsignedXdr }));
      await noteMoney(query, network, source, JSON.parse(moved) as MoneyMoved);
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    from = last.hash;
  }
}

const FILLED_AT_ONCE = 200;

/** So many deals of a wallet are read, the newest: what is older is no evidence. */
const MOST_DEALS = 1_000;

/** Of the wallet `$2` on the network `$1`, in the token `$3` or, where that is null, in any. */
const ownEscrows = ({ by }: Pick<Database, 'by'>) => `(SELECT escrow FROM money_in ${by('money_in_by_wallet')}
  WHERE network = $1 AND wallet = $2 AND token = COALESCE(CAST($3 AS TEXT), token)
  GROUP BY escrow ORDER BY MAX(at) DESC, escrow LIMIT ${MOST_DEALS})`;

export function moneyIn({ database, network }: StoreContext) {
  const { query, write } = database;
  const own = ownEscrows(database);
  return {
    noteMoney: (source, moved) => write((inside) => noteMoney(inside, network, source, moved)),
    noteConfirmedTakings: (wallet, { hash, escrow }, takings) =>
      write(async (inside) => {
        for (const { address, roles, units } of takings) {
          const row = { network, wallet, escrow, address, roles, hash, units: `${units}` };
          await putRow(inside, 'confirmed_taking', row);
        }
      }),
    lastFee: async (wallet, platform, escrow) => {
      const [row] = await query<{ fee: number }>(
        `SELECT fee FROM money_in WHERE network = $1 AND wallet = $2 AND platform = $3 AND escrow <> $4
         ORDER BY CASE WHEN units = '0' THEN 1 ELSE 0 END, at DESC LIMIT 1`,
        ...[network, wallet, platform, escrow],
      );
      return row?.fee;
    },
    dealsOf: async (wallet, token) => {
      const values = [network, wallet, token ?? null] as const;
      const [paidIn, paidOut, ends, confirmed] = await Promise.all([
        query<InRow>(
          `SELECT escrow, wallet, units, parties, at FROM money_in
           WHERE network = $1 AND escrow IN ${own} ORDER BY at DESC, hash`,
          ...values,
        ),
        query<OutRow>(
          `SELECT escrow, payee, units, released FROM money_out WHERE network = $1 AND escrow IN ${own}`,
          ...values,
        ),
        query<EndRow>(`SELECT escrow, units, at FROM agreed_end WHERE network = $1 AND escrow IN ${own}`, ...values),
        query<ConfirmedRow>(
          `SELECT escrow, address, roles, units FROM confirmed_taking
           WHERE network = $1 AND wallet = $2 AND escrow IN ${own}`,
          ...values,
        ),
      ]);
      return dealsFrom(wallet, { paidIn, paidOut, ends, confirmed });
    },
  } satisfies Partial<Store>;
}

type InRow = Readonly<Record<'escrow' | 'wallet' | 'units' | 'parties', string>> & { readonly at: number };
type OutRow = Readonly<Record<'escrow' | 'payee' | 'units', string>> & { readonly released: number };
type EndRow = Readonly<Record<'escrow' | 'units', string>> & { readonly at: number };
type ConfirmedRow = Omit<ConfirmedTaking, 'units'> & Readonly<Record<'escrow' | 'units', string>>;

type MoneyRows = {
  readonly paidIn: readonly InRow[];
  readonly paidOut: readonly OutRow[];
  readonly ends: readonly EndRow[];
  readonly confirmed: readonly ConfirmedRow[];
};

function dealsFrom(wallet: string, { paidIn, paidOut, ends, confirmed }: MoneyRows): readonly Deal[] {
  const out = Map.groupBy(paidOut, ({ escrow }) => escrow);
  const confirmedOf = Map.groupBy(confirmed, ({ escrow }) => escrow);
  const endOf = new Map(ends.map((end) => [end.escrow, end]));
  return [...Map.groupBy(paidIn, ({ escrow }) => escrow)].map(([escrow, rows]): Deal => {
    const end = endOf.get(escrow);
    const paid = out.get(escrow) ?? [];
    return {
      escrow,
      payments: rows.filter((row) => row.wallet === wallet).map(paymentOf),
      paidIn: sums(rows.map((row) => [row.wallet, row.units])),
      paidOut: sums(paid.map(({ payee, units }) => [payee, units])),
      released: sums(paid.filter((row) => row.released === 1).map(({ payee, units }) => [payee, units])),
      ...(end === undefined ? {} : { agreedEnd: { units: BigInt(end.units), at: end.at } }),
      confirmed: (confirmedOf.get(escrow) ?? []).map(({ address, roles, units }) => ({
        address,
        roles,
        units: BigInt(units),
      })),
    };
  });
}

const paymentOf = ({ units, at, parties }: InRow): PaymentIn => ({
  units: BigInt(units),
  at,
  parties: new Map(Object.entries(JSON.parse(parties) as object).map(([address, takes]) => [address, takes === 1])),
});

function sums(rows: readonly (readonly [address: string, units: string])[]): ReadonlyMap<string, bigint> {
  const all = new Map<string, bigint>();
  for (const [address, units] of rows) all.set(address, (all.get(address) ?? 0n) + BigInt(units));
  return all;
}
