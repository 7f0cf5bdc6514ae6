import type { OpeningWords } from '../words.ts';

export const afterwards: OpeningWords = {
  next: () => 'Fund it with fund_escrow; get_balances shows what it holds.',
  already: (escrow, hash) => ({ message: `This escrow is settled already, at ${escrow} (transaction ${hash}).` }),
};
