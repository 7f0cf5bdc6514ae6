/** Translates field problems, which are always written in English, into the reader's language. */
import { CountersignError } from '../errors/errors.ts';
import type { DeskWords } from '../words/desk-words.ts';

/** @returns what to throw */
export function fieldsIn({ language, fieldProblemText }: DeskWords, thrown: unknown): unknown {
  if (language === 'en' || !(thrown instanceof CountersignError) || thrown.fields === undefined) return thrown;
  const fields = thrown.fields.map(({ path, problem }) => ({ path, problem: fieldProblemText(problem) }));
  return thrown.withFields(fields, language);
}
