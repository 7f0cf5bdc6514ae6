/**
 * The deploy call against the request: whom it calls, with which code, and every field of the escrow (trust, 4 and 5).
 * Every field that its kind stores must be equal; each field that it does not store makes it only partly verified.
 */

import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { createSide } from '../../errors/differences.ts';
import { crossChainText } from '../../escrow/cross-chain.ts';
import {
  type DeployRequest,
  decimalsOfMultiplier,
  fromBaseUnits,
  fromBasisPoints,
  ROLE_NAMES,
  receiverOf,
} from '../../escrow/index.ts';
import { knownToken, type Network, pinnedCodes, pinsOf, releasesOf, tokenDecimals } from '../../escrow/network.ts';
import { type AskedEscrow, escrowOfRequest, releaseOf } from '../../kinds/escrow-of-request.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../../kinds/escrow-on-chain.ts';
import { type ReadDeploy, readDeploy } from '../../kinds/read-deploy.ts';
import type { Reason } from '../../words/data/risk.ts';
import {
  type Check,
  type CheckPolicy,
  checkAuthorisation,
  checkEnvelope,
  checkResources,
  mismatchOf,
  resultOf,
  tokenReasons,
} from '../check.ts';
import { Differences } from '../differences.ts';
import { emittedByDeploy, emittedLater, MOST_EMITTED } from '../emitted.ts';

/** What a milestone's status may be before anyone worked on it; the interface itself spells it "peding". */
export const FRESH_STATUS: readonly string[] = ['', 'pending', 'peding'];

export function checkDeploy(
  deploy: ReadDeploy,
  request: DeployRequest,
  network: Network,
  differences: Differences,
): void {
  const { release } = deploy.kind;
  const wanted = createSide('RELEASE', { release: releaseOf(request) });
  if (release !== releaseOf(request)) differences.note('kind of escrow', wanted, createSide('RELEASE', { release }));
  const pins = pinsOf(network, release);
  if (pins.factory !== undefined) differences.same('factory contract', pins.factory, deploy.factory);
  const codes = pinnedCodes(pins);
  if (codes.length > 0 && !codes.includes(deploy.wasmHash)) {
    differences.note('contract code', codes.join(', '), deploy.wasmHash);
  }
  differences.same('deployer', request.signer, deploy.deployer);
  if (deploy.constructorArguments > 0) {
    differences.note('constructor arguments', createSide('NONE'), `${deploy.constructorArguments}`);
  }
  for (const { path, problem } of deploy.problems)
    differences.note(path, createSide('CONTRACT_FIELDS'), createSide('PROBLEM', { problem }));
  checkEscrow(deploy.escrow, request, network, differences);
}

function checkEscrow(found: EscrowOnChain, request: DeployRequest, network: Network, differences: Differences): void {
  checkTerms(found, request, network, differences);
  checkUntouched('', found.flags, differences);
  for (const [index, milestone] of found.milestones.entries()) {
    if (index < request.milestones.length) checkFresh(`milestones[${index}]`, milestone, differences);
  }
}

/** What was agreed, apart from how far the work has come. */
export function checkTerms(
  found: EscrowOnChain,
  request: DeployRequest,
  network: Network,
  differences: Differences,
): void {
  const requested = escrowOfRequest(request);
  differences.same('engagementId', requested.engagementId, found.engagementId);
  differences.same('title', requested.title, found.title);
  differences.same('description', requested.description, found.description);
  for (const role of ROLE_NAMES) {
    const party = found.roles[role];
    if (party !== undefined) differences.same(`roles.${role}`, requested.roles[role], party);
  }
  if (requested.platformFee !== found.platformFee) {
    differences.note('platformFee', `${request.platformFee} %`, `${fromBasisPoints(found.platformFee)} %`);
  }
  if (found.receiverMemo !== undefined) differences.same('receiverMemo', requested.receiverMemo, found.receiverMemo);
  else if (requested.receiverMemo !== 0n) {
    differences.note('receiverMemo', `${requested.receiverMemo}`, createSide('NO_MEMO_KEPT'));
  }
  // No request asks for one, and today's contracts have no such field.
  const { crossChainReceiver } = found;
  if (crossChainReceiver !== undefined) {
    differences.note('crossChainReceiver', createSide('NONE'), crossChainText(crossChainReceiver));
  }
  checkToken(requested, found, network, differences);
  const decimals = decimalsOfMultiplier(requested.trustline.multiplier) as number;
  const total = requested.milestones.reduce((sum, { amount }) => sum + amount, 0n);
  checkAmount('amount', total, found.amount, decimals, differences);
  differences.same('number of milestones', requested.milestones.length, found.milestones.length);
  for (const [index, milestone] of found.milestones.entries()) {
    const wanted = requested.milestones[index];
    if (wanted === undefined) continue;
    const path = `milestones[${index}]`;
    differences.same(`${path}.description`, wanted.description, milestone.description);
    checkAmount(`${path}.amount`, wanted.amount, milestone.amount, decimals, differences);
    checkReceiver(path, receiverOf(requested, index), found, milestone, differences);
  }
}

