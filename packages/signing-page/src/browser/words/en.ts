/**
 * What the signing page says in English, beside the words of core. Every other language says the same, and the rest
 * (`PageWords`). The English of a part that is loaded later comes with that part (`addEnglish`).
 */
import type { afterwards } from './en/afterwards.ts';
import { deal } from './en/deal.ts';
import type { escrows } from './en/escrows.ts';
import { page } from './en/page.ts';
import { panel } from './en/panel.ts';
import type { prove } from './en/prove.ts';
import { signers } from './en/signers.ts';
import { status } from './en/status.ts';
import { ways } from './en/ways.ts';

export const en = { deal, page, panel, signers, status, ways };

type Later = { readonly afterwards: typeof afterwards; readonly escrows: typeof escrows; readonly prove: typeof prove };

export type PageWords = typeof en & Later;
