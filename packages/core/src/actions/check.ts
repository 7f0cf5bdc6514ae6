/** What the comparisons of all actions have in common: their result, the envelope, and what a transaction touches. */

import { Address, type xdr } from '@stellar/stellar-sdk/base';
import { sameBytes, toHex } from '../envelope/bytes.ts';
import { accountOf, type ReadTransaction } from '../envelope/read-transaction.ts';
import { createSide, type Difference, type FootprintOf, type Side } from '../errors/differences.ts';
import type { TransactionProblem } from '../errors/problems.ts';
import { fromBaseUnits } from '../escrow/index.ts';
import { codeOwnerOf, type Network, pinnedCodes, pinsOf, type Release, tokenDecimals } from '../escrow/network.ts';
import type { ReadDeploy } from '../kinds/read-deploy.ts';
import type { Reason } from '../words/data/risk.ts';
import type { Differences } from './differences.ts';

export type CheckPolicy = {
  readonly network: Network;
  /** Stroops. */
  readonly maxFee: bigint;
  /** Seconds since 1970. */
  readonly now: number;
};

export type Check<Call> =
  | { readonly level: 'mismatch'; readonly differences: readonly Difference[] }
  /** `reasons`: what could not be verified; empty exactly when the level is `verified`. */
  | { readonly level: 'verified' | 'partly'; readonly reasons: readonly Reason[]; readonly call: Call };

/** Why the code of an escrow is not verified. @param releases of which it may be one */
export function codeReasons(code: string, releases: readonly Release[], network: Network): readonly Reason[] {
  const owner = codeOwnerOf(code);
  if (owner !== undefined) return [{ code: 'CODE_OF_ANOTHER', params: { owner } }];
  const isPinned = releases.some((release) => pinnedCodes(pinsOf(network, release)).includes(code));
  return isPinned ? [] : [{ code: 'CODE_NOT_PINNED', params: { code } }];
}

/** Why a token's decimals are not verified: it was not asked for them. @param stored whether the escrow has them */
export function tokenReasons(token: string, stored: boolean, network: Network): readonly Reason[] {
  return tokenDecimals(network, token) === undefined ? [{ code: 'TOKEN_NOT_ASKED', params: { token, stored } }] : [];
}

export type Unreadable = { readonly unreadable: readonly TransactionProblem[] };

/** The result for a transaction that cannot be read as one of the action. */
export function mismatchOf(action: string, { unreadable }: Unreadable, differences: Differences): Check<never> {
  for (const { path, problem } of unreadable) {
    differences.note(path, createSide('TRANSACTION', { action }), createSide('PROBLEM', { problem }));
  }
  return { level: 'mismatch', differences: differences.list };
}

/** @param partlyReasons what could not be verified of the call; asked only where nothing differs */
export function resultOf<Call>(
  call: Call,
  differences: Differences,
  partlyReasons: () => readonly Reason[],
): Check<Call> {
  if (differences.list.length > 0) return { level: 'mismatch', differences: differences.list };
  const reasons = partlyReasons();
  return { level: reasons.length === 0 ? 'verified' : 'partly', reasons, call };
}

/** A transaction that ends sooner cannot be read and signed; one that lives longer could be signed long after it was read. */
const MIN_LIFE_SECONDS = 20;
const MAX_LIFE_SECONDS = 600;

/** Synchronised clocks differ by no more than this, so a transaction may begin this far ahead of ours. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** An account this close to the largest sequence number could hardly send again; no honest one ever gets there. */
const MAX_SEQUENCE = 2n ** 63n - 1n - 1_000_000n;

/** XLM has 7 decimals; its base unit is the stroop. */
export const XLM_DECIMALS = 7;

/** Everything around the contract call: envelope, source, preconditions, memo, fee (design: trust, 1 to 3 and 7). */
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

/** The decimals must be those that the token itself reported. */
export function checkDecimals(token: string, decimals: number, network: Network, differences: Differences): void {
  const own = tokenDecimals(network, token);
  if (own !== undefined && own !== decimals) {
    differences.note('trustline.decimals', createSide('DECIMALS_OF_TOKEN', { decimals: own }), `${10 ** decimals}`);
  }
}

export function xlm(stroops: bigint): string {
  return `${fromBaseUnits(stroops, XLM_DECIMALS)} XLM`;
}

export function isCall(called: xdr.SorobanAuthorizedFunction, invocation: xdr.InvokeContractArgs): boolean {
  return (
    called.type === 'sorobanAuthorizedFunctionTypeContractFn' &&
    sameBytes(called.contractFn.toXdr(), invocation.toXdr())
  );
}

type AuthorisedCall = {
  readonly auth: readonly xdr.SorobanAuthorizationEntry[];
  readonly invocation: xdr.InvokeContractArgs;
};

/**
 * What the signature authorises (trust, 6): the signer's own call and no other. Anything more would be a blank cheque.
 * @returns the calls below it; undefined where there is not exactly one entry
 */
