/** Compares the escrow at an address with the request for which that address was offered. */
import { checkTerms } from '../../actions/deploy/check-deploy.ts';
import { Differences } from '../../actions/differences.ts';
import type { Difference } from '../../errors/differences.ts';
import type { DeployRequest } from '../../escrow/index.ts';
import type { Network } from '../../escrow/network.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { StandingContract } from '../../ledger/ledger.ts';

export type Compared = {
  /** How it differs; normal progress (statuses, flags, evidence) is no difference. */
  readonly differences: readonly Difference[];
  /** Whether the life of such an escrow could have led from the request to what is there. */
  readonly isReachable: boolean;
  /** Whether a difference changes who is paid, how much, or who decides it. */
  readonly changesMoney: boolean;
};

const MONEY =
  /^(?:roles\.|milestones\[\d+\]\.(?:amount|receiver)$|trustline\.|platformFee$|crossChainReceiver$|amount$|number of milestones$)/;

export const decidesMoney = ({ field }: Difference): boolean => MONEY.test(field);

/** Fields that no function of an offered kind can change (docs/contract.md, `update_escrow`). */
const FIXED_FIELDS: readonly string[] = ['roles.platformAddress'];

/** @returns undefined where the contract has the right code, but its escrow cannot be read now */
export function compareStanding(
  { code, escrow }: StandingContract,
  offered: Pick<ReadDeploy, 'kind' | 'wasmHash'>,
  request: DeployRequest,
  network: Network,
): Compared | undefined {
  if (code !== offered.wasmHash) {
    return {
      differences: [{ field: 'contract code', asked: offered.wasmHash, found: code }],
      isReachable: false,
      changesMoney: true,
    };
  }
  const found = escrow === undefined ? undefined : offered.kind.decode(escrow).escrow;
  if (found === undefined) return undefined;
  const differences = new Differences();
  checkTerms(found, request, network, differences);
  const { list } = differences;
  return {
    differences: list,
    isReachable: list.every(({ field }) => !FIXED_FIELDS.includes(field)),
    changesMoney: list.some(decidesMoney),
  };
}
