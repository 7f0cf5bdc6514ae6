/** An escrow's terms in v1's format. v1 refuses unknown fields. */
import { CountersignError, type FieldProblem, fieldProblem } from '../../../errors/errors.ts';
import { decodeStrKey } from '../../../escrow/index.ts';
import { type Asset, assetOf, knownToken, type Network, type Release } from '../../../escrow/network.ts';
import { ROLE_NAMES } from '../../../escrow/roles.ts';
import type { StepTerms } from '../../escrow-service.ts';
import { exactNumber } from '../../http/exact-json.ts';
import { progressOf } from '../shared/progress.ts';

/** @throws CountersignError INPUT_INVALID with what v1 does not support */
export function updatedEscrow(terms: StepTerms, release: Release, network: Network): object {
  const asset = assetOf(network, terms.token) ?? terms.asset;
  const problems = [...memoProblem(terms.receiverMemo), ...assetProblem(asset, terms.token, network)];
  if (asset === undefined || problems.length > 0) throw new CountersignError('INPUT_INVALID', { fields: problems });
  return escrowBody(terms, release, asset);
}

/** Leaves out a milestone's initial progress, which a deploy must not contain. */
export function escrowBody(terms: Omit<StepTerms, 'token'>, release: Release, asset: Asset): object {
  // In the order of v1's own documents.
  const { receiver, ...roles } = Object.fromEntries(ROLE_NAMES.map((name) => [name, terms.roles[name]]));
  const { engagementId, title, description, milestones } = terms;
  const platformFee = exactNumber(terms.platformFee);
  // In v1 `address` is the issuer. It accepts a contract there too, but then cannot fund the escrow.
  const trustline = { address: asset.issuer, symbol: asset.code };
  return release === 'single'
    ? {
        ...{ engagementId, title, description, amount: number(terms.amount), platformFee },
        roles: { ...roles, receiver },
        milestones: milestones.map(({ flags, ...milestone }) => ({
          description: milestone.description,
          ...progressOf({ ...milestone, flags: {} }),
          ...(flags.approved === true ? { approved: true } : {}),
        })),
        trustline,
      }
    : {
        ...{ engagementId, title, description, platformFee, roles },
        milestones: milestones.map((milestone) => ({
          description: milestone.description,
          amount: number(milestone.amount),
          receiver: milestone.receiver,
          ...progressOf(milestone),
        })),
        trustline,
      };
}

const number = (decimal: string | undefined): unknown => (decimal === undefined ? undefined : exactNumber(decimal));

export function memoProblem(receiverMemo = '0'): FieldProblem[] {
  return receiverMemo === '0' ? [] : [fieldProblem('receiverMemo', 'MEMO_NOT_TAKEN')];
}

/** @param asset of the token, if it is known */
export function assetProblem(asset: Asset | undefined, address: string, network: Network): FieldProblem[] {
  if (asset !== undefined) return [];
  const token = knownToken(network, address);
  if (token !== undefined) return [fieldProblem('trustline.address', 'UNNAMED_ASSET', { code: token.code })];
  const isContract = decodeStrKey(address)?.kind === 'contract';
  return [fieldProblem('trustline.address', isContract ? 'UNKNOWN_ASSET_CONTRACT' : 'UNKNOWN_ASSET_ISSUER')];
}