function checkToken(
  requested: AskedEscrow,
  { trustline }: EscrowOnChain,
  network: Network,
  differences: Differences,
): void {
  // An escrow calls its token's contract. An issuer's account is no contract, so money could never get in.
  const { address } = requested.trustline;
  const contract = knownToken(network, address)?.address ?? (address.startsWith('G') ? undefined : address);
  if (contract !== trustline.address) {
    differences.note('trustline.address', contract ?? createSide('TOKEN_OF', { issuer: address }), trustline.address);
  }
  const stored = trustline.multiplier;
  if (stored !== undefined) differences.same('trustline.decimals', requested.trustline.multiplier, stored);
  // A kind that stores no multiplier still has its amounts computed with the request's.
  const multiplier = stored ?? requested.trustline.multiplier;
  const own = tokenDecimals(network, trustline.address);
  if (own !== undefined && multiplier !== 10 ** own) {
    differences.note(
      'trustline.decimals',
      createSide('DECIMALS_OF_TOKEN', { decimals: own }),
      stored === undefined ? createSide('DECIMALS_OF_REQUEST', { multiplier }) : `${multiplier}`,
    );
  }
}

/** @param found absent where this kind does not store it */
function checkAmount(
  path: string,
  requested: bigint,
  found: bigint | undefined,
  decimals: number,
  differences: Differences,
): void {
  if (found !== undefined && requested !== found) {
    differences.note(path, fromBaseUnits(requested, decimals), fromBaseUnits(found, decimals));
  }
}

/** The receiver is named by the milestone itself or by a role; roles are compared elsewhere. */
function checkReceiver(
  path: string,
  requested: string,
  { roles }: EscrowOnChain,
  { receiver }: MilestoneOnChain,
  differences: Differences,
): void {
  if (receiver !== undefined) differences.same(`${path}.receiver`, requested, receiver);
  else if (roles.receiver === undefined) differences.note(`${path}.receiver`, requested, createSide('NONE'));
}

function checkFresh(path: string, found: MilestoneOnChain, differences: Differences): void {
  if (!FRESH_STATUS.includes(found.status)) differences.note(`${path}.status`, 'pending', found.status);
  differences.same(`${path}.evidence`, '', found.evidence);
  checkUntouched(`${path}.`, found.flags, differences);
}

function checkUntouched(prefix: string, flags: EscrowOnChain['flags'], differences: Differences): void {
  for (const [flag, isSet] of Object.entries(flags ?? {})) {
    if (isSet) differences.note(`${prefix}flags.${flag}`, 'false', 'true');
  }
}

/** The first of two comparisons: a prepared transaction with its request, before a person can sign it. Pure. */
export function checkUnsigned(read: ReadTransaction, request: DeployRequest, policy: CheckPolicy): Check<ReadDeploy> {
  const differences = new Differences();
  checkEnvelope(read, request, policy, differences);
  const deploy = readDeploy(read, policy.network.passphrase);
  if ('unreadable' in deploy) return mismatchOf('deploy', deploy, differences);
  checkDeploy(deploy, request, policy.network, differences);
  checkAuthorisation(deploy, differences);
  checkResources(read, deploy, differences);
  if (differences.list.length === 0) checkEmitted(deploy, policy.network, differences);
  return resultOf(deploy, differences, () => partlyReasons(deploy, policy.network));
}

/** The network would refuse a larger one only once it is signed and its fee is taken (decision 76). */
function checkEmitted({ kind, escrow }: ReadDeploy, network: Network, differences: Differences): void {
  differences.atMost('events and result', MOST_EMITTED, emittedByDeploy(kind, escrow));
  differences.atMost('events of later steps', MOST_EMITTED, emittedLater(kind, network, escrow));
}

/** @returns none where it is verified */
function partlyReasons({ factory, wasmHash, kind, escrow }: ReadDeploy, network: Network): Reason[] {
  const { address, multiplier } = escrow.trustline;
  const reasons: Reason[] = [];
  const pins = pinsOf(network, kind.release);
  if (pins.factory === undefined) reasons.push({ code: 'FACTORY_NOT_PINNED', params: { factory } });
  if (pins.wasmHash === undefined) reasons.push({ code: 'CODE_NOT_PINNED', params: { code: wasmHash } });
  if (!releasesOf(network).includes(kind.release)) {
    reasons.push({ code: 'OTHER_KIND', params: { generation: kind.generation, release: kind.release } });
  }
  return [...reasons, ...tokenReasons(address, multiplier !== undefined, network)];
}
