/** What stands at the addresses of escrows, and what they hold, by the ledger. */
import { knownToken, type Network } from '../escrow/network.ts';
import { ESCROW_KINDS, type EscrowOnChain } from '../kinds/index.ts';
import type { Holding, Ledger, StandingContract, TokenBalance } from '../ledger/ledger.ts';

export type OnLedger = {
  readonly contract: StandingContract;
  /** As the contract says itself; absent where it cannot be read, or makes no sense. */
  readonly escrow?: EscrowOnChain;
  /** Of the escrow's own token; absent where it cannot be told. */
  readonly held?: TokenBalance;
};

/** @returns by address, those that the ledger lists; nothing where it does not answer */
export async function escrowsOnLedger(
  ledger: Ledger,
  network: Network,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, OnLedger> | undefined> {
  const sight = await ledger.lookAt({ contracts: [...new Set(addresses)] }, signal);
  if (sight.kind === 'no-answer') return undefined;
  const standing = new Map([...sight.contracts].map(([address, contract]) => [address, readContract(contract)]));
  const holdings = [...standing].flatMap(([holder, { escrow }]): Holding[] => {
    const token = escrow && tokenOf(escrow, network);
    return token === undefined ? [] : [{ holder, token }];
  });
  const balances = holdings.length === 0 ? [] : await ledger.balancesOf(holdings, signal);
  const held = new Map(holdings.map(({ holder }, index) => [holder, balances[index]]));
  return new Map(
    [...standing].map(([address, found]) => {
      const balance = held.get(address);
      return [address, balance === undefined ? found : { ...found, held: balance }];
    }),
  );
}

function readContract(contract: StandingContract): OnLedger {
  const { escrow } = contract;
  if (escrow === undefined) return { contract };
  for (const kind of ESCROW_KINDS) {
    const decoded = kind.decode(escrow).escrow;
    if (decoded !== undefined) return isSound(decoded) ? { contract, escrow: decoded } : { contract };
  }
  return { contract };
}

/** No escrow of a known kind stays without milestones, or pays less than nothing: such a one says nothing true. */
function isSound({ amount = 0n, milestones }: EscrowOnChain): boolean {
  return amount >= 0n && milestones.length > 0 && milestones.every(({ amount: part = 0n }) => part >= 0n);
}

/** The token's contract, by the escrow's own word; a known issuer stands for its token. */
function tokenOf({ trustline: { address } }: EscrowOnChain, network: Network): string | undefined {
  const token = knownToken(network, address)?.address ?? address;
  return token.startsWith('C') ? token : undefined;
}
