/** Errors with their fields and differences in words, and what is printed where a process cannot start. */
import type { DifferenceText } from '../errors/differences.ts';
import { type CountersignError, ERROR_CATALOGUE, type ErrorReader, type ErrorView } from '../errors/errors.ts';
import { type FieldText, isProblem } from '../errors/problems.ts';
import { deskWordsOf, problemText, wordsOf } from './all.ts';
import type { Language } from './language.ts';

export { problemText };

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
    return [{ path: wordsOf(language).fieldText(path), problem: problemText(problem, language), written: path }];
  });
}

/** An error as a program gets it, with the paths of its input. */
export type SpokenView = Omit<ErrorView, 'fields' | 'differences'> & {
  /** Of all its texts, where they are not English. */
  readonly language?: Language;
  readonly fields?: readonly FieldText[];
  readonly differences?: readonly DifferenceText[];
};

export function spokenView(error: CountersignError, language: Language, reader?: ErrorReader): SpokenView {
  const { fields, differences, ...view } = error.toView(reader);
  const { code, remedy, retryAfterMs } = view;
  const isUsual = code === 'RATE_LIMITED' && remedy === ERROR_CATALOGUE[code].remedy;
  const spoken = spokenFields(error, language).map(({ path, problem, written = path }) => ({ path: written, problem }));
  return {
    ...view,
    ...(language !== 'en' && { ...wordsOf(language).errorWords(error), language }),
    ...(isUsual && retryAfterMs !== undefined && { remedy: deskWordsOf(language).retryText(retryAfterMs) }),
    ...(fields && { fields: spoken }),
    ...(differences && { differences: differences.map(wordsOf(language).differenceText) }),
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
