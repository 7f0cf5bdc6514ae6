/** Reads what decides whether somebody can be paid: accounts with their trustlines, and what kind of contracts there are. */

import { assetOf, contractOfToken, type Network } from '../../escrow/network.ts';
import type { Ledger, LedgerSnapshot, Parties, WantedParties } from '../../ledger/ledger.ts';
import type { SeenOnLedger } from '../../risk/index.ts';
import { omitUndefined } from '../../text/fields.ts';
import { interfaceOf } from './interfaces.ts';

type PayabilityContext = { readonly ledger?: Ledger | undefined; readonly network: Network };
type ContractKind = 'wallet' | 'not-wallet' | 'absent';

/** What the ledger shows of payees; what could not be read is absent. @param token its contract, or a known issuer */
export async function readPayees(
  { ledger, network }: PayabilityContext,
  token: string,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<SeenOnLedger> {
  if (ledger === undefined || addresses.length === 0) return {};
  const asset = assetOf(network, token) ?? (await ledger.assetOf(token, signal));
  const parties = wantedParties(network, addresses, token, asset);
  const snapshot = await ledger.lookAt({ contracts: [], parties }, signal);
  return await seenIn(ledger, snapshot, parties.contracts, signal);
}

/** @param token as terms name it */
export function wantedParties(
  network: Network,
  addresses: readonly string[],
  token: string,
  asset: WantedParties['asset'],
): WantedParties {
  const all = [...new Set(addresses)];
  return {
    accounts: all.filter((address) => address.startsWith('G')),
    contracts: all.filter((address) => address.startsWith('C')),
    ...omitUndefined({ asset }),
    token: contractOfToken(network, token),
  };
}

/** @param contracts of which it matters whether they can use what they are paid */
export async function seenIn(
  ledger: Ledger,
  snapshot: LedgerSnapshot | undefined,
  contracts: readonly string[],
  signal?: AbortSignal,
): Promise<SeenOnLedger> {
  const parties = snapshot?.kind === 'seen' ? snapshot.parties : undefined;
  if (parties === undefined) return {};
  const others = contracts.filter((contract) => !parties.tokens.has(contract));
  const kinds = await Promise.all(
    others.map(async (contract) => [contract, await kindOf(ledger, contract, parties, signal)] as const),
  );
  const known = kinds.filter((each): each is readonly [string, ContractKind] => each[1] !== undefined);
  return { ...parties, contracts: new Map(known) };
}

/** Undefined where its code is not listed. A contract that the RPC does not list may be archived. */
async function kindOf(
  ledger: Ledger,
  contract: string,
  { codes }: Parties,
  signal: AbortSignal | undefined,
): Promise<ContractKind | undefined> {
  const listed = codes.get(contract);
  const found = listed === undefined ? await ledger.unlistedAt(contract, signal) : undefined;
  if (found?.kind === 'absent') return 'absent';
  const code = listed ?? (found?.kind === 'archived' ? found.code : undefined);
  const functions = code === undefined ? undefined : await interfaceOf(ledger, code);
  return functions && (functions.has('__check_auth') ? 'wallet' : 'not-wallet');
}
