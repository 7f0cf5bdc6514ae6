import type { Network } from '../../escrow/network.ts';
import type { Dialect } from './dialect.ts';
import { sandboxDialect, seedDialect } from './seed/seed-dialect.ts';
import { v1Dialect } from './v1/v1-dialect.ts';

/** The dialect of a network's escrow service. Only our own seed service has more than docs/interface.md. */
export function dialectFor(network: Network): Dialect {
  if (network.dialect === 'v1') return v1Dialect(network);
  return network.name === 'sandbox' ? sandboxDialect : seedDialect;
}
