/** The contracts at the addresses of escrows, and what they hold, by the ledger. */

import type { Network } from '../../escrow/network.ts';
import { kindOfCode } from '../../kinds/index.ts';
import type {
  Holding,
  KnownContract,
  Ledger,
  NoSnapshot,
  ReadSnapshot,
  StandingContract,
  Unlisted,
} from '../../ledger/ledger.ts';
import { BoundedMap, keptFor } from '../../text/bounded-map.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { OnLedger } from '../model/on-ledger.ts';
import { unknownActs } from './interfaces.ts';
import { readStanding, tokenContract } from './read-standing.ts';

/** Limits on separate requests, in one call and at a time: a public RPC is shared. */
const MOST_UNLISTED = 20;
const AT_ONCE = 10;

/**
 * @param tokens of those whose token is known, by address. Where it is, contract and balance take one request; what is
 *   read counts, so one that is wrong costs another request and nothing else.
 * @param before what was read a moment ago, where it was: of what is still not listed, nothing more is asked
 * @returns one for each address; undefined where the ledger does not answer
 */
export async function escrowsOnLedger(
  ...args: Parameters<typeof lookAtEscrows>
): Promise<ReadonlyMap<string, OnLedger> | undefined> {
  const snapshot = await lookAtEscrows(...args);
  return snapshot.kind === 'seen' ? snapshot.escrows : undefined;
}

/** The same, with why the ledger does not answer. */
export async function lookAtEscrows(
  ledger: Ledger,
  network: Network,
  addresses: readonly string[],
  signal?: AbortSignal,
  tokens: ReadonlyMap<string, string> = new Map(),
  before: ReadonlyMap<string, OnLedger> = new Map(),
): Promise<{ readonly kind: 'seen'; readonly escrows: ReadonlyMap<string, OnLedger> } | NoSnapshot> {
  const contracts = [...new Set(addresses)];
  const seen = readFrom(ledger);
  const expected = contracts.flatMap((holder): Holding[] => {
    const { escrow, held } = before.get(holder) ?? {};
    const own = tokenContract(escrow?.trustline.address, network);
    const token = tokenContract(tokens.get(holder), network) ?? own ?? seen.get(holder)?.token;
    if (token === undefined) return [];
    return [{ holder, token, ...(token === own && held !== undefined ? { before: held.units } : {}) }];
  });
  const known = new Map(
    contracts.flatMap((address): [string, KnownContract][] => {
      const contract = knownContract(before.get(address)?.contract) ?? seen.get(address)?.contract;
      return contract === undefined ? [] : [[address, contract]];
    }),
  );
  const snapshot = await ledger.lookAt({ contracts, known, holdings: expected }, signal);
  if (snapshot.kind === 'no-answer') return snapshot;
  const found = await readAll(ledger, network, contracts, snapshot, before, signal);
  const balances = new Map(expected.map((holding, index) => [nameOf(holding), snapshot.held?.[index]]));
  const holdings = [...found].flatMap(([holder, { escrow }]): Holding[] => {
    const token = tokenContract(escrow?.trustline.address, network);
    return token === undefined ? [] : [{ holder, token }];
  });
  const unread = holdings.filter((holding) => !balances.has(nameOf(holding)) || snapshot.held === undefined);
  const rest = unread.length === 0 ? [] : await ledger.balancesOf(unread, signal);
  for (const [index, holding] of unread.entries()) balances.set(nameOf(holding), rest[index]);
  for (const holding of holdings) {
    const { holder, token } = holding;
    const escrow = found.get(holder) as OnLedger;
    seen.set(holder, { token, contract: knownContract(escrow.contract) });
    const held = balances.get(nameOf(holding));
    if (held !== undefined) found.set(holder, { ...escrow, held });
  }
  const noted = [...found].map(async ([address, escrow]) => {
    if (escrow.kind === undefined || escrow.contract === undefined) return;
    const acts = await unknownActs({ ledger, network }, escrow.kind, escrow.contract.code);
    if (acts.length > 0) found.set(address, { ...escrow, unknownActs: acts });
  });
  await Promise.all(noted);
  return { kind: 'seen', escrows: found };
}

async function readAll(
  ledger: Ledger,
  network: Network,
  contracts: readonly string[],
  { contracts: listed, ledger: asOf, isAgreed }: ReadSnapshot,
  before: ReadonlyMap<string, OnLedger>,
  signal: AbortSignal | undefined,
): Promise<Map<string, OnLedger>> {
  const agreed = omitUndefined({ isAgreed });
  const found = new Map<string, OnLedger>(
    contracts.map((address) => [address, { ...ofListed(listed.get(address), network, asOf), ...agreed }]),
  );
  // Live escrows keep their state in an entry of its own, which may be archived while the instance is not.
  const unlisted = contracts.filter((address) => {
    const contract = listed.get(address);
    return contract === undefined || (contract.escrow === undefined && contract.code !== 'stellar-asset');
  });
  const unasked = unlisted.filter((address) => {
    const last = before.get(address);
    const isSame = last?.state === 'archived' || (last?.state === 'absent' && !listed.has(address));
    if (last === undefined || !isSame) return true;
    const { held: _, ...rest } = last;
    found.set(address, { ...rest, asOf });
    return false;
  });
  const addresses = unasked.slice(0, MOST_UNLISTED);
  for (let begin = 0; begin < addresses.length; begin += AT_ONCE) {
    const answers = addresses.slice(begin, begin + AT_ONCE).map(async (address) => {
      const unlisted = await ledger.unlistedAt(address, signal);
      found.set(address, ofUnlisted(unlisted, listed.get(address), network, asOf));
    });
    await Promise.all(answers);
  }
  return found;
}

function ofListed(contract: StandingContract | undefined, network: Network, asOf: number): OnLedger {
  if (contract === undefined) return { state: 'not-listed', asOf };
  return { state: 'standing', asOf, contract, ...readStanding(contract, network) };
}

function ofUnlisted(
  unlisted: Unlisted,
  listed: StandingContract | undefined,
  network: Network,
  asOf: number,
): OnLedger {
  if (unlisted.kind === 'absent' && listed === undefined) return { state: 'absent', asOf };
  if (unlisted.kind !== 'archived') return ofListed(listed, network, asOf);
  const { escrow, isAgreed } = unlisted;
  const code = listed?.code ?? unlisted.code;
  if (code === undefined) return { state: 'archived', asOf };
  const contract = omitUndefined({ code, escrow });
  return { state: 'archived', asOf, contract, ...readStanding(contract, network), ...omitUndefined({ isAgreed }) };
}

const nameOf = ({ holder, token }: Holding): string => `${holder} ${token}`;

/** Known code cannot be replaced, so the place of such a contract's state is asked only once. */
function knownContract({ code, keptIn }: Partial<StandingContract> = {}): KnownContract | undefined {
  if (code === undefined || keptIn === undefined || kindOfCode(code) === undefined) return undefined;
  return { code, keptIn };
}

/** Of an escrow that was read in this process. */
type Read = { readonly token: string; readonly contract?: KnownContract | undefined };

const MOST_READ = 1_000;
/** By the escrow's address. */
const readFrom = keptFor<Ledger, BoundedMap<string, Read>>(() => new BoundedMap(MOST_READ));
