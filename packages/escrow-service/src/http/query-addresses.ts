/** The `addresses` of a balance query, in every form of list that clients send. */
import type { Problem } from '@countersign/core/errors';
import { addressProblem } from '@countersign/core/escrow';
import { problemText } from '@countersign/core/words/problems';

/** The contract's limit on a balance call. */
const MAX_ADDRESSES = 20;

/** `addresses[]=A&addresses[]=B` (brackets percent-encoded or not), repeated `addresses=`, or one of either. */
export function queryAddresses(query: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return [...(query['addresses[]'] ?? []), ...(query['addresses'] ?? [])];
}

/** Every problem of a balance query, each as a sentence. */
export function balanceQueryProblems(signers: readonly string[], addresses: readonly string[]): string[] {
  const [signer] = signers;
  const problems: string[] = [];
  if (signers.length !== 1 || signer === undefined) problems.push('signer must be given once');
  else problems.push(...about('signer', addressProblem(signer, ['account'])));
  if (addresses.length === 0) problems.push('addresses must hold at least one address');
  if (addresses.length > MAX_ADDRESSES) problems.push(`addresses must hold at most ${MAX_ADDRESSES} addresses`);
  else
    addresses.forEach((address, index) => {
      problems.push(...about(`addresses[${index}]`, addressProblem(address, ['contract'])));
    });
  return problems;
}

function about(path: string, problem: Problem | undefined): string[] {
  return problem === undefined ? [] : [`${path} ${problemText(problem, 'en')}`];
}
