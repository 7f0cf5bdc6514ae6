/** The request to let the signer's own account hold a token, by a trustline without a limit. */
import * as z from 'zod';
import { CountersignError, createProblem, type Problem } from '../../errors/errors.ts';
import { tokenProblems } from '../../escrow/check-token.ts';
import { knownToken, type Network } from '../../escrow/network.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import { DEFAULT_MULTIPLIER, signerSchema, tokenSchema } from '../../escrow/request.ts';

export const trustInputSchema = z.strictObject({
  /** Whose account it is. */
  signer: signerSchema,
  /** The contract of a Stellar asset, or a known issuer. */
  token: tokenSchema,
});

export type TrustInput = z.input<typeof trustInputSchema>;
/** With the token as other requests have it: its contract, and the units of every Stellar asset. */
export type TrustRequest = {
  readonly signer: string;
  readonly trustline: { readonly address: string; readonly decimals: number };
};

/** @throws CountersignError INPUT_INVALID with every problem of the input */
export function parseTrustRequest(input: unknown, network: Network): TrustRequest {
  const { signer, token } = parseInput(trustInputSchema, input);
  const known = knownToken(network, token);
  const trustline = { address: known?.address ?? token, decimals: DEFAULT_MULTIPLIER };
  const problems: Problem[] = tokenProblems(trustline, network).map(({ problem }) => problem);
  if (known !== undefined && known.issuer === undefined) {
    problems.push(createProblem('NEEDS_NO_TRUSTLINE', { code: known.code }));
  }
  if (known?.issuer === signer) problems.push(createProblem('ISSUER_NEEDS_NO_TRUSTLINE'));
  if (problems.length === 0) return { signer, trustline };
  throw new CountersignError('INPUT_INVALID', { fields: problems.map((problem) => ({ path: 'token', problem })) });
}
