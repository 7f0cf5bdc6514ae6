/** Why a deploy that contradicts nothing is only partly verified: what is not pinned, and what its kind does not store. */
import { type Network, pinsOf, releasesOf, tokenDecimals } from '../../escrow/network.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { Reason } from '../../words/reasons.ts';

/** @returns none where it is verified */
export function partlyReasons({ factory, wasmHash, kind, escrow }: ReadDeploy, network: Network): Reason[] {
  const { address, multiplier } = escrow.trustline;
  const reasons: Reason[] = [];
  const pins = pinsOf(network, kind.release);
  if (pins.factory === undefined) reasons.push({ code: 'FACTORY_NOT_PINNED', params: { factory } });
  if (pins.wasmHash === undefined) reasons.push({ code: 'CODE_NOT_PINNED', params: { code: wasmHash } });
  if (!releasesOf(network).includes(kind.release)) {
    reasons.push({ code: 'OTHER_KIND', params: { generation: kind.generation, release: kind.release } });
  }
  if (tokenDecimals(network, address) === undefined) {
    reasons.push({ code: 'TOKEN_NOT_ASKED', params: { token: address, stored: multiplier !== undefined } });
  }
  return reasons;
}
