/** Deploys at an address that the caller may see. */
import type { DeskContext } from '../context.ts';
import { findSeen } from '../people/access.ts';
import type { Offer } from '../store/offers.ts';
import type { DeployHandle } from './kept-escrow.ts';

export type SeenDeploy = { readonly offer: Offer; readonly handle: DeployHandle };

/** Newest first. */
export async function seenDeploysAt(
  context: Pick<DeskContext, 'viewer' | 'store'>,
  contractId: string,
): Promise<readonly SeenDeploy[]> {
  const seen: SeenDeploy[] = [];
  for (const offer of await context.store.findByContract('deploy', contractId)) {
    const handle = await findSeen(context, offer.handle);
    if (handle?.action === 'deploy') seen.push({ offer, handle });
  }
  return seen;
}
