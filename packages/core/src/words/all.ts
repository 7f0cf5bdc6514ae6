/** The words of all languages, for servers. A page loads only its own language, and nothing of the desk. */

import spanishErrors from '../errors/messages/errors.es.json' with { type: 'json' };
import englishProblems from '../errors/messages/problems.en.json' with { type: 'json' };
import spanishProblems from '../errors/messages/problems.es.json' with { type: 'json' };
import type { Problem } from '../errors/problems.ts';
import { type DeskMessages, deskMessages } from './catalogue.ts';
import { createWords } from './core.ts';
import { createDeskWords, type DeskWords } from './desk/index.ts';
import * as en from './en.ts';
import { createExplainWords, type ExplainWords } from './explain/transaction.ts';
import type { Language, Words } from './language.ts';
import spanishCore from './messages/core.es.json' with { type: 'json' };
import englishDesk from './messages/desk.en.json' with { type: 'json' };
import spanishDesk from './messages/desk.es.json' with { type: 'json' };
import spanishSteps from './messages/steps.es.json' with { type: 'json' };
import { problemText as textOf } from './problem-text.ts';

export type { DeskWords, ExplainWords };

const LANGUAGES: Readonly<Record<Language, ReturnType<typeof wordsOfServer>>> = {
  en: wordsOfServer(en, deskMessages(englishDesk, englishProblems)),
  es: wordsOfServer(
    createWords({ core: spanishCore, steps: spanishSteps, errors: spanishErrors }),
    deskMessages(spanishDesk, spanishProblems),
  ),
};

function wordsOfServer(core: Words, messages: DeskMessages) {
  const language = { messages, core };
  return {
    core,
    desk: createDeskWords(language),
    explain: createExplainWords(language),
    problemText: (problem: Problem) => textOf(language, problem),
  };
}

/** @example wordsOf(languageOf('es-419')).ROLE_WORDS.disputeResolver // Árbitro */
export const wordsOf = (language: Language): Words => LANGUAGES[language].core;

/** The desk's words in English. */
export const ENGLISH: DeskWords = LANGUAGES.en.desk;
export const deskWordsOf = (language: Language): DeskWords => LANGUAGES[language].desk;

export const explainWordsOf = (language: Language): ExplainWords => LANGUAGES[language].explain;

/** @example problemText({ code: 'MISSING', params: {} }, 'es') // falta */
export const problemText = (problem: Problem, language: Language): string => LANGUAGES[language].problemText(problem);
