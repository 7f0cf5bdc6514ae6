/** Validates a body or a query, with the live service's messages: those of class-validator. */
import { type AddressKind, isAddress } from '@countersign/core/escrow';
import * as z from 'zod';

/** A JSON number with all its digits. */
export class WrittenNumber {
  readonly decimal: string;

  constructor(decimal: string) {
    this.decimal = decimal;
  }
}

export class ValidationError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.problems = problems;
  }
}

const NUMBER = 'must be a number conforming to the specified constraints';

/** A number, as an exact decimal. */
export const number = z.instanceof(WrittenNumber, { error: NUMBER }).transform(({ decimal }) => decimal);

export const textOrNone = (limit = 10_000) =>
  z.string({ error: 'must be a string' }).max(limit, { error: `must be shorter than or equal to ${limit} characters` });

export const text = (limit?: number) => textOrNone(limit).min(1, { error: 'should not be empty' });

export const address = (...kinds: AddressKind[]) =>
  text().refine((value) => value === '' || isAddress(value, kinds), { error: 'must be a valid Stellar address' });

/** An address that may have a role or be paid. */
export const party = address('account', 'contract');

export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be one of the following values: ${values.join(', ')}` });

/** @throws ValidationError with every problem */
export function validate<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ValidationError(parsed.error.issues.flatMap(sentences));
}

function sentences(issue: z.core.$ZodIssue): string[] {
  const parents = issue.path.map((part) => `${String(part)}.`);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${parents.join('')}property ${key} should not exist`);
  }
  const whole = issue.path.join('.');
  const isNested = issue.code === 'invalid_type' && issue.expected === 'object';
  return isNested
    ? [`${parents.slice(0, -1).join('')}nested property ${String(issue.path.at(-1))} must be either object or array`]
    : [`${whole} ${issue.message}`];
}
