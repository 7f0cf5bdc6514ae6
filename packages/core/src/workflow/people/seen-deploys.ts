/** Deploys at an address, as far as the caller may see them. */
import type { DeskContext } from '../context.ts';
import type { PreparedDeploy, PreparedTransaction } from '../model/requests.ts';
import { findSeen, type RightContext } from './access.ts';

/** Deploys at an address that the caller may see. */
export type SeenDeploy = { readonly transaction: PreparedTransaction; readonly prepared: PreparedDeploy };

/** Of several deploys at an address that the caller may see: the one that settled, else one that has not ended. */
export async function deployAt(context: DeskContext, contractId: string): Promise<PreparedDeploy | undefined> {
  const seen = await seenDeploysAt(context, contractId);
  const best =
    seen.find(({ transaction }) => transaction.state === 'settled') ??
    seen.find(({ prepared }) => prepared.end === undefined) ??
    seen[0];
  return best?.prepared;
}

/** Newest first. */
export async function seenDeploysAt(context: RightContext, contractId: string): Promise<readonly SeenDeploy[]> {
  const seen: SeenDeploy[] = [];
  for (const transaction of await context.store.findByContract('deploy', contractId)) {
    const prepared = await findSeen(context, transaction.requestId);
    if (prepared?.action === 'deploy') seen.push({ transaction, prepared });
  }
  return seen;
}
