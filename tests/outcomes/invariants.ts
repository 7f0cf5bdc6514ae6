/** Invariants of every schedule. Each throws if it is violated. */
import { readTransaction } from '@countersign/core/envelope';
import { parseDeployRequest } from '@countersign/core/escrow';
import { kindOfRequest, readDeploy } from '@countersign/core/kinds';
import type { Prepared, Settlement, TransactionStatus } from '@countersign/core/results';
import { storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import { type LedgerRecord, termsOf } from './ledger-record.ts';
import type { Claim, KnownRequest, KnownTransaction, Memory } from './memory.ts';
import { NETWORK } from './world.ts';

export class Broken extends Error {}

export function must(holds: boolean, rule: string, ...seen: unknown[]): asserts holds {
  if (!holds) throw new Broken(`${rule}: ${seen.map((each) => JSON.stringify(each)).join(' ')}`);
}

/** Only the requested transaction is handed out, and nothing before the stops are confirmed. */
export function checkHandedOut(
  memory: Memory,
  preparedRequest: KnownRequest,
  prepared: Prepared<'deploy'> | Prepared<'fund'>,
): void {
  const { unsignedXdr, status } = prepared;
  must((status === 'prepared') === (unsignedXdr !== undefined), 'to-confirm holds nothing to sign', status);
  if (unsignedXdr === undefined) return;
  const read = readTransaction(unsignedXdr, NETWORK.passphrase);
  must(read.hashHex === prepared.transactionHash, 'the hash is the transaction’s', prepared.transactionHash);
  must(read.source === memory.signer.publicKey(), 'the source is the signer', read.source);
  if (preparedRequest.action === 'deploy') {
    const deploy = readDeploy(read, NETWORK.passphrase);
    must(!('unreadable' in deploy), 'what is handed out is a deploy');
    must(
      termsOf(deploy.deployer, deploy.kind.encode(deploy.escrow)) === preparedRequest.terms,
      'its terms are the request’s',
    );
    must(deploy.factory === NETWORK.factory && deploy.wasmHash === NETWORK.wasmHash, 'it calls what is pinned');
    must(deploy.contractId === prepared.contractId, 'the address is the transaction’s', prepared.contractId);
  }
}

/** An address that was offered once is never offered for other terms by the same store. */
export function checkPlace(memory: Memory, { contractId, prepared }: KnownTransaction): void {
  if (memory.isForgetful || memory.wasKilled || prepared.action === 'fund') return;
  const others = memory.offers.filter(
    (transaction) => transaction.contractId === contractId && transaction.prepared.action === 'deploy',
  );
  must(
    others.every((transaction) => transaction.prepared.terms === prepared.terms),
    'an address is offered for one request’s terms alone',
    contractId,
  );
}

const ENDED: readonly string[] = ['superseded', 'declined', 'discarded'];

/** The ledger must not contradict a reported state. */
export function checkClaim(
  memory: Memory,
  record: LedgerRecord,
  prepared: KnownRequest | undefined,
  report: Settlement | TransactionStatus,
): void {
  const { status, transactionHash: hash, by } = report;
  memory.reported.add(status);
  if (prepared !== undefined && ENDED.includes(status)) memory.ended.add(prepared);
  // Of a row that somebody changed only this is asked: that it is neither handed out nor sent.
  if (memory.isTampered) return;
  const outcome = record.outcomeOf(hash);
  const contractId =
    report.contractId ?? prepared?.transactions.find((transaction) => transaction.hash === hash)?.contractId;
  switch (status) {
    case 'settled': {
      must(by === 'ledger', 'settled is the ledger’s word', report);
      if (outcome === 'succeeded') return;
      const made = record.created().filter((each) => each.contractId === contractId);
      const isEqual = prepared?.action === 'deploy' && made.some(({ terms }) => terms === prepared.terms);
      must(isEqual, 'settled exists on the ledger', outcome, report);
      return;
    }
    case 'rejected':
      memory.claims.push({ status, hash });
      must(by === 'ledger', 'rejected is the ledger’s word', report);
      must(outcome === 'failed', 'rejected failed on the ledger', outcome, report);
      return;
    case 'expired':
    case 'displaced': {
      memory.claims.push({ status, hash });
      must(by === 'ledger', `${status} is the ledger’s word`, report);
      const known = memory.isForgetful ? [] : (prepared?.transactions ?? []);
      const settled = known.find((transaction) => record.outcomeOf(transaction.hash) === 'succeeded');
      must(
        outcome === 'none' && settled === undefined,
        `nothing of what is ${status} is on the ledger`,
        outcome,
        report,
      );
      return;
    }
    case 'taken': {
      must(outcome !== 'succeeded', 'what was taken did not settle', report);
      const made = record.created().find((each) => each.contractId === contractId);
      const isStrange =
        memory.isTampered ||
        memory.occupied.has(contractId ?? '') ||
        (made !== undefined && made.terms !== prepared?.terms);
      must(isStrange, 'taken by something else', report);
      return;
    }
    case 'accepted':
      must(by === 'service', 'accepted is the service’s word', report);
      return;
    default:
      must(by !== 'ledger', 'what is undecided is not the ledger’s word', report);
      return;
  }
}

/** With an honest RPC, a desk reports what the ledger has. */
export function checkComplete(
  record: LedgerRecord,
  prepared: KnownRequest,
  { status }: Settlement | TransactionStatus,
): void {
  const settled = prepared.transactions.find(({ hash }) => record.outcomeOf(hash) === 'succeeded');
  must(settled === undefined || status === 'settled', 'what settled is reported as settled', status, settled?.hash);
}

/** Everything reported before must still be true. */
export function checkClaims(claims: readonly Claim[], record: LedgerRecord): void {
  for (const claim of claims) {
    const outcome = record.outcomeOf(claim.hash);
    must(outcome === (claim.status === 'rejected' ? 'failed' : 'none'), 'what was reported stays true', outcome, claim);
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
  const settled = memory.handles.flatMap((prepared) =>
    prepared.transactions
      .filter(({ hash }) => record.outcomeOf(hash) === 'succeeded')
      .map(({ hash }) => ({ handle: prepared, hash })),
  );
  const byKey = (key: (prepared: KnownRequest) => string, blockers: readonly string[]) => {
    const groups = Map.groupBy(settled, ({ handle: prepared }) => key(prepared));
    for (const [name, all] of groups) {
      const count = new Set(all.map(({ hash }) => hash)).size;
      const allowed = memory.handles
        .filter((prepared) => key(prepared) === name)
        .flatMap((prepared) => confirmedOf(memory, prepared, blockers)).length;
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

function confirmedOf(memory: Memory, prepared: KnownRequest, blockers: readonly string[]): string[] {
  return [...(memory.confirmed.get(prepared) ?? [])].filter((stop) => blockers.some((code) => stop.startsWith(code)));
}

export function deployTerms(input: Parameters<typeof parseDeployRequest>[0]): string {
  const request = parseDeployRequest(input, NETWORK);
  return termsOf(request.signer, kindOfRequest(request).encode(storedEscrow(request)));
}
