/** The deploy call against the request: whom it calls, with which code, and every field of the escrow (trust, 4 and 5). */
import {
  type DeployRequest,
  decimalsOfMultiplier,
  fromBaseUnits,
  fromBasisPoints,
  ROLE_NAMES,
} from '../../escrow/index.ts';
import { knownToken, type Network, tokenDecimals } from '../../escrow/network.ts';
import { type EscrowMilestone, escrowOfRequest, MILESTONE_FLAGS } from '../../kinds/escrow-value.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { Differences } from '../differences.ts';

/** What a milestone's status may be before anyone worked on it; the interface itself spells it "peding". */
export const FRESH_STATUS: readonly string[] = ['', 'pending', 'peding'];

export function checkDeploy(
  deploy: ReadDeploy,
  request: DeployRequest,
  network: Network,
  differences: Differences,
): void {
  if (network.factory !== undefined) differences.same('factory contract', network.factory, deploy.factory);
  if (network.wasmHash !== undefined) differences.same('contract code', network.wasmHash, deploy.wasmHash);
  differences.same('deployer', request.signer, deploy.deployer);
  if (deploy.constructorArguments > 0) {
    differences.note('constructor arguments', 'none', `${deploy.constructorArguments}`);
  }
  for (const { path, problem } of deploy.problems) differences.note(path, 'the contract’s own fields', problem);
  checkEscrow(deploy, request, network, differences);
}

function checkEscrow(deploy: ReadDeploy, request: DeployRequest, network: Network, differences: Differences): void {
  const asked = escrowOfRequest(request);
  const found = deploy.escrow;
  differences.same('engagementId', asked.engagementId, found.engagementId);
  differences.same('title', asked.title, found.title);
  differences.same('description', asked.description, found.description);
  for (const role of ROLE_NAMES) differences.same(`roles.${role}`, asked.roles[role], found.roles[role]);
  if (asked.platformFee !== found.platformFee) {
    differences.note('platformFee', `${request.platformFee} %`, `${fromBasisPoints(found.platformFee)} %`);
  }
  differences.same('receiverMemo', asked.receiverMemo, found.receiverMemo);
  // A known issuer's G address may stand on chain as itself or as the token contract derived from it.
  const token = knownToken(network, request.trustline.address);
  const acceptable = [asked.trustline.address, ...(asked.trustline.address === token?.issuer ? [token.address] : [])];
  if (!acceptable.includes(found.trustline.address)) {
    differences.same('trustline.address', asked.trustline.address, found.trustline.address);
  }
  differences.same('trustline.decimals', asked.trustline.decimals, found.trustline.decimals);
  const own = tokenDecimals(network, found.trustline.address);
  if (own !== undefined && found.trustline.decimals !== 10 ** own) {
    differences.note(
      'trustline.decimals',
      `${10 ** own}, as the token itself has ${own} decimals`,
      `${found.trustline.decimals}`,
    );
  }
  differences.same('number of milestones', asked.milestones.length, found.milestones.length);
  const decimals = decimalsOfMultiplier(asked.trustline.decimals) as number;
  for (const [index, milestone] of found.milestones.entries()) {
    const wanted = asked.milestones[index];
    if (wanted !== undefined) checkMilestone(`milestones[${index}]`, wanted, milestone, decimals, differences);
  }
}

function checkMilestone(
  path: string,
  asked: EscrowMilestone,
  found: EscrowMilestone,
  decimals: number,
  differences: Differences,
): void {
  differences.same(`${path}.description`, asked.description, found.description);
  if (asked.amount !== found.amount) {
    differences.note(`${path}.amount`, fromBaseUnits(asked.amount, decimals), fromBaseUnits(found.amount, decimals));
  }
  if (!FRESH_STATUS.includes(found.status)) differences.note(`${path}.status`, 'pending', found.status);
  differences.same(`${path}.evidence`, '', found.evidence);
  for (const flag of MILESTONE_FLAGS) {
    if (found.flags[flag]) differences.note(`${path}.flags.${flag}`, 'false', 'true');
  }
}
