/** What the pages say in English, beside the words of core. Every other language says the same (`PageWords`). */
import { afterwards } from './en/afterwards.ts';

export const en = {
  afterwards,
  escrows: {
    title: 'My escrows',
  },
};

export type PageWords = typeof en;
