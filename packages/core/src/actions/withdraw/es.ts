import type { StepWords } from '../words.ts';

export const withdraw: StepWords = {
  title: 'Retirar lo que queda',
  label: 'Retirar',
  verb: 'retirar lo que queda',
  turn: 'retira lo que queda',
  does: 'retirar lo que queda en',
  function: 'el árbitro retire lo que queda',
  transaction: 'un retiro',
  limits: ({ disputed }) => [
    'No se puede deshacer. Lo que consta en el depósito sigue igual; también de esto se descuentan comisiones.',
    ...(disputed.length === 0 ? [] : [disputedLine(disputed)]),
  ],
  headline: ({ payout }) => payout,
  settled: 'Se retiró lo que quedaba',
  did: (_, amount) => `Se retiró ${amount ?? 'dinero'}.`,
  life: {
    does: 'lo retira',
    youDo: 'retírelo. Diga para quién donde pidió esto',
    ask: 'por favor, retire lo que queda',
  },
};

function disputedLine(disputed: readonly number[]): string {
  const which = disputed.length === 1 ? `El hito ${disputed[0]} sigue` : `Los hitos ${disputed.join(', ')} siguen`;
  return `${which} en disputa: lo que se retira ya no estará cuando se decida.`;
}
