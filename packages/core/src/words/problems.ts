/** Errors with their fields and differences in words, and what is printed where a process cannot start. */
import type { DifferenceText } from '../errors/differences.ts';
import type { CountersignError, ErrorReader, ErrorView } from '../errors/errors.ts';
import { type FieldText, isProblem, type Problem } from '../errors/problems.ts';
import { differenceText as englishDifference } from './en/errors.ts';
import { fieldText as englishField } from './en/field-names.ts';
import { problemText as englishProblem } from './en/problems.ts';
import { differenceText as spanishDifference } from './es/errors.ts';
import { fieldText as spanishField } from './es/field-names.ts';
import { problemText as spanishProblem } from './es/problems.ts';
import type { Language } from './language.ts';

const PROBLEMS: Readonly<Record<Language, (problem: Problem) => string>> = { en: englishProblem, es: spanishProblem };
const FIELDS: Readonly<Record<Language, (path: string) => string>> = { en: englishField, es: spanishField };
const DIFFERENCES = { en: englishDifference, es: spanishDifference } as const;

/** @example problemText({ code: 'MISSING', params: {} }, 'es') // falta */
export const problemText = (problem: Problem, language: Language): string => PROBLEMS[language](problem);

/** A field of an error in words. `written` is its path in the input, which programs need; absent where it has none. */
export type SpokenField = FieldText & { readonly written?: string };

/** What is wrong with the fields, for a person. A text in another language is left out: the message says the same. */
export function spokenFields(
  { fields = [], language: spoken = 'en' }: Pick<CountersignError, 'fields' | 'language'>,
  language: Language,
): readonly SpokenField[] {
  return fields.flatMap((field): SpokenField[] => {
    if (!isProblem(field)) return spoken === language ? [field] : [];
    const { path, problem } = field;
    return [{ path: FIELDS[language](path), problem: PROBLEMS[language](problem), written: path }];
  });
}

/** An error as a program gets it, with the paths of its input. */
export type SpokenView = Omit<ErrorView, 'fields' | 'differences'> & {
  readonly fields?: readonly FieldText[];
  readonly differences?: readonly DifferenceText[];
};

export function spokenView(error: CountersignError, language: Language, reader?: ErrorReader): SpokenView {
  const { fields, differences, ...view } = error.toView(reader);
  const spoken = spokenFields(error, language).map(({ path, problem, written = path }) => ({ path: written, problem }));
  return {
    ...view,
    ...(fields === undefined ? {} : { fields: spoken }),
    ...(differences === undefined ? {} : { differences: differences.map(DIFFERENCES[language]) }),
  };
}

/** What a process that cannot start prints, without a stack: one line for each invalid setting; else what happened and what to do. */
export function startFailureText(error: CountersignError): string {
  const { code, message, operatorRemedy: remedy, fields } = error;
  const lines =
    fields === undefined || code === 'SECRET_REFUSED'
      ? [`${code === 'SECRET_REFUSED' ? `${code}: ` : ''}${message} ${remedy}`]
      : spokenFields(error, 'en').map(({ path, problem }) => `${path} ${problem}.`);
  return lines.map((line) => `${line}\n`).join('');
}
