/** Checks a request's token: its decimals must be the known ones, and only a known issuer may stand for its token. */
import type { FieldProblem } from '../errors/errors.ts';
import { decimalsOfMultiplier } from './amount.ts';
import { knownToken, knownTokens, type Network, tokenDecimals } from './network.ts';
import type { DeployRequest } from './request.ts';
import { decodeStrKey } from './strkey.ts';

/** Paths start at the request's root. */
export function tokenProblems({ address, decimals }: DeployRequest['trustline'], network: Network): FieldProblem[] {
  const token = knownToken(network, address);
  const own = tokenDecimals(network, address);
  if (own !== undefined && decimals !== 10 ** own) {
    const remedy =
      decimalsOfMultiplier(10 ** own) === undefined
        ? 'an escrow cannot be of a token as fine as that'
        : `write ${10 ** own}`;
    return [
      {
        path: 'trustline.decimals',
        problem: `is ${decimals}, but ${token?.code ?? 'the token itself'} has ${own} decimals; ${remedy}`,
      },
    ];
  }
  if (token === undefined && decodeStrKey(address)?.kind === 'account') {
    const known = knownTokens(network)
      .map(({ code, address }) => `${code} ${address}`)
      .join(', ');
    return [
      {
        path: 'trustline.address',
        problem: `is an issuer that is not known on ${network.name}; give the token’s contract (C…). Known here: ${known}`,
      },
    ];
  }
  return [];
}
