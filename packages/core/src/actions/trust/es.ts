import type { OpeningWords } from '../words.ts';
import type { trust as english } from './en.ts';

export const trust: typeof english = {
  transaction: 'una línea de confianza',
  verb: 'agregar la línea de confianza',
  settled: 'Se agregó la línea de confianza',
  outcomes: {
    settled: 'Su cuenta ya puede tener el token. Puede cerrar esta página.',
    rejected: 'No se agregó ninguna línea de confianza.',
    accepted: '',
    unknown: 'La transacción que usted firmó pudo llegar o no al libro mayor. Hasta que lo sepa, no firme otra.',
  },
  did: () => 'La cuenta quedó preparada para el token. No se movió dinero.',
  headline: (code) => `Permitir que su cuenta tenga ${code}`,
  heldBack: (reserve) =>
    `No mueve dinero. Mientras la cuenta pueda tener el token, quedan retenidos ${reserve} de la cuenta.`,
};

export const afterwards: OpeningWords = {
  next: () => 'La cuenta ya puede tener el token.',
  already: (_, hash) => ({
    message: `Esta línea de confianza ya se agregó (transacción ${hash}).`,
    remedy: 'No hace falta hacer nada: la cuenta puede tener el token.',
  }),
};
