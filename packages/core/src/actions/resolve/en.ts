import type { StepWords } from '../words.ts';

export const resolve: StepWords = {
  title: 'Decide a dispute',
  label: 'Decide',
  verb: 'decide the dispute',
  preposition: 'over',
  turn: 'decides the dispute',
  does: 'decide the dispute over',
  function: 'the dispute resolver decides a dispute',
  transaction: 'the decision of a dispute',
  limits: () => ['It cannot be taken back.'],
  headline: ({ payout }) => payout,
  settled: 'The dispute is decided',
  did: (milestone, amount) =>
    `A dispute${milestone === undefined ? '' : ` over milestone ${milestone}`} was decided; ${amount ?? 'money'} was paid out.`,
  life: {
    does: 'decides the dispute',
    youDo: 'decide the dispute. Say how to share the money out where you asked for this',
    ask: 'please decide the dispute',
  },
};
