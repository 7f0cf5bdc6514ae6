/** What the pages say in Spanish. */
import type { PageWords } from './en.ts';
import { ways } from './es/ways.ts';

export const es: PageWords = {
  escrows: {
    title: 'Mis depósitos en garantía',
  },
  ways,
};
