/** A deploy of any kind that may be offered, as a person should see it. */

import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import type { Network } from '../../escrow/network.ts';
import type { AnyDeploy } from '../../kinds/read-any-deploy.ts';
import type { Summary } from '../summary-schema.ts';
import { summariseOther } from './summarise-other.ts';
import { summarise } from './summary.ts';

/**
 * @param reasons why it is only partly verified; none when it is verified
 * @param multiplier the request's unit multiplier, for a kind that stores none on chain
 */
export function summariseAny(
  read: ReadTransaction,
  deploy: AnyDeploy,
  network: Network,
  reasons: readonly string[] = [],
  multiplier?: number,
): Summary {
  return deploy.generation === 'A'
    ? summarise(read, deploy, network, reasons)
    : summariseOther(read, deploy, network, reasons, multiplier);
}
