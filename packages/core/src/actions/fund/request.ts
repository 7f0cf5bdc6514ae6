/** The request to pay into an escrow by a plain transfer of its token. */
import * as z from 'zod';
import { CountersignError, type FieldProblem } from '../../errors/errors.ts';
import { tokenProblems } from '../../escrow/check-token.ts';
import { decimalsOfMultiplier } from '../../escrow/index.ts';
import type { Network } from '../../escrow/network.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import { amountSchema, contractSchema, precisionProblem, signerSchema, trustlineSchema } from '../../escrow/request.ts';

/** Units are those of a deploy request: the amount in tokens, `trustline.decimals` a unit multiplier. */
export const fundRequestSchema = z.strictObject({
  /** Who pays. */
  signer: signerSchema,
  escrow: contractSchema,
  amount: amountSchema,
  trustline: trustlineSchema,
});

export type FundInput = z.input<typeof fundRequestSchema>;
export type FundRequest = z.output<typeof fundRequestSchema>;

/** @throws CountersignError INPUT_INVALID with every problem of the input */
export function parseFundRequest(input: unknown, network: Network): FundRequest {
  const request = parseInput(fundRequestSchema, input);
  const { amount, trustline } = request;
  const precision = precisionProblem(amount, decimalsOfMultiplier(trustline.decimals) as number);
  const fields: FieldProblem[] = [
    ...tokenProblems(trustline, network),
    ...(precision === undefined ? [] : [{ path: 'amount', problem: precision }]),
  ];
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  return request;
}
