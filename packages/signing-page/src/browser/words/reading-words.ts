/** The words with which a transaction is read. */
import { format } from '@countersign/core/text/message';
import type { ReadingWords } from '../transaction/read-view.ts';
import { obstacleWords, summaryWords } from './core-words.ts';
import { words } from './words.ts';

export const readingWords = (): ReadingWords => ({
  summaryWords,
  youDo: (what) => format(words().deal.youDo, { what }),
  obstacleText: (unmet) => obstacleWords(unmet).problem,
});
