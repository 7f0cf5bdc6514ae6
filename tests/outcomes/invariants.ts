/** Invariants of every schedule. Each throws if it is violated. */
import { readTransaction } from '@countersign/core/envelope';
import { parseDeployRequest } from '@countersign/core/escrow';
import { kindOfRequest, readDeploy } from '@countersign/core/kinds';
import type { Prepared, Settlement, TransactionStatus } from '@countersign/core/results';
import { storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import { type LedgerRecord, termsOf } from './ledger-record.ts';
import type { Claim, KnownHandle, KnownOffer, Memory } from './memory.ts';
import { NETWORK } from './world.ts';

export class Broken extends Error {}

export function must(holds: boolean, rule: string, ...seen: unknown[]): asserts holds {
  if (!holds) throw new Broken(`${rule}: ${seen.map((each) => JSON.stringify(each)).join(' ')}`);
}

/** Only the requested transaction is handed out, and nothing before the stops are confirmed. */
export function checkHandedOut(
  memory: Memory,
  handle: KnownHandle,
  prepared: Prepared<'deploy'> | Prepared<'fund'>,
): void {
  const { unsignedXdr, status } = prepared;
  must((status === 'prepared') === (unsignedXdr !== undefined), 'to-confirm holds nothing to sign', status);
  if (unsignedXdr === undefined) return;
  const read = readTransaction(unsignedXdr, NETWORK.passphrase);
  must(read.hashHex === prepared.transactionHash, 'the hash is the transaction’s', prepared.transactionHash);
  must(read.source === memory.signer.publicKey(), 'the source is the signer', read.source);
  if (handle.action === 'deploy') {
    const deploy = readDeploy(read, NETWORK.passphrase);
    must(!('unreadable' in deploy), 'what is handed out is a deploy');
    must(termsOf(deploy.deployer, deploy.kind.encode(deploy.escrow)) === handle.terms, 'its terms are the request’s');
    must(deploy.factory === NETWORK.factory && deploy.wasmHash === NETWORK.wasmHash, 'it calls what is pinned');
    must(deploy.contractId === prepared.contractId, 'the address is the transaction’s', prepared.contractId);
  }
}

/** An address that was offered once is never offered for other terms by the same store. */
export function checkPlace(memory: Memory, { contractId, handle }: KnownOffer): void {
  if (memory.isForgetful || memory.wasKilled || handle.action === 'fund') return;
  const others = memory.offers.filter((offer) => offer.contractId === contractId && offer.handle.action === 'deploy');
  must(
    others.every((offer) => offer.handle.terms === handle.terms),
    'an address is offered for one request’s terms alone',
    contractId,
  );
}

const ENDED: readonly string[] = ['superseded', 'declined', 'discarded'];

/** The ledger must not contradict a reported state. */
export function checkClaim(
  memory: Memory,
  record: LedgerRecord,
  handle: KnownHandle | undefined,
  told: Settlement | TransactionStatus,
): void {
  const { status, transactionHash: hash, by } = told;
  memory.told.add(status);
  if (handle !== undefined && ENDED.includes(status)) memory.ended.add(handle);
  // Of a row that somebody changed only this is asked: that it is neither handed out nor sent.
  if (memory.isTampered) return;
  const outcome = record.outcomeOf(hash);
  const contractId = told.contractId ?? handle?.offers.find((offer) => offer.hash === hash)?.contractId;
  switch (status) {
    case 'settled': {
      must(by === 'ledger', 'settled is the ledger’s word', told);
      if (outcome === 'succeeded') return;
      const made = record.created().filter((each) => each.contractId === contractId);
      const isEqual = handle?.action === 'deploy' && made.some(({ terms }) => terms === handle.terms);
      must(isEqual, 'settled stands on the ledger', outcome, told);
      return;
    }
    case 'rejected':
      memory.claims.push({ status, hash });
      must(by === 'ledger', 'rejected is the ledger’s word', told);
      must(outcome === 'failed', 'rejected failed on the ledger', outcome, told);
      return;
    case 'expired':
    case 'displaced': {
      memory.claims.push({ status, hash });
      must(by === 'ledger', `${status} is the ledger’s word`, told);
      const known = memory.isForgetful ? [] : (handle?.offers ?? []);
      const settled = known.find((offer) => record.outcomeOf(offer.hash) === 'succeeded');
      must(outcome === 'none' && settled === undefined, `nothing of what is ${status} is on the ledger`, outcome, told);
      return;
    }
    case 'taken': {
      must(outcome !== 'succeeded', 'what was taken did not settle', told);
      const made = record.created().find((each) => each.contractId === contractId);
      const isStrange =
        memory.isTampered ||
        memory.occupied.has(contractId ?? '') ||
        (made !== undefined && made.terms !== handle?.terms);
      must(isStrange, 'taken by something else', told);
      return;
    }
    case 'accepted':
      must(by === 'service', 'accepted is the service’s word', told);
      return;
    default:
      must(by !== 'ledger', 'what is undecided is not the ledger’s word', told);
      return;
  }
}

/** With an honest RPC, a desk reports what the ledger has. */
export function checkComplete(
  record: LedgerRecord,
  handle: KnownHandle,
  { status }: Settlement | TransactionStatus,
): void {
  const settled = handle.offers.find(({ hash }) => record.outcomeOf(hash) === 'succeeded');
  must(settled === undefined || status === 'settled', 'what settled is told as settled', status, settled?.hash);
}

/** Everything reported before must still be true. */
export function checkClaims(claims: readonly Claim[], record: LedgerRecord): void {
  for (const claim of claims) {
    const outcome = record.outcomeOf(claim.hash);
    must(outcome === (claim.status === 'rejected' ? 'failed' : 'none'), 'what was told stays true', outcome, claim);
  }
}

/** Which stops, once confirmed, let a second one settle: of equal terms, and of other versions of the same escrow. */
const OF_EQUAL_TERMS = [
  'ANOTHER_ESCROW',
  'PAID_ALREADY',
  'NOT_COVERED',
  'NO_LEDGER_TO_ASK',
  'SIGNED_SINCE_BACKUP',
  'declared failed',
];
const OF_VERSIONS = [...OF_EQUAL_TERMS, 'ANOTHER_VERSION_SETTLED', 'REPLACES_OPENED'];

/** Never two escrows, and never two payments, for one request, unless the person confirmed it. */
export function checkOnce(memory: Memory, record: LedgerRecord): void {
  const settled = memory.handles.flatMap((handle) =>
    handle.offers.filter(({ hash }) => record.outcomeOf(hash) === 'succeeded').map(({ hash }) => ({ handle, hash })),
  );
  const byKey = (key: (handle: KnownHandle) => string, stops: readonly string[]) => {
    const groups = Map.groupBy(settled, ({ handle }) => key(handle));
    for (const [name, all] of groups) {
      const count = new Set(all.map(({ hash }) => hash)).size;
      const allowed = memory.handles
        .filter((handle) => key(handle) === name)
        .flatMap((handle) => confirmedOf(memory, handle, stops)).length;
      must(
        count <= 1 + allowed,
        `one request settles once (${count} settled, ${allowed} confirmed)`,
        name,
        all.map(({ hash }) => hash),
      );
    }
  };
  byKey(({ owner, terms }) => `${owner} ${terms}`, OF_EQUAL_TERMS);
  if (!memory.isForgetful) byKey(({ owner, series }) => `${owner} ${series}`, OF_VERSIONS);
}

function confirmedOf(memory: Memory, handle: KnownHandle, stops: readonly string[]): string[] {
  return [...(memory.confirmed.get(handle) ?? [])].filter((stop) => stops.some((code) => stop.startsWith(code)));
}

export function deployTerms(input: Parameters<typeof parseDeployRequest>[0]): string {
  const request = parseDeployRequest(input, NETWORK);
  return termsOf(request.signer, kindOfRequest(request).encode(storedEscrow(request)));
}
