/**
 * What the signing page says in English, beside the words of core. Every other language says the same, and the rest
 * (`PageWords`). The English of one page, or of a part
 * that is loaded later, comes with it (`addEnglish`).
 */
import type { afterwards } from './en/afterwards.ts';
import type { deal } from './en/deal.ts';
import type { escrows } from './en/escrows.ts';
import { page } from './en/page.ts';
import { panel } from './en/panel.ts';
import type { prove } from './en/prove.ts';
import type { signers } from './en/signers.ts';
import type { status } from './en/status.ts';
import { ways } from './en/ways.ts';

export const en = { page, panel, ways };

type Later = {
  readonly afterwards: typeof afterwards;
  readonly deal: typeof deal;
  readonly escrows: typeof escrows;
  readonly prove: typeof prove;
  readonly signers: typeof signers;
  readonly status: typeof status;
};

export type PageWords = typeof en & Later;
