/** Asks an RPC for everything that a reader needs to decode an escrow for themselves, no matter who prepared it. */

import { CountersignError } from '../../errors/errors.ts';
import { kindOfCode } from '../../kinds/index.ts';
import { contractIn } from '../../ledger/contract-entries.ts';
import type { Entries } from '../../ledger/entry-keys.ts';
import type { Holding, Ledger, RawEntries, StandingContract, TokenBalance, Unlisted } from '../../ledger/ledger.ts';
import { amountIn, balanceKey } from '../../ledger/token-entries.ts';
import { BoundedMap, keptFor } from '../../text/bounded-map.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { EscrowReport } from '../model/escrow-report.ts';
import { unknownActs } from './interfaces.ts';
import { readStanding, tokenContract } from './read-standing.ts';
import { entriesIn } from './reported-escrow.ts';

type ReportContext = Pick<DeskContext, 'network' | 'now'> & { readonly ledger?: Ledger };

/** @param contractId C… @throws CountersignError RPC_UNREACHABLE, RPCS_DISAGREE */
export async function reportEscrow(
  { ledger, network, now }: ReportContext,
  contractId: string,
  { signal }: CallOptions,
): Promise<EscrowReport> {
  if (ledger === undefined) throw new CountersignError('RPC_UNREACHABLE');
  const readAt = now();
  const read = async (token: string | undefined) => listedIn(await ledger.rawEntriesOf(contractId, token, signal));
  const lastToken = cacheOf(ledger).get(contractId)?.token;
  let listed = await read(lastToken);
  const contract = contractOf(listed.entries, contractId);
  const unlisted = isWhole(contract) ? undefined : await ledger.unlistedAt(contractId, signal);
  const { code, ...kept } = whole(contract, unlisted);
  const known = code === undefined ? undefined : readStanding({ code, ...kept }, network);
  const token = tokenContract(known?.escrow.trustline.address, network);
  // Read again with its token, so that the escrow and what it holds are from one ledger.
  if (token !== undefined && token !== lastToken) listed = await read(token);
  const acts = known && code !== undefined ? await unknownActs({ ledger, network }, known.kind, code) : [];
  return {
    network,
    contractId,
    rpc: ledger.host,
    ledger: listed.raw.ledger,
    readAt,
    ...(listed.raw.isAgreed && { isAgreed: true }),
    found: foundBy(contract, unlisted),
    entries: listed.raw.entries,
    ...(unlisted?.kind === 'archived' && {
      archived: omitUndefined({ code: unlisted.code, escrow: unlisted.escrow?.toXdr('base64') }),
    }),
    ...(acts.length > 0 && { unknownActs: acts }),
    ...(token === undefined ? {} : await withToken(ledger, { holder: contractId, token }, listed.entries, signal)),
  };
}

type Listed = { readonly raw: RawEntries; readonly entries: Entries };

/** @throws CountersignError RPC_UNREACHABLE, RPCS_DISAGREE */
function listedIn(raw: Awaited<ReturnType<Ledger['rawEntriesOf']>>): Listed {
  if (raw.kind === 'seen') return { raw, entries: entriesIn(raw.entries, raw.ledger) };
  throw new CountersignError(raw.disagree ? 'RPCS_DISAGREE' : 'RPC_UNREACHABLE');
}

/** Undefined too where the RPC reports something that no contract has. */
function contractOf(entries: Entries, contractId: string): StandingContract | undefined {
  try {
    return contractIn(entries, contractId);
  } catch {
    return undefined;
  }
}

/** Code that is no escrow's need not keep one. */
const isWhole = (contract: StandingContract | undefined): boolean =>
  contract !== undefined && (contract.escrow !== undefined || kindOfCode(contract.code) === undefined);

function whole(listed: StandingContract | undefined, unlisted: Unlisted | undefined): Partial<StandingContract> {
  const archived = unlisted?.kind === 'archived' ? unlisted : undefined;
  return omitUndefined({ code: listed?.code ?? archived?.code, escrow: listed?.escrow ?? archived?.escrow });
}

function foundBy(listed: StandingContract | undefined, unlisted: Unlisted | undefined): EscrowReport['found'] {
  if (unlisted?.kind === 'archived') return 'archived';
  if (listed !== undefined) return 'listed';
  return unlisted?.kind === 'absent' ? 'absent' : 'not-listed';
}

async function withToken(
  ledger: Ledger,
  holding: Holding,
  entries: Entries,
  signal: AbortSignal | undefined,
): Promise<Pick<EscrowReport, 'held' | 'changedAt'>> {
  const [held, changedAt] = await Promise.all([
    heldElsewhere(ledger, holding, entries, signal),
    changeTime(ledger, holding, entries, signal),
  ]);
  return omitUndefined({ held: held && { units: held.units.toString(), decimals: held.decimals }, changedAt });
}

/** A token with its own code lists its balances as it likes, and an entry may be archived: then the token is asked. */
async function heldElsewhere(
  ledger: Ledger,
  holding: Holding,
  entries: Entries,
  signal: AbortSignal | undefined,
): Promise<TokenBalance | undefined> {
  const isAsset = contractOf(entries, holding.token)?.code === 'stellar-asset';
  if (isAsset && amountIn(entries.at(balanceKey(holding))) !== undefined) return undefined;
  return (await ledger.balancesOf([holding], signal))[0];
}

/** Of an escrow that was read in this process: its token, and when the last change that was asked about happened. */
type Cached = { readonly token: string; readonly modified: number; readonly changedAt: number | undefined };

const MOST_CACHED = 1_000;
const cacheOf = keptFor<Ledger, BoundedMap<string, Cached>>(() => new BoundedMap(MOST_CACHED));

/** Asked once for each change. A plain transfer changes the balance without an event of the escrow. */
async function changeTime(
  ledger: Ledger,
  { holder, token }: Holding,
  entries: Entries,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const cache = cacheOf(ledger);
  const escrowChanged = contractOf(entries, holder)?.modified ?? 0;
  const modified = Math.max(escrowChanged, entries.modifiedAt(balanceKey({ holder, token })) ?? 0);
  const last = cache.get(holder);
  if (last?.modified === modified && last.token === token) return last.changedAt;
  const timeOf = (at: number) => (at === 0 ? undefined : ledger.eventTimeIn(at, holder, signal));
  const changedAt = (await timeOf(modified)) ?? (escrowChanged < modified ? await timeOf(escrowChanged) : undefined);
  cache.set(holder, { token, modified, changedAt });
  return changedAt;
}
