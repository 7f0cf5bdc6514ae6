/** What the pages say in Spanish. */
import type { PageWords } from './en.ts';
import { afterwards } from './es/afterwards.ts';
import { escrows } from './es/escrows.ts';
import { ways } from './es/ways.ts';

export const es: PageWords = { afterwards, escrows, ways };
