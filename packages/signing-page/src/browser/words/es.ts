/** What the pages say in Spanish. */
import type { PageWords } from './en.ts';
import { signers } from './es/signers.ts';

export const es: PageWords = {
  escrows: {
    title: 'Mis depósitos en garantía',
  },
  signers,
};
