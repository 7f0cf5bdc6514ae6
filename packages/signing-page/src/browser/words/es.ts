/** What the pages say in Spanish. */
import type { PageWords } from './en.ts';

export const es: PageWords = {
  escrows: {
    title: 'Mis depósitos en garantía',
  },
};
