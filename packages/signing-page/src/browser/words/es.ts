/** What the pages say in Spanish. */
import type { PageWords } from './en.ts';
import { page } from './es/page.ts';
import { panel } from './es/panel.ts';
import { status } from './es/status.ts';

export const es: PageWords = {
  escrows: {
    title: 'Mis depósitos en garantía',
  },
  page,
  panel,
  status,
};
