/** What the pages say in English, beside the words of core. Every other language says the same (`PageWords`). */
import { escrows } from './en/escrows.ts';

export const en = { escrows };

export type PageWords = typeof en;
