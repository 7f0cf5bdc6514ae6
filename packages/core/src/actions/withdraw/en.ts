import type { StepWords } from '../words.ts';

export const withdraw: StepWords = {
  title: 'Withdraw what is left',
  label: 'Withdraw',
  verb: 'withdraw what is left',
  turn: 'withdraws what is left',
  does: 'withdraw what is left in',
  function: 'the dispute resolver withdraws what is left',
  transaction: 'a withdrawal',
  limits: ({ disputed }) => [
    'It cannot be taken back. The escrow’s own record stays as it is; fees are taken off this too.',
    ...(disputed.length === 0 ? [] : [disputedLine(disputed)]),
  ],
  headline: ({ payout }) => payout,
  settled: 'What was left is withdrawn',
  did: (_, amount) => `${amount ?? 'Money'} was withdrawn.`,
  life: {
    does: 'withdraws it',
    youDo: 'withdraw it. Say to whom where you asked for this',
    ask: 'please withdraw what is left',
  },
};

function disputedLine(disputed: readonly number[]): string {
  const which = disputed.length === 1 ? `Milestone ${disputed[0]} stays` : `Milestones ${disputed.join(', ')} stay`;
  return `${which} in dispute: what is withdrawn now will be missing when that is decided.`;
}
