import type { OpeningWords } from '../words.ts';

export const afterwards: OpeningWords = {
  next: () => 'La cuenta ya puede tener el token.',
  already: (_, hash) => ({
    message: `Esta línea de confianza ya se agregó (transacción ${hash}).`,
    remedy: 'No hace falta hacer nada: la cuenta puede tener el token.',
  }),
};
