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

/** What is wrong with `text` as a credential, without repeating it; undefined if a header can carry it. */
export function credentialProblem(text: string): string | undefined {
  return /^[\x21-\x7e]{1,4096}$/.test(text)
    ? undefined
    : 'is empty, too long or holds characters (white space, perhaps) that no HTTP header can carry';
}

/** The highest number of requests a minute that an operator can set. */
const HIGHEST_RATE_LIMIT = 100_000;

export function rateLimitProblem(value: string): string | undefined {
  const fits = /^\d{1,6}$/.test(value) && Number(value) >= 1 && Number(value) <= HIGHEST_RATE_LIMIT;
  return fits ? undefined : `is not a whole number from 1 to ${HIGHEST_RATE_LIMIT}`;
}

/** Settings are the operator's, so their problems are in English. */
export function notAddress(...kinds: readonly AddressKind[]): ProblemOf {
  return (value) => {
    const problem = addressProblem(value, kinds);
    return problem === undefined ? undefined : problemText(problem, 'en');
  };
}
