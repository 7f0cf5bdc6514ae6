/** The addresses and names that a person has dealt with before, as keys that the store notes on settling. */
import { LATELY_MS } from '../../contacts/index.ts';
import { type DeployRequest, partiesOf } from '../../escrow/index.ts';
import { escrowOfRequest } from '../../kinds/escrow-of-request.ts';
import { combinationOf } from '../../risk/index.ts';
import type { DeskContext } from '../context.ts';
import type { PreparedRequest } from '../store/requests.ts';
import type { Person } from './person.ts';

export const combinationKey = (request: DeployRequest): string =>
  `combination ${combinationOf({ signer: request.signer, escrow: escrowOfRequest(request) })}`;

export const addressKey = (address: string): string => `address ${address}`;

export function familiarKeys(handle: PreparedRequest): string[] {
  if (handle.action !== 'deploy') return [];
  return [combinationKey(handle.request), ...partiesOf(handle.request).map(addressKey)];
}

/** The addresses that a person knows: settled with before, or in their address book for more than 7 days. */
export async function trustedAmong(
  { store, now }: Pick<DeskContext, 'store' | 'now'>,
  owner: Person,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const [keys, contacts] = await Promise.all([store.known(owner, addresses.map(addressKey)), store.contactsOf(owner)]);
  const kept = contacts.filter(({ removedAt, setAt }) => removedAt === undefined && now() - setAt > LATELY_MS);
  const named = new Set(kept.map(({ address }) => address));
  return new Set(addresses.filter((address) => keys.has(addressKey(address)) || named.has(address)));
}
