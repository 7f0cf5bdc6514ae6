/** What the pages say in English, beside the words of core. Every other language says the same (`PageWords`). */
import { page } from './en/page.ts';
import { panel } from './en/panel.ts';
import { status } from './en/status.ts';

export const en = {
  escrows: {
    title: 'My escrows',
  },
  page,
  panel,
  status,
};

export type PageWords = typeof en;
