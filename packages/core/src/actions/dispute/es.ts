import type { StepWords } from '../words.ts';

export const dispute: StepWords = {
  title: 'Abrir una disputa',
  label: 'Disputar',
  verb: 'abrir una disputa',
  preposition: 'sobre',
  turn: 'abre una disputa',
  does: 'abrir una disputa sobre',
  function: 'alguna de las partes abra una disputa',
  transaction: 'una disputa',
  limits: ({ roles }) => [
    `No mueve dinero: solo el árbitro (${roles.disputeResolver}) decide quién lo recibe, y cuándo.`,
    'No guarda ningún motivo en la red. Solo el árbitro puede terminarla.',
  ],
  headline: ({ what, resolver }) => `Disputa sobre el ${what}: ${resolver} decide quién recibe el dinero`,
  settled: 'La disputa está abierta',
  did: (milestone) =>
    `Se abrió una disputa${milestone === undefined ? '' : ` sobre el hito ${milestone}`}. No se movió dinero.`,
};
