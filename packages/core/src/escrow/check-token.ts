/** Checks a request's token: known decimals, a known issuer, and amounts that an account can hold. */
import { createProblem, type FieldProblem, fieldProblem, type Problem } from '../errors/errors.ts';
import { decimalsOfMultiplier, fromBaseUnits, MAX_ASSET_UNITS, toBaseUnits } from './amount.ts';
import { assetOf, knownToken, knownTokens, type Network, tokenDecimals } from './network.ts';
import type { DeployRequest } from './request.ts';
import { decodeStrKey } from './strkey.ts';

/** Paths start at the request's root. */
export function tokenProblems({ address, decimals }: DeployRequest['trustline'], network: Network): FieldProblem[] {
  const token = knownToken(network, address);
  const own = tokenDecimals(network, address);
  if (own !== undefined && decimals !== 10 ** own) {
    return [
      fieldProblem('trustline.decimals', 'OTHER_DECIMALS', {
        given: decimals,
        decimals: own,
        ...(token === undefined ? {} : { code: token.code }),
        ...(decimalsOfMultiplier(10 ** own) === undefined ? {} : { multiplier: 10 ** own }),
      }),
    ];
  }
  if (token === undefined && decodeStrKey(address)?.kind === 'account') {
    const known = knownTokens(network).map(({ code, address }) => ({ code, address }));
    return [fieldProblem('trustline.address', 'UNKNOWN_ISSUER', { network: network.name, known })];
  }
  return [];
}

/** The problem of an amount of a Stellar asset. A token with code of its own holds as much as a contract can. */
export function sizeProblem(
  amount: string,
  trustline: DeployRequest['trustline'],
  network: Network,
): Problem | undefined {
  return isTooLarge([amount], trustline, network)
    ? createProblem('ASSET_TOO_LARGE', { most: mostOf(trustline) })
    : undefined;
}

/** Of all the milestones of a deploy. Paths start at the request's root. */
export function amountProblems(
  { milestones, trustline }: Pick<DeployRequest, 'milestones' | 'trustline'>,
  network: Network,
): FieldProblem[] {
  const ofEach = milestones.flatMap(({ amount }, index) => {
    const problem = sizeProblem(amount, trustline, network);
    return problem === undefined ? [] : [{ path: `milestones[${index}].amount`, problem }];
  });
  const amounts = milestones.map(({ amount }) => amount);
  if (ofEach.length > 0 || !isTooLarge(amounts, trustline, network)) return ofEach;
  return [fieldProblem('milestones', 'ASSET_SUM_TOO_LARGE', { most: mostOf(trustline) })];
}

function isTooLarge(amounts: readonly string[], { address, decimals }: DeployRequest['trustline'], network: Network) {
  // XLM is an asset without an issuer.
  if (assetOf(network, address) === undefined && knownToken(network, address) === undefined) return false;
  const places = decimalsOfMultiplier(decimals) as number;
  return amounts.reduce((sum, amount) => sum + (toBaseUnits(amount, places) ?? 0n), 0n) > MAX_ASSET_UNITS;
}

const mostOf = ({ decimals }: DeployRequest['trustline']): string =>
  fromBaseUnits(MAX_ASSET_UNITS, decimalsOfMultiplier(decimals) as number);
