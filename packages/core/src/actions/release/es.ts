import type { StepWords } from '../words.ts';

export const release: StepWords = {
  title: 'Pagar',
  label: 'Pagar',
  verb: 'pagar',
  turn: 'paga',
  does: 'pagar',
  function: 'quien libera los fondos pague',
  transaction: 'un pago a quien recibe',
  limits: () => ['No se puede deshacer.'],
  headline: ({ payout }) => payout,
  settled: 'El dinero está pagado',
  did: (milestone, amount) =>
    `Se liberó el pago de ${amount ?? 'dinero'}${milestone === undefined ? '' : ` por el hito ${milestone}`}.`,
  life: {
    does: 'libera el pago',
    youDo: 'libere el pago',
    ask: 'por favor, libere el pago aprobado',
    button: (milestone) => (milestone === undefined ? 'Liberar el pago' : `Liberar el pago del hito ${milestone}`),
  },
};
