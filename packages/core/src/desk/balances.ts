/** Balances of escrows, one answer for each address that was asked for. */
import * as z from 'zod';
import { CountersignError, type FieldProblem } from '../errors/errors.ts';
import { addressProblem } from '../escrow/index.ts';
import { parseInput } from '../escrow/parse-input.ts';
import { boundedList } from '../text/bounded.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
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

/** @param input `{ signer?, addresses }`; addresses are escrows, C… */
export async function readBalances(context: DeskContext, input: unknown, options: CallOptions = {}): Promise<Balances> {
  const { addresses, signer = context.policy.defaultSigner } = parseInput(querySchema, input);
  const fields = queryProblems(signer, addresses);
  if (signer === undefined || fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  const { asOf, entries } = await context.service.getBalances({ signer, addresses }, options);
  return { network: context.network.name, asOf: new Date(asOf).toISOString(), balances: [...entries] };
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
