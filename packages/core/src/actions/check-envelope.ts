/** Everything around the contract call: envelope, source, preconditions, memo, fee (design: trust, 1 to 3 and 7). */
import { accountOf, type ReadTransaction } from '../envelope/read-transaction.ts';
import { createSide } from '../errors/differences.ts';
import { fromBaseUnits } from '../escrow/index.ts';
import type { Differences } from './differences.ts';

/** An offer that ends sooner cannot be read and signed; one that lives longer could be signed long after it was read. */
const MIN_LIFE_SECONDS = 20;
const MAX_LIFE_SECONDS = 600;

/** Synchronised clocks differ by no more than this, so a transaction may begin this far ahead of ours. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** An account this close to the largest sequence number could hardly send again; no honest one ever gets there. */
const MAX_SEQUENCE = 2n ** 63n - 1n - 1_000_000n;

/** XLM has 7 decimals; its base unit is the stroop. */
export const XLM_DECIMALS = 7;

export function checkEnvelope(
  read: ReadTransaction,
  request: { readonly signer: string },
  policy: { readonly now: number; readonly maxFee: bigint },
  differences: Differences,
): void {
  if (!read.canonical) differences.note('envelope', createSide('CANONICAL'), createSide('NOT_CANONICAL'));
  if (read.signatures.length > 0) differences.note('signatures', createSide('NONE'), `${read.signatures.length}`);
  differences.same('source account', request.signer, read.source);
  for (const operation of read.transaction.operations) {
    if (operation.sourceAccount !== null) {
      differences.same('operation source', request.signer, accountOf(operation.sourceAccount));
    }
  }
  if (read.transaction.seqNum > MAX_SEQUENCE) {
    differences.note('sequence number', createSide('FAR_FROM_LARGEST'), `${read.transaction.seqNum}`);
  }
  if (read.transaction.memo.type !== 'memoNone')
    differences.note('memo', createSide('NONE'), read.transaction.memo.type);
  checkTime(read, policy.now, differences);
  if (read.fee > policy.maxFee) {
    differences.note('network fee', createSide('AT_MOST', { value: xlm(policy.maxFee) }), xlm(read.fee));
  }
}

function checkTime(read: ReadTransaction, now: number, differences: Differences): void {
  if (read.transaction.cond.type === 'precondV2') {
    differences.note('preconditions', createSide('TIME_BOUNDS_ALONE'), createSide('MORE_PRECONDITIONS'));
    return;
  }
  if (read.timeBounds === undefined || read.timeBounds.maxTime === 0n) {
    differences.note('time bounds', createSide('END'), createSide('NO_END'));
    return;
  }
  const { minTime, maxTime } = read.timeBounds;
  if (minTime > BigInt(now + CLOCK_TOLERANCE_SECONDS)) {
    const seconds = `${minTime - BigInt(now)}`;
    differences.note('time bounds', createSide('BEGUN'), createSide('BEGINS_IN', { seconds }));
  }
  const life = maxTime - BigInt(now);
  const wanted = createSide('ENDS_BETWEEN', { least: MIN_LIFE_SECONDS, most: MAX_LIFE_SECONDS });
  if (life <= 0n) differences.note('time bounds', wanted, createSide('OVER_SINCE', { seconds: `${-life}` }));
  else if (life < BigInt(MIN_LIFE_SECONDS) || life > BigInt(MAX_LIFE_SECONDS)) {
    differences.note('time bounds', wanted, createSide('ENDS_IN', { seconds: `${life}` }));
  }
}

function xlm(stroops: bigint): string {
  return `${fromBaseUnits(stroops, XLM_DECIMALS)} XLM`;
}
