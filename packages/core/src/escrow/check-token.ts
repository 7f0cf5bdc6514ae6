/** The request's token against what is known of it: units are not believed, and an issuer only where it is known. */
import type { FieldProblem } from '../errors.ts';
import { knownToken, type Network } from '../network.ts';
import type { DeployRequest } from './request.ts';
import { decodeStrKey } from './strkey.ts';

/** Paths are whole, from the request's root. */
export function tokenProblems({ address, decimals }: DeployRequest['trustline'], network: Network): FieldProblem[] {
  const token = knownToken(network, address);
  if (token !== undefined && decimals !== 10 ** token.decimals) {
    return [
      {
        path: 'trustline.decimals',
        problem: `is ${decimals}, but ${token.code} has ${token.decimals} decimals; write ${10 ** token.decimals}`,
      },
    ];
  }
  if (token === undefined && decodeStrKey(address)?.kind === 'account') {
    const known = network.tokens.map(({ code, address }) => `${code} ${address}`).join(', ');
    return [
      {
        path: 'trustline.address',
        problem: `is an issuer that is not known on ${network.name}; give the token’s contract (C…). Known here: ${known}`,
      },
    ];
  }
  return [];
}
