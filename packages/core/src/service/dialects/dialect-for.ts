import type { Network } from '../../escrow/network.ts';
import type { Dialect } from './dialect.ts';
import { sandboxDialect, seedDialect } from './seed/seed-dialect.ts';
import { v1Dialect } from './v1/v1-dialect.ts';

/** How the escrow service of a network is spoken to. A seed's service that is not ours has its interface and no more. */
export function dialectFor(network: Network): Dialect {
  if (network.dialect === 'v1') return v1Dialect(network);
  return network.name === 'sandbox' ? sandboxDialect : seedDialect;
}
