/**
 * A deploy of generation B against the request. What can be compared must be equal, as strictly as for the
 * interface's own kind; what this kind does not put on chain is said as a reason why it is only partly verified.
 */

import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { type DeployRequest, decimalsOfMultiplier, fromBaseUnits } from '../../escrow/index.ts';
import { knownToken, type Network, tokenDecimals } from '../../escrow/network.ts';
import type { OtherEscrow } from '../../kinds/escrow-kind.ts';
import { type EscrowValue, escrowOfRequest } from '../../kinds/escrow-value.ts';
import type { ReadOtherDeploy } from '../../kinds/read-other-deploy.ts';
import { checkResources } from '../check-resources.ts';
import type { Differences } from '../differences.ts';
import { checkAuthorisation } from './check-authorisation.ts';
import { FRESH_STATUS } from './check-deploy.ts';
import { decimalsReason } from './decimals-reason.ts';

export function checkGenerationB(
  read: ReadTransaction,
  deploy: ReadOtherDeploy,
  request: DeployRequest,
  network: Network,
  differences: Differences,
): void {
  if (network.factory !== undefined) differences.same('factory contract', network.factory, deploy.factory);
  if (network.wasmHash !== undefined) differences.same('contract code', network.wasmHash, deploy.wasmHash);
  differences.same('deployer', request.signer, deploy.deployer);
  if (deploy.constructorArguments > 0)
    differences.note('constructor arguments', 'none', `${deploy.constructorArguments}`);
  for (const { path, problem } of deploy.problems) differences.note(path, 'the contract’s own fields', problem);
  checkTexts(deploy.escrow, request, network, differences);
  checkMilestones(deploy.escrow, request, differences);
  checkAuthorisation(deploy, differences);
  checkResources(read, deploy, differences);
}

function checkTexts(found: OtherEscrow, request: DeployRequest, network: Network, differences: Differences): void {
  const asked = escrowOfRequest(request);
  differences.same('engagementId', asked.engagementId, found.engagementId);
  differences.same('title', asked.title, found.title);
  differences.same('description', asked.description, found.description);
  for (const role of ['approver', 'serviceProvider', 'platformAddress', 'releaseSigner', 'disputeResolver'] as const) {
    differences.same(`roles.${role}`, asked.roles[role], found.roles[role]);
  }
  if (BigInt(asked.platformFee) !== found.platformFee) {
    differences.note('platformFee', `${request.platformFee} %`, `${fromBaseUnits(found.platformFee, 2)} %`);
  }
  if (asked.receiverMemo !== 0n) {
    differences.note(
      'receiverMemo',
      `${asked.receiverMemo}`,
      'none; this kind of escrow keeps no memo for the receiver',
    );
  }
  const token = knownToken(network, request.trustline.address);
  const acceptable = [asked.trustline.address, ...(asked.trustline.address === token?.issuer ? [token.address] : [])];
  if (!acceptable.includes(found.trustline.address)) {
    differences.same('trustline.address', asked.trustline.address, found.trustline.address);
  }
  const own = tokenDecimals(network, found.trustline.address);
  // Stands nowhere on chain in this kind; the amounts were made with it all the same.
  if (own !== undefined && request.trustline.decimals !== 10 ** own) {
    differences.note(
      'trustline.decimals',
      `${10 ** own}, as the token itself has ${own} decimals`,
      `${request.trustline.decimals}, in the request`,
    );
  }
  for (const { name, value } of found.flags) if (value) differences.note(`flags.${name}`, 'false', 'true');
}

function checkMilestones(found: OtherEscrow, request: DeployRequest, differences: Differences): void {
  const asked = escrowOfRequest(request);
  const decimals = decimalsOfMultiplier(request.trustline.decimals) as number;
  const sameAmount = (field: string, wanted: bigint, stands: bigint) => {
    if (wanted !== stands) differences.note(field, fromBaseUnits(wanted, decimals), fromBaseUnits(stands, decimals));
  };
  if (found.amount !== undefined) sameAmount('amount', totalOf(asked), found.amount);
  const { receiver } = asked.roles;
  if (found.roles.receiver !== undefined) differences.same('roles.receiver', receiver, found.roles.receiver);
  differences.same('number of milestones', asked.milestones.length, found.milestones.length);
  for (const [index, milestone] of found.milestones.entries()) {
    const wanted = asked.milestones[index];
    if (wanted === undefined) continue;
    const path = `milestones[${index}]`;
    differences.same(`${path}.description`, wanted.description, milestone.description);
    if (milestone.amount !== undefined) sameAmount(`${path}.amount`, wanted.amount, milestone.amount);
    if (milestone.receiver !== undefined) differences.same(`${path}.receiver`, receiver, milestone.receiver);
    else if (found.roles.receiver === undefined) differences.note(`${path}.receiver`, receiver, 'none');
    if (!FRESH_STATUS.includes(milestone.status)) differences.note(`${path}.status`, 'pending', milestone.status);
    differences.same(`${path}.evidence`, '', milestone.evidence);
    for (const { name, value } of milestone.flags) {
      if (value) differences.note(`${path}.flags.${name}`, 'false', 'true');
    }
  }
}

function totalOf({ milestones }: EscrowValue): bigint {
  return milestones.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Why a deploy of generation B is never more than partly verified, in plain words. */
export function reasonsOfGenerationB(deploy: ReadOtherDeploy, network: Network): string[] {
  const { escrow, kind, elsewhere } = deploy;
  const { address } = escrow.trustline;
  return [
    `This is an escrow of generation B (${kind.release}-release), another contract than the one that the service’s interface describes, so it cannot be compared in full.`,
    ...(tokenDecimals(network, address) === undefined ? [decimalsReason(address, false)] : []),
    ...(kind.release === 'single'
      ? [
          'It holds one amount for all milestones, released at once: what each milestone is worth does not stand on chain.',
        ]
      : []),
    ...(elsewhere === undefined
      ? []
      : [
          `Its address is derived from the factory; an interim build derived it from the signer, and with that one it would stand at ${elsewhere}. Look at the outcome before funding it.`,
        ]),
  ];
}
