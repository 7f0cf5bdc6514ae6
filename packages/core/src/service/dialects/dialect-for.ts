import type { Network } from '../../escrow/network.ts';
import type { Dialect } from './dialect.ts';
import { seedDialect } from './seed/seed-dialect.ts';
import { v1Dialect } from './v1/v1-dialect.ts';

/** How the escrow service of a network is spoken to. */
export function dialectFor(network: Network): Dialect {
  return network.dialect === 'v1' ? v1Dialect(network) : seedDialect;
}
