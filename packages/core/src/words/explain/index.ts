/** The explanation of a transaction in one language, in parts. */

import type { DeskLanguage } from '../desk/language.ts';
import { contractWords } from './contracts.ts';
import { operationWords } from './operations.ts';
import { transactionWords } from './transaction.ts';

export type ExplainWords = ReturnType<typeof createExplainWords>;

export const createExplainWords = (language: DeskLanguage) => ({
  core: language.core,
  ...transactionWords(language),
  ...operationWords(language),
  ...contractWords(language),
});
