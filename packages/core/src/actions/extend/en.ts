import type { StepWords } from '../words.ts';

export const extend: StepWords = {
  title: 'Keep the escrow alive',
  verb: 'keep it alive',
  turn: 'keeps it alive',
  does: 'extend the life of',
  function: 'the platform keeps the contract’s entries alive',
  transaction: 'an extension',
  limits: () => ['It moves no money and changes no terms. The network fee pays for the time.'],
  headline: () => 'Keep the escrow on the ledger for longer',
  settled: 'The escrow is kept alive',
  did: () => 'The escrow was kept alive on the ledger. No money moved.',
};
