/** Bodies of requests: read without losing a digit of the money in them, and validated with the live service’s messages, which are those of class-validator. */
import { FUND_SERVICE, formOf } from '@countersign/core/actions';
import { type AddressKind, expandJsonNumber, isAddress, toBasisPoints } from '@countersign/core/escrow';
import { ACTS, type Act, ARGUMENTS, type Argument } from '@countersign/core/kinds';
import type { Release } from '@countersign/core/network';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import { isObject } from '@countersign/core/text/fields';
import type { Context } from 'hono';
import * as z from 'zod';
import type { AskedStep } from '../contract/build-call.ts';
import type { AskedTerms } from '../contract/terms.ts';

/** Fields whose numbers keep every digit; all others are parsed as usual. */
const EXACT_FIELDS: ReadonlySet<string> = new Set(['amount', 'platformFee', 'receiverMemo']);

const scanner = createSecretScanner();

/** The parameters of a query. @throws CountersignError SECRET_REFUSED */
export function readQuery(c: Context): Readonly<Record<string, readonly string[]>> {
  const query = c.req.queries();
  refuseSecrets(query, scanner);
  return query;
}

/** A body that cannot be read as JSON. */
export class BodyError extends Error {}

/**
 * @param exact converts a number in an exact field, given as a decimal string; default: the string itself
 * @throws BodyError where the body is not a JSON object, or not sent as JSON | CountersignError SECRET_REFUSED
 */
export async function readJsonBody(
  c: Context,
  exact: (decimal: string) => unknown = (decimal) => decimal,
): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json(\s*;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new BodyError('Content-Type must be application/json');
  }
  const body = parseExactly(await c.req.text(), exact);
  if (!isObject(body)) throw new BodyError('The body must be a JSON object');
  refuseSecrets(body, scanner);
  return body;
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

function parseExactly(text: string, exact: (decimal: string) => unknown): unknown {
  const exactly = (value: number, source: string): unknown => {
    const decimal = expandJsonNumber(source);
    return decimal === undefined ? value : exact(decimal);
  };
  const revive: Reviver = (key, value, { source }) =>
    typeof value === 'number' && source !== undefined && EXACT_FIELDS.has(key) ? exactly(value, source) : value;
  try {
    return (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, revive);
  } catch {
    throw new BodyError('The body is not valid JSON');
  }
}

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

const MAX_TITLE = 100;
const MAX_DESCRIPTION = 500;
const MAX_MILESTONES = 50;

/** Parts of the bodies that name an escrow's terms. */
export const TEXTS = {
  engagementId: text(),
  title: text(MAX_TITLE),
  description: text(MAX_DESCRIPTION),
  // It is not known whether the live service cuts or rounds fractions of a basis point. The contract limits the fee.
  platformFee: number.refine((percent) => toBasisPoints(percent) !== undefined, { error: NUMBER }),
};

type StepRoute = {
  readonly act: Act;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: z.ZodType<AskedStep>;
  /** The only release for which v1 has it. */
  readonly onlyInV1: Release | undefined;
};

const MAX_DISTRIBUTIONS = 50;
const MAX_U32 = 2 ** 32 - 1;

const whole = { error: 'must be an integer number' };

/** By what each field means. */
const FIELDS: Readonly<Partial<Record<keyof AskedStep, z.ZodType>>> = {
  contractId: address('contract'),
  signer: address('account'),
  amount: number,
  index: text()
    .regex(/^\d{1,9}$/, { error: 'must be a number string' })
    .transform(Number),
  evidence: textOrNone().optional(),
  distributions: z
    .array(z.strictObject({ address: party, amount: number }), { error: 'must be an array' })
    .min(1, { error: 'must contain at least 1 elements' })
    .max(MAX_DISTRIBUTIONS, { error: `must contain no more than ${MAX_DISTRIBUTIONS} elements` })
    .refine((shares) => new Set(shares.map((share) => share.address)).size === shares.length, {
      error: 'must not name an address twice',
    }),
};

/** By the contract's type of an argument with the same name. */
const PLAIN: Readonly<Partial<Record<(typeof ARGUMENTS)[Argument], z.ZodType>>> = {
  address: party,
  string: text(),
  u32: z
    .number({ error: NUMBER })
    .int(whole)
    .min(1, { error: 'must not be less than 1' })
    .max(MAX_U32, { error: `must not be greater than ${MAX_U32}` }),
};

/** @param terms an escrow as an update names it */
export function stepRoutes(release: Release, terms: z.ZodType<AskedTerms>): StepRoute[] {
  const schemaOf = (field: keyof AskedStep) =>
    field === 'terms' ? terms : (FIELDS[field] ?? PLAIN[ARGUMENTS[field as Argument]] ?? z.never());
  return ACTS.map((act) => {
    const { method = 'POST', path, body, onlyInV1 } = act === 'fund' ? FUND_SERVICE : formOf(act).service;
    const isOfWhole = typeof path !== 'string' && release === 'single';
    const names = [['contractId', 'contractId'] as const, ...Object.entries(body)].filter(
      ([, field]) => !(field === 'index' && isOfWhole),
    );
    const meaning = new Map(names);
    return {
      ...{ act, method, onlyInV1 },
      path: typeof path === 'string' ? path : path[release],
      body: z
        .strictObject(Object.fromEntries(names.map(([name, field]) => [name, schemaOf(field)])))
        .transform(
          (fields) =>
            Object.fromEntries(
              Object.entries(fields).map(([name, value]) => [meaning.get(name), value]),
            ) as unknown as AskedStep,
        ),
    };
  });
}

/** The roles that every escrow has under these names. */
export const ROLES = { approver: party, serviceProvider: party, platformAddress: party, disputeResolver: party };

export const milestones = <T extends z.ZodType>(milestone: T) =>
  z
    .array(milestone, { error: 'must be an array' })
    .min(1, { error: 'must contain at least 1 elements' })
    .max(MAX_MILESTONES, { error: `must contain no more than ${MAX_MILESTONES} elements` });

const flag = z.boolean({ error: 'must be a boolean value' });
/** A milestone's progress; default: its initial state. */
export const PROGRESS = {
  status: text().optional(),
  evidence: textOrNone().optional(),
};
export const approved = flag.optional();
export const flags = z.strictObject({ approved: flag, disputed: flag, released: flag, resolved: flag }).optional();
