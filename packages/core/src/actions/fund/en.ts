import type { OpeningWords } from '../words.ts';

export const afterwards: OpeningWords = {
  next: (escrow) =>
    `The payment arrived${escrow === undefined ? '' : ` at ${escrow}`}; get_balances shows what the escrow holds.`,
  already: (escrow, hash) => ({
    message: `This payment to ${escrow} is settled already (transaction ${hash}).`,
    remedy: 'Read the escrow’s balance.',
  }),
};
