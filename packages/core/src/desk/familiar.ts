/** The addresses and names that a person has dealt with before, as keys that the store notes on settling. */

import type { DeployRequest } from '../escrow/index.ts';
import { combinationOf } from '../judgement/index.ts';
import { escrowOfRequest } from '../kinds/escrow-of-request.ts';
import type { Handle } from './store/offers.ts';

export const combinationKey = (request: DeployRequest): string =>
  `combination ${combinationOf({ signer: request.signer, escrow: escrowOfRequest(request) })}`;

export const addressKey = (address: string): string => `address ${address}`;

export function familiarKeys(handle: Handle): string[] {
  if (handle.action !== 'deploy') return [];
  const addresses = new Set(Object.values(handle.request.roles));
  return [combinationKey(handle.request), ...[...addresses].map(addressKey)];
}
