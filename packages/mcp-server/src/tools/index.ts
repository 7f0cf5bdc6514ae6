import { NETWORKS } from '@countersign/core/network';
import { type Abilities, abilitiesOf } from '@countersign/core/settings/abilities';
import { addTrustline } from './add-trustline.ts';
import { deployEscrow } from './deploy-escrow.ts';
import { discardEscrow } from './discard-escrow.ts';
import { explainXdr } from './explain-xdr.ts';
import { findEscrows } from './find-escrows.ts';
import { fundEscrow } from './fund-escrow.ts';
import { getBalances } from './get-balances.ts';
import { getEscrow } from './get-escrow.ts';
import { getTransaction } from './get-transaction.ts';
import { type ListedTool, listTool } from './listed-tool.ts';
import { prepareAction } from './prepare-action.ts';
import { resolveDispute } from './resolve-dispute.ts';
import { submitSignedXdr } from './submit-signed-xdr.ts';
import type { Tool } from './tool.ts';
import { updateEscrow } from './update-escrow.ts';

/** In the order in which a person meets them. */
export const TOOLS: readonly Tool[] = [
  deployEscrow,
  addTrustline,
  fundEscrow,
  prepareAction,
  resolveDispute,
  updateEscrow,
  submitSignedXdr,
  getTransaction,
  discardEscrow,
  findEscrows,
  getEscrow,
  getBalances,
  explainXdr,
];

/** The default sandbox. */
export const DEFAULT_SANDBOX = abilitiesOf({
  network: NETWORKS.sandbox,
  serviceUrl: undefined,
  rpcUrls: [],
  withoutRpc: false,
});

/** The list of an installation; that of the default sandbox is the content of tools.json. */
export function listedTools(can: Abilities = DEFAULT_SANDBOX): readonly ListedTool[] {
  return TOOLS.filter(({ isOffered }) => isOffered?.(can) ?? true).map((tool) => listTool(tool, can));
}
