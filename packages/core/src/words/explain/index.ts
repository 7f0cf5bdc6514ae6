/** The explanation of a transaction in one language, in parts. */
import { contractWords } from './contracts.ts';
import type { ExplainLanguage } from './language.ts';
import { operationWords } from './operations.ts';
import { transactionWords } from './transaction.ts';

export type ExplainWords = ReturnType<typeof createExplainWords>;

export const createExplainWords = (language: ExplainLanguage) => ({
  core: language.core,
  ...transactionWords(language),
  ...operationWords(language),
  ...contractWords(language),
});
