/** What the pages say in English, beside the words of core. Every other language says the same (`PageWords`). */
import { signers } from './en/signers.ts';

export const en = {
  escrows: {
    title: 'My escrows',
  },
  signers,
};

export type PageWords = typeof en;
