/** What escrows hold, by the ledger, where it can be asked and they can be read. */
import { fromBaseUnits } from '../escrow/index.ts';
import { knownToken, type Network } from '../escrow/network.ts';
import { ESCROW_KINDS } from '../kinds/index.ts';
import type { Holding, Ledger, StandingContract } from '../ledger/ledger.ts';

/** @returns by address, in token units; those that the ledger cannot tell are absent */
export async function ledgerBalances(
  ledger: Ledger,
  network: Network,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const sight = await ledger.lookAt({ contracts: [...new Set(addresses)] }, signal);
  if (sight.kind === 'no-answer') return new Map();
  const holdings = [...sight.contracts].flatMap(([holder, contract]): Holding[] => {
    const token = tokenOf(contract, network);
    return token === undefined ? [] : [{ holder, token }];
  });
  const balances = holdings.length === 0 ? [] : await ledger.balancesOf(holdings, signal);
  return new Map(
    holdings.flatMap(({ holder }, index) => {
      const balance = balances[index];
      return balance === undefined ? [] : [[holder, fromBaseUnits(balance.units, balance.decimals)] as const];
    }),
  );
}

/** The token's contract, by the escrow's own word; a known issuer stands for its token. */
function tokenOf({ escrow }: StandingContract, network: Network): string | undefined {
  if (escrow === undefined) return undefined;
  for (const kind of ESCROW_KINDS) {
    const address = kind.decode(escrow).escrow?.trustline.address;
    if (address === undefined) continue;
    const token = knownToken(network, address)?.address ?? address;
    return token.startsWith('C') ? token : undefined;
  }
  return undefined;
}
