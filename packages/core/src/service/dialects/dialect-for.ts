import type { DialectName, Network } from '../../escrow/network.ts';
import type { Dialect } from './dialect.ts';
import { sandboxDialect, seedDialect } from './seed/seed-dialect.ts';
import { v1Dialect } from './v1/v1-dialect.ts';

const DIALECTS: Readonly<Record<DialectName, (network: Network) => Dialect>> = {
  // Only our own seed service has more than docs/interface.md.
  seed: ({ name }) => (name === 'sandbox' ? sandboxDialect : seedDialect),
  v1: v1Dialect,
};

/** The dialect of a network's escrow service. */
export const dialectFor = (network: Network): Dialect => DIALECTS[network.dialect ?? 'seed'](network);
