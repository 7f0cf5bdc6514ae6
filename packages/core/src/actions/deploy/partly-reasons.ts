/** Why a deploy that contradicts nothing is only partly verified: what is not pinned, and what its kind does not store. */
import { type Network, tokenDecimals } from '../../escrow/network.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { Reason } from '../../words/reasons.ts';

/** @returns none where it is verified */
export function partlyReasons({ factory, wasmHash, kind, escrow, elsewhere }: ReadDeploy, network: Network): Reason[] {
  const { address, multiplier } = escrow.trustline;
  const reasons: Reason[] = [];
  if (network.factory === undefined) reasons.push({ code: 'FACTORY_NOT_PINNED', params: { factory } });
  if (network.wasmHash === undefined) reasons.push({ code: 'CODE_NOT_PINNED', params: { code: wasmHash } });
  if (!kind.isInterfaceKind) {
    reasons.push({ code: 'OTHER_KIND', params: { generation: kind.generation, release: kind.release } });
  }
  if (tokenDecimals(network, address) === undefined) {
    reasons.push({ code: 'TOKEN_NOT_ASKED', params: { token: address, stored: multiplier !== undefined } });
  }
  if (escrow.amount !== undefined) reasons.push({ code: 'ONE_AMOUNT_FOR_ALL', params: {} });
  if (elsewhere !== undefined) reasons.push({ code: 'ADDRESS_IN_DOUBT', params: { elsewhere } });
  return reasons;
}
