/** Parses a request of an escrow that a network has room for: when it is created, and once work is reported on. */

import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { CountersignError, type FieldProblem, fieldProblem } from '../../errors/errors.ts';
import { paidThrough, refusedPayees } from '../../escrow/check-payees.ts';
import {
  type DeployRequest,
  decimalsOfMultiplier,
  fromBaseUnits,
  fromBasisPoints,
  parseDeployRequest,
} from '../../escrow/index.ts';
import { type Network, releasesOf, tokenDecimals } from '../../escrow/network.ts';
import { DEFAULT_MULTIPLIER } from '../../escrow/request.ts';
import { type EscrowOnChain, escrowOfKind, escrowOnChain, kindOfRequest, type ReadDeploy } from '../../kinds/index.ts';
import { emittedByDeploy, emittedLater, MOST_EMITTED, mostThat } from '../emitted.ts';

/** A text shorter than this says little: then there are too many milestones. */
const LEAST_TEXT = 20;

/** A request that a person makes. @throws CountersignError INPUT_INVALID with every problem */
export function parseDeploy(input: unknown, network: Network): DeployRequest {
  const request = parseTerms(input, network);
  const fields = refusedPayees(request, paidThrough(network, request.trustline.address));
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  return request;
}

function parseTerms(input: unknown, network: Network): DeployRequest {
  const request = parseDeployRequest(input, network);
  const fields = sizeProblems(request, network);
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  return request;
}

/** Each text to be shortened, and to how many characters; none where the request fits (decision 76). */
export function sizeProblems(request: DeployRequest, network: Network): FieldProblem[] {
  const kind = kindOfRequest(request);
  const escrowOf = (actionRequest: DeployRequest) => escrowOfKind(kind, escrowOnChain(actionRequest, network));
  const fitsNow = (escrow: EscrowOnChain) => emittedByDeploy(kind, escrow) <= MOST_EMITTED;
  const fits = (actionRequest: DeployRequest) => {
    const escrow = escrowOf(actionRequest);
    return fitsNow(escrow) && emittedLater(kind, network, escrow) <= MOST_EMITTED;
  };
  if (fits(request)) return [];
  const texts = textsOf(request);
  const longest = Math.max(...texts.map(({ length }) => length));
  const count = request.milestones.length;
  if (!fits(cut(request, LEAST_TEXT))) {
    const most = mostThat(count, (first) =>
      fits(cut({ ...request, milestones: request.milestones.slice(0, first) }, LEAST_TEXT)),
    );
    const single = kind.release === 'multi' && releasesOf(network).includes('single') ? { single: true as const } : {};
    return [fieldProblem('milestones', 'NO_ROOM_FOR_MILESTONES', { count, most, ...single })];
  }
  const most = mostThat(longest, (length) => fits(cut(request, length)));
  const long = texts.filter(({ length }) => length > most);
  const excess = long.reduce((sum, { length }) => sum + length - most, 0);
  const why = { excess, ...(fitsNow(escrowOf(request)) ? { reports: count } : {}) };
  // The reason is given once.
  return long.map(({ path, length }, index) =>
    fieldProblem(path, 'TEXTS_TOO_LONG', { length, most, ...(index === 0 ? { why } : {}) }),
  );
}

/** The engagement id is left as it is: it names the deal elsewhere too. */
function textsOf({ title, description, milestones }: DeployRequest) {
  const texts = [
    ['title', title] as const,
    ['description', description] as const,
    ...milestones.map((each, index) => [`milestones[${index}].description`, each.description] as const),
  ];
  return texts.map(([path, text]) => ({ path, length: [...text].length }));
}

function cut(request: DeployRequest, length: number): DeployRequest {
  const short = (text: string) => [...text].slice(0, length).join('');
  return {
    ...request,
    title: short(request.title),
    description: short(request.description),
    milestones: request.milestones.map((each) => ({ ...each, description: short(each.description) })),
  };
}

/**
 * The result proves nothing: the transaction must still be compared with it. That comparison also checks the token's
 * decimals against what is known of the token. What a request cannot say (a milestone's state, its evidence) is left out.
 * @throws CountersignError INPUT_INVALID where no request may ask for such an escrow
 */
export function statedRequest(
  { source }: ReadTransaction,
  { escrow, kind }: Pick<ReadDeploy, 'escrow' | 'kind'>,
  network: Network,
): DeployRequest {
  const { address } = escrow.trustline;
  const known = tokenDecimals(network, address);
  const multiplier = escrow.trustline.multiplier ?? (known === undefined ? DEFAULT_MULTIPLIER : 10 ** known);
  // Parsing refuses an invalid multiplier, so the amounts do not matter then.
  const decimals = decimalsOfMultiplier(multiplier) ?? 0;
  const amounts = amountsOf(escrow);
  return parseTerms(
    {
      signer: source,
      kind: kind.release,
      engagementId: escrow.engagementId,
      title: escrow.title,
      description: escrow.description,
      roles: escrow.roles,
      platformFee: fromBasisPoints(escrow.platformFee),
      milestones: escrow.milestones.map(({ description, receiver }, index) => ({
        description,
        ...(receiver === undefined ? {} : { receiver }),
        amount: fromBaseUnits(amounts[index] ?? 0n, decimals),
      })),
      trustline: { address, decimals: multiplier },
      ...(escrow.receiverMemo ? { receiverMemo: String(escrow.receiverMemo) } : {}),
    },
    network,
  );
}

/** How the one amount of a single release is split is not recorded: any request with that total means the same escrow. */
function amountsOf({ amount, milestones }: EscrowOnChain): bigint[] {
  if (amount === undefined) return milestones.map((milestone) => milestone.amount ?? 0n);
  const [, ...others] = milestones.map(() => 1n);
  return [amount - BigInt(others.length), ...others];
}
