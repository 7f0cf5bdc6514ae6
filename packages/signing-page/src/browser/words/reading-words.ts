/** The words with which a transaction is read. */
import { format } from '@countersign/core/text/message';
import type { ReadingWords } from '../transaction/read-view.ts';
import { core, words } from './words.ts';

export const readingWords = (): ReadingWords => ({
  summaryWords: core.summaryWords,
  youDo: (what) => format(words().deal.youDo, { what }),
  obstacleText: (unmet) => core.obstacleWords(unmet).problem,
});
