import * as z from 'zod';
import { CountersignError, type FieldProblem, fieldProblem } from '../../errors/errors.ts';
import { sizeProblem, tokenProblems } from '../../escrow/check-token.ts';
import { decimalsOfMultiplier } from '../../escrow/index.ts';
import type { Network } from '../../escrow/network.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import { amountSchema, contractSchema, precisionProblem, signerSchema, trustlineSchema } from '../../escrow/request.ts';
import { withPlainAmounts } from '../../escrow/written-amount.ts';
import { readExpected } from './expected-escrow.ts';

const WAYS = ['escrow', 'transfer'] as const;

/** Units are those of a deploy request: the amount in tokens, `trustline.decimals` a unit multiplier. */
export const fundRequestSchema = z.strictObject({
  /** Who pays. */
  signer: signerSchema,
  escrow: contractSchema,
  amount: amountSchema,
  trustline: trustlineSchema,
  /**
   * `escrow`: by the contract's `fund_escrow`, which refuses if the escrow's terms were changed. `transfer`: a plain
   * payment, which does not. Absent in requests stored by earlier versions, which knew only the transfer.
   */
  way: z.enum(WAYS).default('escrow'),
  /** The hash of the escrow's code, as the ledger had it. */
  code: z.string().max(80).optional(),
  /**
   * What the ledger held of the escrow, XDR in base64. The contract compares it with what it holds then; before a
   * transfer is sent, the desk does. Absent in transfers stored by earlier versions.
   */
  expected: z.base64().max(200_000).optional(),
});

export type FundRequest = Omit<z.output<typeof fundRequestSchema>, 'way'> & {
  readonly way?: (typeof WAYS)[number] | undefined;
};
type Written = z.input<typeof fundRequestSchema>;
/**
 * A request as the desk takes it. The desk reads from the ledger what is left out: the token, and the amount that the
 * still needs. `id`: of an escrow that was prepared here, in the place of its address; its signer is who pays then.
 */
export type FundInput = Partial<Pick<Written, 'signer' | 'escrow' | 'amount' | 'trustline' | 'way'>> & {
  readonly id?: string;
};

/** @throws CountersignError INPUT_INVALID with every problem of the input */
export function parseFundRequest(input: unknown, network: Network): FundRequest {
  const request = parseInput(fundRequestSchema, withPlainAmounts(input, network));
  const { amount, trustline, way, expected } = request;
  const decimals = decimalsOfMultiplier(trustline.decimals) as number;
  const ofAmount = precisionProblem(amount, decimals) ?? sizeProblem(amount, trustline, network);
  const isUnread = way === 'escrow' && readExpected(expected) === undefined;
  const fields: FieldProblem[] = [
    ...tokenProblems(trustline, network),
    ...(ofAmount === undefined ? [] : [{ path: 'amount', problem: ofAmount }]),
    ...(isUnread ? [fieldProblem('escrow', 'ESCROW_UNREAD')] : []),
  ];
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  return request;
}
