/** Keys that find a request again: the same request, the same terms, or a version of the same escrow. */
import { createHash } from 'node:crypto';
import { actionOf } from '../../actions/actions.ts';
import type { Network } from '../../escrow/network.ts';
import { isOfEscrowPage } from './escrow-page.ts';
import { isLocal, type Person, personKey } from './person.ts';
import type { ActionRequest } from './requests.ts';

export type Keys = {
  /** Equal for equal requests of one signer, of any owner. */
  readonly terms: string;
  /** Equal for equal requests of one owner. */
  readonly request: string;
  /** Equal for the versions of one escrow: one owner, signer and engagement id; or of one payment, however it is made. */
  readonly series?: string;
  /** Equal for one signer and engagement id, of any owner. */
  readonly engagement?: string;
};

export function keysOf({ action, request }: ActionRequest, network: Network, owner: Person): Keys {
  const hash = createHash('sha256');
  for (const part of [network.passphrase, request.signer]) hash.update(`${part}\n`);
  const terms = hash.update(actionOf(action).identity(request as never, network)).digest('hex');
  return { terms, request: requestKeyOf(terms, owner), ...seriesOf({ action, request, owner }) };
}

/** The part of the keys that costs nothing to make. */
export function seriesOf({
  action,
  request,
  owner,
}: Pick<ActionRequest, 'action' | 'request'> & { readonly owner: Person }): Pick<Keys, 'series' | 'engagement'> {
  const whose = [owner.tenant, owner.id, request.signer];
  if ('engagementId' in request) {
    const { signer, engagementId } = request;
    return { series: JSON.stringify([...whose, engagementId]), engagement: JSON.stringify([signer, engagementId]) };
  }
  if (!('escrow' in request)) return {};
  // A corrected step of the same milestone is a newer version of it.
  if ('state' in request) {
    // What a stranger has prepared for a wallet must not replace what that wallet's person has.
    if (isOfEscrowPage(owner)) return {};
    const { escrow, milestone = 0 } = request as typeof request & { readonly milestone?: number };
    return { series: JSON.stringify([...whose, action, escrow, milestone]) };
  }
  const { escrow, amount, trustline } = request;
  return { series: JSON.stringify([...whose, 'pays', escrow, amount, trustline.decimals]) };
}

/** The local person's keys have no owner in them, as before there were owners. */
function requestKeyOf(terms: string, owner: Person): string {
  if (isLocal(owner)) return terms;
  return createHash('sha256')
    .update(`${personKey(owner)}\n${terms}`)
    .digest('hex');
}
