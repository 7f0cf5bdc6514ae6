/** What the pages say in Spanish. */
import type { PageWords } from './en.ts';
import { afterwards } from './es/afterwards.ts';
import { escrows } from './es/escrows.ts';
import { signers } from './es/signers.ts';
import { ways } from './es/ways.ts';

export const es: PageWords = { afterwards, escrows, signers, ways };
