import type { OpeningWords } from '../words.ts';

export const afterwards: OpeningWords = {
  next: () => 'Ponga los fondos en el depósito en garantía.',
  already: (escrow, hash) => ({
    message: `Este depósito en garantía ya quedó registrado, en ${escrow} (transacción ${hash}).`,
  }),
};
