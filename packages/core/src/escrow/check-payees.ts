/** Addresses that must never be paid, regardless of the ledger: such a payment is lost. */
import { createProblem, type FieldProblem, type Problem } from '../errors/problems.ts';
import { knownToken, type Network } from './network.ts';
import type { DeployRequest } from './request.ts';

/** The contracts around a payment: of its token, of the escrow where that is known, and the factories. */
export type PaidThrough = {
  readonly token: string;
  readonly escrow?: string | undefined;
  readonly factories: readonly string[];
};
export type Refusal = keyof typeof REFUSALS;

const REFUSALS = {
  token: createProblem('PAYEE_IS_TOKEN'),
  factory: createProblem('PAYEE_IS_FACTORY'),
  escrow: createProblem('ESCROW_ITSELF'),
} as const;

export function refusalOf(address: string, { token, escrow, factories }: PaidThrough): Refusal | undefined {
  if (address === token) return 'token';
  if (address === escrow) return 'escrow';
  return factories.includes(address) ? 'factory' : undefined;
}

/** @param token as terms name it: its contract, or a known issuer */
export function paidThrough(network: Network, token: string, escrow?: string): PaidThrough {
  const factories = [network.factory, network.single?.factory].filter((factory) => factory !== undefined);
  return { token: knownToken(network, token)?.address ?? token, escrow, factories };
}

/** The problem of a payee that a request names; none where a ledger would have to be asked. */
export function refusalProblem(address: string | undefined, through: PaidThrough): Problem | undefined {
  const refusal = address === undefined ? undefined : refusalOf(address, through);
  return refusal && REFUSALS[refusal];
}

/** Of everyone whom a deploy would pay. Paths start at the request's root. */
export function refusedPayees(
  { roles, milestones, platformFee }: Pick<DeployRequest, 'roles' | 'milestones' | 'platformFee'>,
  through: PaidThrough,
): FieldProblem[] {
  const named: readonly (readonly [path: string, address: string | undefined])[] = [
    ['roles.receiver', roles.receiver],
    ...milestones.map(({ receiver }, index) => [`milestones[${index}].receiver`, receiver] as const),
    ['roles.platformAddress', platformFee === '0' ? undefined : roles.platformAddress],
  ];
  return named.flatMap(([path, address]) => {
    const problem = refusalProblem(address, through);
    return problem === undefined ? [] : [{ path, problem }];
  });
}
