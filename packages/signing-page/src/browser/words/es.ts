/** What the pages say in Spanish. */
import type { PageWords } from './en.ts';
import { afterwards } from './es/afterwards.ts';
import { deal } from './es/deal.ts';
import { escrows } from './es/escrows.ts';
import { page } from './es/page.ts';
import { panel } from './es/panel.ts';
import { prove } from './es/prove.ts';
import { signers } from './es/signers.ts';
import { status } from './es/status.ts';
import { ways } from './es/ways.ts';

export const es: PageWords = { afterwards, deal, escrows, page, panel, prove, signers, status, ways };
