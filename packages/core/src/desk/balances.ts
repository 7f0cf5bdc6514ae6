/** Balances of escrows, one answer for each address that was asked for. */
import * as z from 'zod';
import { CountersignError, type FieldProblem } from '../errors/errors.ts';
import { addressProblem } from '../escrow/index.ts';
import { parseInput } from '../escrow/parse-input.ts';
import type { BalanceEntry, BalancesRead } from '../service/escrow-service.ts';
import { boundedList } from '../text/bounded.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import { ledgerBalances } from './ledger-balances.ts';
import type { Balances } from './results.ts';

/** Ten requests' worth at 20 addresses a request: what fits into one call's time at the usual quota. */
const MAX_ADDRESSES = 200;

const querySchema = z.strictObject({
  signer: z.string().optional(),
  addresses: boundedList(z.string(), MAX_ADDRESSES, {
    empty: 'needs at least one escrow address',
    tooMany: `has more than ${MAX_ADDRESSES} addresses; ask in several calls`,
  }),
});

/**
 * By the ledger where it can tell them; the rest by the service.
 * @param input `{ signer?, addresses }`; addresses are escrows, C…
 */
export async function readBalances(context: DeskContext, input: unknown, options: CallOptions = {}): Promise<Balances> {
  const { addresses, signer = context.policy.defaultSigner } = parseInput(querySchema, input);
  const fields = queryProblems(signer, addresses);
  if (signer === undefined || fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  const { ledger, network } = context;
  const begun = context.now();
  const told = ledger ? await ledgerBalances(ledger, network, addresses, options.signal) : new Map<string, string>();
  const rest = addresses.filter((address) => !told.has(address));
  const said = rest.length === 0 ? undefined : await askService(context, { signer, addresses: rest }, told, options);
  const bySaid = new Map(said?.entries.map((entry) => [entry.address, entry]));
  return {
    network: network.name,
    asOf: new Date(Math.min(begun, said?.asOf ?? begun)).toISOString(),
    balances: addresses.map((address) => {
      const balance = told.get(address);
      if (balance !== undefined) return { address, balance, by: 'ledger' };
      const entry = bySaid.get(address) as BalanceEntry;
      return 'balance' in entry ? { ...entry, by: 'service' } : entry;
    }),
    ...(ledger === undefined || told.size === 0 ? {} : { ledger: ledger.host }),
  };
}

/** What the ledger told is not lost where the service fails. */
async function askService(
  { service, now }: DeskContext,
  query: { readonly signer: string; readonly addresses: readonly string[] },
  told: ReadonlyMap<string, string>,
  options: CallOptions,
): Promise<BalancesRead> {
  try {
    return await service.getBalances(query, options);
  } catch (error) {
    if (told.size === 0 || !(error instanceof CountersignError) || error.code === 'CANCELLED') throw error;
    const { message } = error;
    return { asOf: now(), entries: query.addresses.map((address) => ({ address, error: `Not read. ${message}` })) };
  }
}

function queryProblems(signer: string | undefined, addresses: readonly string[]): FieldProblem[] {
  const signerProblem =
    signer === undefined ? 'is missing; give the G address of your own account' : addressProblem(signer, ['account']);
  return [
    ...(signerProblem === undefined ? [] : [{ path: 'signer', problem: signerProblem }]),
    ...addresses.flatMap((address, index) => {
      const problem = addressProblem(address, ['contract']);
      return problem === undefined ? [] : [{ path: `addresses[${index}]`, problem }];
    }),
  ];
}
