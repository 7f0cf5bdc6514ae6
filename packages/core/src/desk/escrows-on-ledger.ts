/** What stands at the addresses of escrows, and what they hold, by the ledger. */
import { knownToken, type Network } from '../escrow/network.ts';
import type { Holding, Ledger, StandingContract, TokenBalance, Unlisted } from '../ledger/ledger.ts';
import { type ReadStanding, readStanding } from './read-standing.ts';

/** What it says of itself is absent where that cannot be read, or makes no sense. */
export type OnLedger = Partial<ReadStanding> & {
  /** `not-listed`: the RPC does not list it, and could not tell whether it is archived. */
  readonly state: 'standing' | 'archived' | 'absent' | 'not-listed';
  /** Of an archived one only where its code could be told. */
  readonly contract?: StandingContract;
  /** Of the escrow's own token; absent where it cannot be told. */
  readonly held?: TokenBalance;
};

/** How many of one call may be asked for by themselves, and of these at the same time: a public RPC is shared. */
const MOST_UNLISTED = 20;
const AT_ONCE = 10;

/**
 * @param tokens of those whose token is known, by address. Where it is, contract and balance take one request; what is
 *   read counts, so one that is wrong costs another request and nothing else.
 * @returns one for each address; nothing where the ledger does not answer
 */
export async function escrowsOnLedger(
  ledger: Ledger,
  network: Network,
  addresses: readonly string[],
  signal?: AbortSignal,
  tokens: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, OnLedger> | undefined> {
  const contracts = [...new Set(addresses)];
  const expected = contracts.flatMap((holder): Holding[] => {
    const token = tokenContract(tokens.get(holder), network) ?? seenTokens(ledger).get(holder);
    return token === undefined ? [] : [{ holder, token }];
  });
  const sight = await ledger.lookAt({ contracts, holdings: expected }, signal);
  if (sight.kind === 'no-answer') return undefined;
  const found = await readAll(ledger, network, contracts, sight.contracts, signal);
  const balances = new Map(expected.map((holding, index) => [nameOf(holding), sight.held?.[index]]));
  const holdings = [...found].flatMap(([holder, { escrow }]): Holding[] => {
    const token = tokenContract(escrow?.trustline.address, network);
    return token === undefined ? [] : [{ holder, token }];
  });
  const unread = holdings.filter((holding) => !balances.has(nameOf(holding)) || sight.held === undefined);
  const rest = unread.length === 0 ? [] : await ledger.balancesOf(unread, signal);
  for (const [index, holding] of unread.entries()) balances.set(nameOf(holding), rest[index]);
  for (const holding of holdings) {
    remember(ledger, holding);
    const held = balances.get(nameOf(holding));
    if (held !== undefined) found.set(holding.holder, { ...(found.get(holding.holder) as OnLedger), held });
  }
  return found;
}

async function readAll(
  ledger: Ledger,
  network: Network,
  contracts: readonly string[],
  listed: ReadonlyMap<string, StandingContract>,
  signal: AbortSignal | undefined,
): Promise<Map<string, OnLedger>> {
  const found = new Map(contracts.map((address) => [address, ofListed(listed.get(address), network)]));
  // An entry of its own, as live escrows keep theirs, may be archived while the instance is not.
  const unlisted = contracts.filter((address) => {
    const contract = listed.get(address);
    return contract === undefined || (contract.escrow === undefined && contract.code !== 'stellar-asset');
  });
  const asked = unlisted.slice(0, MOST_UNLISTED);
  for (let begin = 0; begin < asked.length; begin += AT_ONCE) {
    const answers = asked.slice(begin, begin + AT_ONCE).map(async (address) => {
      const told = await ledger.unlistedAt(address, signal);
      found.set(address, ofUnlisted(told, listed.get(address), network));
    });
    await Promise.all(answers);
  }
  return found;
}

function ofListed(contract: StandingContract | undefined, network: Network): OnLedger {
  if (contract === undefined) return { state: 'not-listed' };
  return { state: 'standing', contract, ...readStanding(contract, network) };
}

function ofUnlisted(told: Unlisted, listed: StandingContract | undefined, network: Network): OnLedger {
  if (told.kind !== 'archived')
    return told.kind === 'absent' && listed === undefined ? { state: 'absent' } : ofListed(listed, network);
  const code = listed?.code ?? told.code;
  if (code === undefined) return { state: 'archived' };
  const contract = { code, ...(told.escrow === undefined ? {} : { escrow: told.escrow }) };
  return { state: 'archived', contract, ...readStanding(contract, network) };
}

/** The token's contract, by the escrow's own word; a known issuer stands for its token. */
function tokenContract(address: string | undefined, network: Network): string | undefined {
  const token = address && (knownToken(network, address)?.address ?? address);
  return token?.startsWith('C') ? token : undefined;
}

const nameOf = ({ holder, token }: Holding): string => `${holder} ${token}`;

/** Tokens of escrows that were read in this process, by the escrow's address. */
const seen = new WeakMap<Ledger, Map<string, string>>();
const MOST_SEEN = 1_000;

function seenTokens(ledger: Ledger): Map<string, string> {
  const known = seen.get(ledger) ?? new Map<string, string>();
  seen.set(ledger, known);
  return known;
}

function remember(ledger: Ledger, { holder, token }: Holding): void {
  const known = seenTokens(ledger);
  const [oldest] = known.keys();
  if (known.size >= MOST_SEEN && oldest !== undefined && !known.has(holder)) known.delete(oldest);
  known.set(holder, token);
}
