import type { StepWords } from '../words.ts';

export const update: StepWords = {
  title: 'Change the terms',
  verb: 'change the terms',
  turn: 'changes the terms',
  does: 'change the terms of',
  function: 'the platform changes the terms',
  transaction: 'a change of terms',
  limits: () => ['It moves no money. The others are not asked: it applies as soon as it has settled.'],
  headline: ({ changes }) => changes,
  settled: 'The terms are changed',
  did: () => 'The terms of the escrow were changed. No money moved.',
};
