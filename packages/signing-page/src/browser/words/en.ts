/** What the pages say in English, beside the words of core. Every other language says the same (`PageWords`). */
import { afterwards } from './en/afterwards.ts';
import { deal } from './en/deal.ts';
import { escrows } from './en/escrows.ts';
import { page } from './en/page.ts';
import { panel } from './en/panel.ts';
import { signers } from './en/signers.ts';
import { status } from './en/status.ts';
import { ways } from './en/ways.ts';

export const en = { afterwards, deal, escrows, page, panel, signers, status, ways };

export type PageWords = typeof en;
