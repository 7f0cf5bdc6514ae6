/**
 * The first of the two comparisons: the transaction that a service prepared with the request it was prepared for,
 * before a person is asked to sign. Pure; nothing of the service's answer is believed.
 */

import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import type { Difference } from '../../errors/errors.ts';
import type { DeployRequest } from '../../escrow/index.ts';
import { type Network, tokenDecimals } from '../../escrow/network.ts';
import { type AnyDeploy, readAnyDeploy } from '../../kinds/read-any-deploy.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import { checkEnvelope } from '../check-envelope.ts';
import { checkResources } from '../check-resources.ts';
import { Differences } from '../differences.ts';
import { checkAuthorisation } from './check-authorisation.ts';
import { checkDeploy } from './check-deploy.ts';
import { checkGenerationB, reasonsOfGenerationB } from './check-generation-b.ts';
import { decimalsReason } from './decimals-reason.ts';

export type CheckPolicy = {
  readonly network: Network;
  /** Stroops. */
  readonly maxFee: bigint;
  /** Seconds since 1970. */
  readonly now: number;
};

export type Check =
  | { readonly level: 'mismatch'; readonly differences: readonly Difference[] }
  /** `reasons`: what could not be pinned, in plain words; empty exactly when the level is `verified`. */
  | { readonly level: 'verified' | 'partly'; readonly reasons: readonly string[]; readonly deploy: AnyDeploy };

export function checkUnsigned(read: ReadTransaction, request: DeployRequest, policy: CheckPolicy): Check {
  const differences = new Differences();
  checkEnvelope(read, request, policy, differences);
  const deploy = readAnyDeploy(read, policy.network.passphrase);
  if ('unreadable' in deploy) {
    for (const { path, problem } of deploy.unreadable) differences.note(path, 'a deploy of this escrow', problem);
    return { level: 'mismatch', differences: differences.list };
  }
  if (deploy.generation === 'A') {
    checkDeploy(deploy, request, policy.network, differences);
    checkAuthorisation(deploy, differences);
    checkResources(read, deploy, differences);
  } else checkGenerationB(read, deploy, request, policy.network, differences);
  if (differences.list.length > 0) return { level: 'mismatch', differences: differences.list };
  const reasons = [
    ...unpinned(deploy, policy.network),
    ...(deploy.generation === 'A'
      ? decimalsNotAsked(deploy, policy.network)
      : reasonsOfGenerationB(deploy, policy.network)),
  ];
  return { level: reasons.length === 0 ? 'verified' : 'partly', reasons, deploy };
}

function unpinned(deploy: AnyDeploy, network: Network): string[] {
  const reasons: string[] = [];
  if (network.factory === undefined) {
    reasons.push(
      `The factory ${deploy.factory} is not pinned (ESCROW_FACTORY); verify it with the service’s owner before pinning.`,
    );
  }
  if (network.wasmHash === undefined) {
    reasons.push(
      `The contract code ${deploy.wasmHash} is not pinned (ESCROW_WASM_HASH); verify it with the service’s owner before pinning.`,
    );
  }
  return reasons;
}

function decimalsNotAsked({ escrow }: ReadDeploy, network: Network): string[] {
  const { address } = escrow.trustline;
  return tokenDecimals(network, address) === undefined ? [decimalsReason(address, true)] : [];
}
