import type { ActionWords, OpeningWords } from '../words.ts';

export const trust = {
  transaction: 'a trustline',
  verb: 'add the trustline',
  settled: 'The trustline was added',
  outcomes: {
    settled: 'Your account can hold the token now. You can close this page.',
    rejected: 'No trustline was added.',
    accepted: '',
    unknown: 'Your signed transaction may or may not have reached the ledger. Until you know, do not sign another one.',
  },
  did: () => 'The account was opened for the token. No money moved.',
  headline: (code: string) => `Let your account hold ${code}`,
  /** What the page says of it, before it is signed. @param reserve in XLM */
  heldBack: (reserve: string) =>
    `No money moves. ${reserve} of your account is held back for as long as it can hold the token.`,
} satisfies ActionWords & Readonly<Record<string, unknown>>;

export const afterwards: OpeningWords = {
  next: () => 'The account can hold the token now.',
  already: (_, hash) => ({
    message: `This trustline was added already (transaction ${hash}).`,
    remedy: 'Nothing needs to be done: the account can hold the token.',
  }),
};
