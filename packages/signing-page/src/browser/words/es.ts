/** What the pages say in Spanish. */
import type { PageWords } from './en.ts';
import { afterwards } from './es/afterwards.ts';
import { escrows } from './es/escrows.ts';

export const es: PageWords = { afterwards, escrows };
