import type { StepWords } from '../words.ts';

export const approve: StepWords = {
  title: 'Approve',
  label: 'Approve',
  verb: 'approve',
  turn: 'approves',
  does: 'approve',
  function: 'the approver approves',
  transaction: 'an approval',
  limits: ({ roles }) => [
    `It pays nobody: the release signer (${roles.releaseSigner}) pays out, in a transaction of their own.`,
    'It cannot be taken back.',
  ],
  headline: ({ what, amount }) =>
    amount === undefined ? `Approve ${what}` : `Approve ${what}: ${amount} can be paid out`,
  settled: 'The milestone is approved',
  did: (milestone) => `Milestone ${milestone} was approved. No money moved.`,
  life: {
    does: 'looks at the work and approves it',
    youDo: 'look at the work, and approve it if it is right',
    ask: 'please look at the work, and approve it if it is right',
    button: (milestone = 1) => `Approve milestone ${milestone}`,
  },
};
