import type { OpeningWords } from '../words.ts';

export const afterwards: OpeningWords = {
  next: () => 'The account can hold the token now.',
  already: (_, hash) => ({
    message: `This trustline was added already (transaction ${hash}).`,
    remedy: 'Nothing needs to be done: the account can hold the token.',
  }),
};
