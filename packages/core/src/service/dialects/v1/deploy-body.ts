/** The body of a deploy as v1 takes it, or what of the request it cannot carry: v1 refuses fields that it does not know. */
import { CountersignError, type FieldProblem } from '../../../errors/errors.ts';
import { type DeployRequest, decodeStrKey, fromBaseUnits, toBaseUnits } from '../../../escrow/index.ts';
import { type Asset, assetOf, knownToken, type Network } from '../../../escrow/network.ts';
import { exactNumber } from '../../http/exact-json.ts';

/** v1 is not told the decimals: it counts in those of every Stellar asset. */
const DECIMALS = 7;
const MULTIPLIER = 10 ** DECIMALS;

/**
 * @param said the asset of the request's token, where the network's constants do not tell it
 * @throws CountersignError INPUT_INVALID
 */
export function deployBody(request: DeployRequest, network: Network, said?: Asset): object {
  const { address } = request.trustline;
  const asset = assetOf(network, address) ?? said;
  const problems = [...unsupported(request), ...(asset === undefined ? [unnamed(address, network)] : [])];
  if (asset === undefined || problems.length > 0) throw new CountersignError('INPUT_INVALID', { fields: problems });
  const { milestones, kind } = request;
  const { receiver, ...roles } = rolesOf(request);
  const terms = {
    signer: request.signer,
    engagementId: request.engagementId,
    title: request.title,
    description: request.description,
  };
  const platformFee = exactNumber(request.platformFee);
  // Where v1 says `address` it means the issuer. It also takes a contract there, and then cannot fund the escrow.
  const trustline = { address: asset.issuer, symbol: asset.code };
  return kind === 'single'
    ? {
        ...terms,
        amount: total(milestones),
        platformFee,
        roles: { ...roles, receiver },
        milestones: milestones.map(({ description }) => ({ description })),
        trustline,
      }
    : {
        ...terms,
        platformFee,
        roles,
        milestones: milestones.map(({ description, amount }) => ({
          description,
          amount: exactNumber(amount),
          receiver,
        })),
        trustline,
      };
}

/** In the order in which v1's own documents name them. */
function rolesOf({ roles }: DeployRequest): DeployRequest['roles'] {
  return {
    approver: roles.approver,
    serviceProvider: roles.serviceProvider,
    platformAddress: roles.platformAddress,
    releaseSigner: roles.releaseSigner,
    disputeResolver: roles.disputeResolver,
    receiver: roles.receiver,
  };
}

function total(milestones: DeployRequest['milestones']): unknown {
  const units = milestones.reduce((sum, { amount }) => sum + (toBaseUnits(amount, DECIMALS) as bigint), 0n);
  return exactNumber(fromBaseUnits(units, DECIMALS));
}

function unsupported({ receiverMemo = '0', trustline }: DeployRequest): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (receiverMemo !== '0') {
    problems.push({ path: 'receiverMemo', problem: 'cannot be given to this escrow service; leave it out' });
  }
  if (trustline.decimals !== MULTIPLIER) {
    const problem = `is ${trustline.decimals}, but this escrow service only takes tokens with ${DECIMALS} decimals; write ${MULTIPLIER}, or choose another token`;
    problems.push({ path: 'trustline.decimals', problem });
  }
  return problems;
}

function unnamed(address: string, network: Network): FieldProblem {
  const token = knownToken(network, address);
  const problem =
    token !== undefined
      ? `is ${token.code}, and it is not known how this escrow service wants it named; choose a token that an account issued`
      : decodeStrKey(address)?.kind === 'contract'
        ? 'is not the contract of a Stellar asset whose code and issuer are known here, and this escrow service needs both; choose a token that an account issued'
        : 'is an issuer whose token is not known here; give the token’s contract (C…), from which its code and issuer are known';
  return { path: 'trustline.address', problem };
}
