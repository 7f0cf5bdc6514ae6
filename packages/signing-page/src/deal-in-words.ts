/** The page's own reading of a transaction, where there is no browser. */

import './browser/words/en.ts';
import { sentencesOf } from './browser/deal/headline.ts';
import { peopleOf } from './browser/deal/people.ts';
import type { Reading } from './browser/transaction/read-view.ts';
import { readView } from './browser/transaction/read-view.ts';
import { readingWords } from './browser/words/reading-words.ts';
import type { PageView } from './page-view.ts';

export type { PageView } from './page-view.ts';

/** @returns whether the transaction matches the request, and the sentences that the page then shows first, in English */
export function dealInWords(
  view: PageView,
  names: PageView['names'],
): { readonly kind: Reading['kind']; readonly sentences: readonly string[] } {
  const reading = readView(view, view.now, readingWords());
  if (reading.kind !== 'match') return { kind: reading.kind, sentences: [] };
  const { kind, summary } = reading;
  return { kind, sentences: sentencesOf(summary, peopleOf(summary, names ?? [], view.judgement, undefined)) };
}
