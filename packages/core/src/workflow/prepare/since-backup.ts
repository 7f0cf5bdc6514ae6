/**
 * A store that was restored from a backup does not know what people signed between the two. An equal escrow may have
 * been created then, and the ledger would accept a second one.
 *
 * The events of that time show every escrow that was created in it. They are read once, and kept. Where the RPC's
 * history does not reach back that far, the signer's sequence number tells whether they signed anything that is not
 * known here; if so, the person is asked.
 */
import { createHash } from 'node:crypto';
import type { DeployRequest } from '../../escrow/index.ts';
import { type EscrowKind, EVENTS, readAs } from '../../kinds/escrow-kind.ts';
import { escrowOfKind, escrowOnChain } from '../../kinds/escrow-of-request.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { SERVED_KINDS } from '../../kinds/live-kinds.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { ContractEvent, History, LedgerSnapshot } from '../../ledger/ledger.ts';
import type { BlockingWarning } from '../../words/data/risk.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import { compareStanding } from '../outcome/terms.ts';
import { rowsFromElsewhere } from '../read/find-by-service.ts';
import { rowsOf } from '../read/service-rows.ts';
import type { Gap } from '../store/restored.ts';
import { isIncluded } from '../store/shared-sequence.ts';

/** What was signed before a restore may reach the ledger for ten minutes; and two clocks may differ. */
const MARGIN_MS = 15 * 60_000;

export async function findBlockersSinceBackup(
  context: RunningContext,
  request: DeployRequest,
  deploy: ReadDeploy,
  snapshot: LedgerSnapshot | undefined,
): Promise<readonly BlockingWarning[]> {
  const gap = await context.store.gap();
  if (gap === undefined) return [];
  const read = await readGap(context, gap, context.call().signal);
  if (read !== undefined) return await equalIn(context, read, request, deploy);
  const signed = await signedSince(context, gap, request.signer, snapshot);
  if (signed !== undefined && signed <= 0n) return [];
  const listed = await listedByService(context, request, deploy);
  if (listed.length > 0) return listed;
  // Counted only from a number that the backup has.
  const count = signed === undefined || gap.sequences[request.signer] === undefined ? {} : { count: `${signed}` };
  const params = { account: request.signer, at: new Date(gap.madeAt).toISOString(), ...count };
  return [{ code: 'SIGNED_SINCE_BACKUP', params }];
}

/** Reads the gap while the RPC's history covers it, whether or not anyone prepares an escrow. */
export async function closeGap(context: Reading, signal: AbortSignal): Promise<void> {
  const gap = await context.store.gap();
  if (gap !== undefined) await readGap(context, gap, signal);
}

type Reading = Pick<DeskContext, 'store' | 'ledger'>;

/** @returns undefined where the RPC's history does not cover the gap */
async function readGap({ store, ledger }: Reading, gap: Gap, signal?: AbortSignal): Promise<Gap | undefined> {
  if (gap.isRead) return gap;
  const history = await ledger?.historyOf(signal);
  const from = history && beginIn(history, gap);
  const found = from === undefined ? undefined : await ledger?.eventsNamed(EVENTS.deploy, from, signal);
  if (history === undefined || found === undefined) return undefined;
  const isRead = history.latest > gap.restoredAt + MARGIN_MS && found.upTo >= history.latestLedger;
  const read: Gap = {
    ...gap,
    ledger: found.upTo,
    escrows: { ...gap.escrows, ...Object.fromEntries(found.events.flatMap(createdBy)) },
    isRead,
    ...(isRead ? { sequences: {} } : {}),
  };
  await store.setGap(read);
  return read;
}

/** The ledger to begin with, if the history has it. A complete history begins with the first ledger. */
function beginIn({ oldestLedger, oldest }: History, { ledger, madeAt }: Gap): number | undefined {
  const isCovered = ledger === undefined ? oldestLedger === 1 || oldest < madeAt - MARGIN_MS : oldestLedger <= ledger;
  return isCovered ? (ledger ?? oldestLedger) : undefined;
}

