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
  limits: () => ['No se puede deshacer.'],
  headline: ({ payout }) => payout,
  settled: 'La disputa está decidida',
  did: (milestone, amount) =>
    `Se decidió la disputa${milestone === undefined ? '' : ` sobre el hito ${milestone}`}; se pagó ${amount ?? 'dinero'}.`,
  life: {
    does: 'decide la disputa',
    youDo: 'decida la disputa. Diga cómo repartir el dinero donde pidió esto',
    ask: 'por favor, decida la disputa',
  },
};
