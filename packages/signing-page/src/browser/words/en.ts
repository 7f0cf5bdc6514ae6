/** What the pages say in English, beside the words of core. Every other language says the same (`PageWords`). */
import { ways } from './en/ways.ts';

export const en = {
  escrows: {
    title: 'My escrows',
  },
  ways,
};

export type PageWords = typeof en;