function createdBy({ contract, value }: ContractEvent): readonly (readonly [contract: string, terms: string])[] {
  const [escrow] = value.type === 'scvVec' ? (value.vec ?? []) : [];
  const read = escrow && readAs(SERVED_KINDS, escrow);
  if (read === undefined || 'unreadable' in read || read.problems.length > 0) return [];
  return [[contract, termsOf(read.kind, read.escrow)]];
}

/** Of an escrow as it was created, however its service spells a status. */
function termsOf(kind: EscrowKind, escrow: EscrowOnChain): string {
  const milestones = escrow.milestones.map((milestone) => ({ ...milestone, status: '' }));
  const encoded = kind.encode({ ...escrow, milestones });
  return createHash('sha256').update(encoded.toXdr()).digest('hex');
}

async function equalIn(
  { store, network, ledger, call }: RunningContext,
  { escrows }: Gap,
  request: DeployRequest,
  { kind, wasmHash }: ReadDeploy,
): Promise<readonly BlockingWarning[]> {
  const terms = termsOf(kind, escrowOfKind(kind, escrowOnChain(request, network)));
  for (const contractId of Object.keys(escrows).filter((each) => escrows[each] === terms)) {
    if ((await store.findByContract('deploy', contractId)).length > 0) continue;
    const snapshot = await ledger?.lookAt({ contracts: [contractId] }, call().signal);
    const code = snapshot?.kind === 'seen' ? snapshot.contracts.get(contractId)?.code : undefined;
    // Anyone's contract may emit such an event.
    if (code === undefined || code === wasmHash) return [{ code: 'ANOTHER_ESCROW', params: { contractId } }];
  }
  return [];
}

/** How many transactions the signer signed that are not known here, by the sequence number; undefined where that is unknown. */
async function signedSince(
  { store }: DeskContext,
  { sequences, madeAt }: Gap,
  signer: string,
  snapshot: LedgerSnapshot | undefined,
): Promise<bigint | undefined> {
  if (snapshot?.kind !== 'seen' || snapshot.account === undefined) return undefined;
  const now = BigInt(snapshot.account.seqNum);
  const before = sequences[signer];
  // An account begins with the number of its first ledger in the upper half.
  const begin = before === undefined ? (now >> 32n) << 32n : BigInt(before);
  const known = (await store.askedSince(undefined, madeAt - MARGIN_MS))
    .filter(({ request }) => request.signer === signer)
    .flatMap(({ transactions }) => transactions)
    .filter(isIncluded)
    .filter(({ sequence = '0' }) => BigInt(sequence) > begin && BigInt(sequence) <= now);
  return now - begin - BigInt(new Set(known.map(({ sequence }) => sequence)).size);
}

/** Escrows of this signer and engagement id that the service lists, and the ledger has. */
async function listedByService(
  context: RunningContext,
  request: DeployRequest,
  deploy: ReadDeploy,
): Promise<readonly BlockingWarning[]> {
  const { engagementId, signer } = request;
  const rows = await rowsOf(context, { signer }, context.call());
  const own = rows?.filter((row) => row.engagementId === engagementId);
  const alike = await rowsFromElsewhere(context, own);
  const contracts = alike.map(({ contractId }) => contractId);
  const snapshot =
    contracts.length === 0 ? undefined : await context.ledger?.lookAt({ contracts }, context.call().signal);
  if (snapshot?.kind !== 'seen') return [];
  return [...snapshot.contracts].flatMap(([contractId, contract]): BlockingWarning[] => {
    const compared = compareStanding(contract, deploy, request, context.network);
    if (!compared?.isReachable) return [];
    const code = compared.differences.length === 0 ? 'ANOTHER_ESCROW' : 'ANOTHER_VERSION_SETTLED';
    return [{ code, params: { contractId } }];
  });
}
