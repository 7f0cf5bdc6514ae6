import type { StepWords } from '../words.ts';

export const changeStatus: StepWords = {
  title: 'Report progress',
  label: 'Report',
  verb: 'report progress',
  preposition: 'on',
  turn: 'reports progress',
  does: 'report',
  function: 'the service provider reports how far a milestone is',
  transaction: 'a progress report',
  limits: ({ roles }) => [
    `It pays nobody: the approver (${roles.approver}) approves, then the release signer pays out.`,
  ],
  headline: ({ what }) => `Report progress on ${what}`,
  settled: 'The progress is reported',
  did: (milestone) => `Milestone ${milestone} was reported. No money moved.`,
  life: {
    does: 'says when the work is done',
    youDo: 'say when the work is done',
    ask: 'please report the work when it is done',
    button: (milestone = 1) => `Report milestone ${milestone} as done`,
  },
};
