/** The platform keeps the contract's entries from being archived for longer. */
import { u32 } from '../../kinds/layout.ts';
import { NO_PAYMENT, type Step } from '../steps/step.ts';

/** A ledger closes about every five seconds. */
export const LEDGERS_A_DAY = 17_280;

export const extend: Step<'extend'> = {
  name: 'extend',
  signers: ({ escrow }) => [{ role: 'platformAddress', address: escrow.roles.platformAddress }],
  obstacles: () => [],
  given: (_, { days }) => ({ ledgers: u32.write(days * LEDGERS_A_DAY) }),
  effect: ({ escrow }) => ({ after: escrow, ...NO_PAYMENT }),
};
