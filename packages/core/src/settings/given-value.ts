import { type AddressKind, addressProblem } from '../escrow/address.ts';
import { problemText } from '../words/all.ts';

export type ProblemOf = (value: string) => string | undefined;

export type Reading = {
  readonly checked: (name: string, problemOf: ProblemOf) => string | undefined;
  readonly oneOf: <Value extends string>(name: string, values: readonly Value[], otherwise: Value) => Value;
  readonly report: (name: string, problem: string | undefined) => void;
};

/** A host without a value for a setting may pass its own placeholder on. */
const PLACEHOLDER = /^\$\{user_config\.[\w.-]*\}$/;

export function givenValue(value: string | undefined): string | undefined {
  const text = value?.trim() ?? '';
  return text === '' || PLACEHOLDER.test(text) ? undefined : text;
}

/** @param problem of a value that is not right, in words that do not repeat it */
export const problemUnless =
  (isRight: (value: string) => boolean, problem: string): ProblemOf =>
  (value) =>
    isRight(value) ? undefined : problem;

/** What is wrong with a text as a credential; undefined if a header can carry it. */
export const credentialProblem = problemUnless(
  (text) => /^[\x21-\x7e]{1,4096}$/.test(text),
  'is empty, too long or holds characters (white space, perhaps) that no HTTP header can carry',
);

/** @param what it is, with a comma after it */
export const wholeNumberProblem = (most: number, what = ''): ProblemOf =>
  problemUnless(
    (value) => /^\d+$/.test(value) && value.length <= `${most}`.length && Number(value) >= 1 && Number(value) <= most,
    `is not ${what}a whole number from 1 to ${most}`,
  );

/** Requests a minute. */
export const rateLimitProblem = wholeNumberProblem(100_000);

/** Settings are the operator's, so their problems are in English. */
export function notAddress(...kinds: readonly AddressKind[]): ProblemOf {
  return (value) => {
    const problem = addressProblem(value, kinds);
    return problem === undefined ? undefined : problemText(problem, 'en');
  };
}
