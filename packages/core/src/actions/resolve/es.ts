import type { StepWords } from '../words.ts';

export const resolve: StepWords = {
  title: 'Decidir una disputa',
  label: 'Decidir',
  verb: 'decidir la disputa',
  preposition: 'sobre',
  turn: 'decide la disputa',
  does: 'decidir la disputa sobre',
  function: 'el árbitro decida una disputa',
  transaction: 'la decisión de una disputa',
  limits: ({ left }) => [
    'No se puede deshacer.',
    ...(left === undefined
      ? []
      : [
          `Quedan ${left} en el depósito. Lo que no necesite otro hito solo lo puede retirar el árbitro, y también de eso se descuentan comisiones.`,
        ]),
  ],
  headline: ({ shares }) => shares,
  settled: 'La disputa está decidida',
  did: (milestone, amount) =>
    `Se decidió la disputa${milestone === undefined ? '' : ` sobre el hito ${milestone}`}; se pagó ${amount ?? 'dinero'}.`,
  life: {
    does: 'decide la disputa',
    youDo: 'decida la disputa. Diga cómo repartir el dinero donde pidió esto',
    ask: 'por favor, decida la disputa',
  },
};
