/** What the pages say in Spanish. */
import type { PageWords } from './en.ts';
import { afterwards } from './es/afterwards.ts';

export const es: PageWords = {
  afterwards,
  escrows: {
    title: 'Mis depósitos en garantía',
  },
};
