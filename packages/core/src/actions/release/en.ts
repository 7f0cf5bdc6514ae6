import type { StepWords } from '../words.ts';

export const release: StepWords = {
  title: 'Pay out',
  label: 'Pay out',
  verb: 'pay out',
  turn: 'pays out',
  does: 'pay out',
  function: 'the release signer pays out',
  transaction: 'a payout',
  limits: () => ['It cannot be taken back.'],
  headline: ({ payout }) => payout,
  settled: 'The money is paid out',
  did: (milestone, amount) =>
    `${amount ?? 'Money'} was paid out${milestone === undefined ? '' : ` for milestone ${milestone}`}.`,
  life: {
    does: 'pays it out',
    youDo: 'pay it out',
    ask: 'please pay out what is approved',
    button: (milestone) => (milestone === undefined ? 'Pay it out' : `Pay out milestone ${milestone}`),
  },
};
