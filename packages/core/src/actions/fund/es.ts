import type { OpeningWords } from '../words.ts';

export const afterwards: OpeningWords = {
  next: (escrow) => `El pago llegó ${escrow === undefined ? 'al depósito en garantía' : `a ${escrow}`}.`,
  already: (escrow, hash) => ({
    message: `Este pago a ${escrow} ya quedó registrado (transacción ${hash}).`,
    remedy: 'Consulte el saldo del depósito en garantía.',
  }),
};
