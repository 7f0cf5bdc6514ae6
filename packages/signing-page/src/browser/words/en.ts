/** What the pages say in English, beside the words of core. Every other language says the same (`PageWords`). */
import { deal } from './en/deal.ts';
import { page } from './en/page.ts';
import { panel } from './en/panel.ts';
import { status } from './en/status.ts';

export const en = {
  escrows: {
    title: 'My escrows',
  },
  deal,
  page,
  panel,
  status,
};

export type PageWords = typeof en;
