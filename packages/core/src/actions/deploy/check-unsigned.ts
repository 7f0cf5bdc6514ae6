/**
 * The first of the two comparisons: the transaction that a service prepared with the request it was prepared for,
 * before a person is asked to sign. Pure; nothing of the service's answer is believed.
 */
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { createSide } from '../../errors/differences.ts';
import type { DeployRequest } from '../../escrow/index.ts';
import { type Network, pinsOf, releasesOf, tokenDecimals } from '../../escrow/network.ts';
import { type ReadDeploy, readDeploy } from '../../kinds/read-deploy.ts';
import type { Reason } from '../../words/judgement.ts';
import type { Check, CheckPolicy } from '../check.ts';
import { checkEnvelope } from '../check-envelope.ts';
import { checkResources } from '../check-resources.ts';
import { Differences } from '../differences.ts';
import { emittedByDeploy, emittedLater, MOST_EMITTED } from '../emitted.ts';
import { checkAuthorisation } from './check-authorisation.ts';
import { checkDeploy } from './check-deploy.ts';

export function checkUnsigned(read: ReadTransaction, request: DeployRequest, policy: CheckPolicy): Check<ReadDeploy> {
  const differences = new Differences();
  checkEnvelope(read, request, policy, differences);
  const deploy = readDeploy(read, policy.network.passphrase);
  if ('unreadable' in deploy) {
    for (const { path, problem } of deploy.unreadable)
      differences.note(path, createSide('TRANSACTION', { action: 'deploy' }), createSide('PROBLEM', { problem }));
    return { level: 'mismatch', differences: differences.list };
  }
  checkDeploy(deploy, request, policy.network, differences);
  checkAuthorisation(deploy, differences);
  checkResources(read, deploy, differences);
  if (differences.list.length === 0) checkEmitted(deploy, policy.network, differences);
  if (differences.list.length > 0) return { level: 'mismatch', differences: differences.list };
  const reasons = partlyReasons(deploy, policy.network);
  return { level: reasons.length === 0 ? 'verified' : 'partly', reasons, call: deploy };
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
  if (tokenDecimals(network, address) === undefined) {
    reasons.push({ code: 'TOKEN_NOT_ASKED', params: { token: address, stored: multiplier !== undefined } });
  }
  return reasons;
}