export function checkEntry(
  { auth, invocation }: AuthorisedCall,
  differences: Differences,
): readonly xdr.SorobanAuthorizedInvocation[] | undefined {
  const [entry, ...more] = auth;
  if (entry === undefined || more.length > 0) {
    differences.note(
      'authorisation',
      createSide('ENTRIES', { count: 1 }),
      createSide('ENTRIES', { count: auth.length }),
    );
    return undefined;
  }
  if (entry.credentials.type !== 'sorobanCredentialsSourceAccount') {
    differences.note('authorisation.credentials', createSide('SOURCE_ACCOUNT'), entry.credentials.type);
  }
  const { function: called, subInvocations } = entry.rootInvocation;
  if (!isCall(called, invocation))
    differences.note('authorisation.root', createSide('SAME_CALL'), createSide('OTHER_CALL'));
  return subInvocations;
}

/** As `checkEntry`, and nothing below the call: a contract needs no authorisation to act for itself. */
export function checkAuthorisation(call: AuthorisedCall, differences: Differences): void {
  const below = checkEntry(call, differences) ?? [];
  if (below.length > 0) differences.note('authorisation.sub-invocations', createSide('NONE'), `${below.length}`);
}

/** The factory's own code and the token's, whose hashes no one pins. Reading them changes nothing but the fee. */
const MOST_OTHER_CODE = 2;

/** The network lets a call touch only what it declares (trust, 7), so what a deploy has no use for is named. */
export function checkResources(read: ReadTransaction, deploy: ReadDeploy, differences: Differences): void {
  const { contractId, factory, wasmHash, escrow } = deploy;
  // A deploy may have to restore the escrow's own code.
  const writes = (key: xdr.LedgerKey) => isDataOf(key, [contractId, factory]) || isCodeOf(key, wasmHash);
  const reads = (key: xdr.LedgerKey) => writes(key) || isDataOf(key, [escrow.trustline.address]);
  checkFootprint(read, { writes, reads, of: 'deploy' }, differences);
}

/** The entries that an action may touch. Other code that it reads is only counted. */
type Footprint = {
  readonly writes: (key: xdr.LedgerKey) => boolean;
  readonly reads: (key: xdr.LedgerKey) => boolean;
  readonly of: FootprintOf;
};

export function checkFootprint(
  read: ReadTransaction,
  { writes, reads, of }: Footprint,
  differences: Differences,
): void {
  const extension = read.transaction.ext;
  if (extension.type !== 'sorobanData') {
    differences.note('resources', createSide('DECLARED'), createSide('NOT_DECLARED'));
    return;
  }
  const { resources, resourceFee, ext } = extension.sorobanData;
  if (resourceFee < 0n || resourceFee > read.fee) {
    differences.note(
      'resource fee',
      createSide('BETWEEN', { least: '0', most: `${read.fee} stroops` }),
      `${resourceFee} stroops`,
    );
  }
  for (const key of resources.footprint.readWrite) {
    if (!writes(key)) differences.note('resources.writes', createSide('WRITES', { of }), describe(key));
  }
  const otherCode = new Set<string>();
  for (const key of resources.footprint.readOnly) {
    if (reads(key)) continue;
    if (key.type === 'contractCode') otherCode.add(toHex(key.contractCode.hash.toBytes()));
    else differences.note('resources.reads', createSide('READS', { of }), describe(key));
  }
  if (otherCode.size > MOST_OTHER_CODE) {
    differences.note('resources.reads', createSide('CODE', { of }), createSide('CODES', { hashes: [...otherCode] }));
  }
  const restored = ext.type === 'resourceExt' ? ext.resourceExt.archivedSorobanEntries : [];
  if (restored.some((index) => index >= resources.footprint.readWrite.length)) {
    differences.note('resources.restores', createSide('WRITTEN_ENTRIES'), createSide('UNNAMED_ENTRIES'));
  }
}

function describe(key: xdr.LedgerKey): Side {
  if (key.type === 'contractData') {
    return createSide('DATA_OF', { contract: Address.fromScAddress(key.contractData.contract).toString() });
  }
  return key.type === 'contractCode'
    ? createSide('CODES', { hashes: [toHex(key.contractCode.hash.toBytes())] })
    : key.type;
}

export function isDataOf(key: xdr.LedgerKey, contracts: readonly string[]): boolean {
  return key.type === 'contractData' && contracts.includes(Address.fromScAddress(key.contractData.contract).toString());
}

/** @param code lower-case hex */
export function isCodeOf(key: xdr.LedgerKey, code: string | undefined): boolean {
  return key.type === 'contractCode' && toHex(key.contractCode.hash.toBytes()) === code;
}

export function ownerOf(key: xdr.LedgerKey): string | undefined {
  if (key.type !== 'account' && key.type !== 'trustline') return undefined;
  const { accountId } = key.type === 'account' ? key.account : key.trustLine;
  return Address.account(accountId.ed25519.toBytes()).toString();
}
