/** The body of a deploy in v1, or what v1 does not support. */
import { CountersignError, type FieldProblem, fieldProblem } from '../../../errors/errors.ts';
import { type DeployRequest, fromBaseUnits, toBaseUnits } from '../../../escrow/index.ts';
import { type Asset, assetOf, type Network } from '../../../escrow/network.ts';
import { assetProblem, escrowBody, memoProblem } from './escrow-body.ts';

/** v1 has no field for decimals and assumes those of every Stellar asset. */
const DECIMALS = 7;
const MULTIPLIER = 10 ** DECIMALS;

/**
 * @param said the asset of the request's token by the ledger, if it is not among the network's constants
 * @throws CountersignError INPUT_INVALID
 */
export function deployBody(request: DeployRequest, network: Network, said?: Asset): object {
  const { signer, milestones, roles, trustline, receiverMemo, kind = 'multi', ...texts } = request;
  const asset = assetOf(network, trustline.address) ?? said;
  const problems = [
    ...memoProblem(receiverMemo),
    ...decimalsProblem(trustline),
    ...assetProblem(asset, trustline.address, network),
  ];
  if (asset === undefined || problems.length > 0) throw new CountersignError('INPUT_INVALID', { fields: problems });
  const begun = { receiver: roles.receiver, status: 'pending', evidence: '', flags: {} };
  const terms = {
    ...texts,
    roles,
    amount: total(milestones),
    milestones: milestones.map((milestone) => ({ ...milestone, ...begun })),
  };
  return { signer, ...escrowBody(terms, kind, asset) };
}

function total(milestones: DeployRequest['milestones']): string {
  const units = milestones.reduce((sum, { amount }) => sum + (toBaseUnits(amount, DECIMALS) as bigint), 0n);
  return fromBaseUnits(units, DECIMALS);
}

function decimalsProblem({ decimals }: DeployRequest['trustline']): FieldProblem[] {
  if (decimals === MULTIPLIER) return [];
  return [
    fieldProblem('trustline.decimals', 'DECIMALS_OF_SERVICE', {
      given: decimals,
      decimals: DECIMALS,
      multiplier: MULTIPLIER,
    }),
  ];
}
