import type { StepWords } from '../words.ts';

export const dispute: StepWords = {
  title: 'Open a dispute',
  label: 'Dispute',
  verb: 'open a dispute',
  preposition: 'over',
  turn: 'opens a dispute',
  does: 'open a dispute over',
  function: 'the approver, service provider, platform, release signer or receiver opens a dispute',
  transaction: 'a dispute',
  limits: ({ roles }) => [
    `It moves no money: the dispute resolver (${roles.disputeResolver}) alone decides who gets it, and when.`,
    'It stores no reason on the ledger. Nobody but the resolver can end it.',
  ],
  headline: ({ what, resolver }) =>
    `Dispute ${what}: ${resolver} ${resolver === 'you' ? 'decide' : 'decides'} who gets the money`,
  settled: 'The dispute is open',
  did: (milestone) =>
    `A dispute was opened${milestone === undefined ? '' : ` over milestone ${milestone}`}. No money moved.`,
};
