import type { StepWords } from '../words.ts';

export const update: StepWords = {
  title: 'Cambiar las condiciones',
  verb: 'cambiar las condiciones',
  turn: 'cambia las condiciones',
  does: 'cambiar las condiciones de',
  function: 'la plataforma cambie las condiciones',
  transaction: 'un cambio de condiciones',
  limits: () => ['No mueve dinero. No se pregunta a los demás: vale en cuanto se confirma.'],
  headline: ({ changes }) => changes,
  settled: 'Las condiciones cambiaron',
  did: () => 'Se cambiaron las condiciones del depósito. No se movió dinero.',
};
