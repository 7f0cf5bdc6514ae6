/** Strict schemas of the bodies of steps: those of v1, which the seed's service accepts as well. */
import { FUND_SERVICE, formOf } from '@countersign/core/actions';
import { ACTS, type Act, ARGUMENTS, type Argument } from '@countersign/core/kinds';
import type { Release } from '@countersign/core/network';
import * as z from 'zod';
import type { AskedStep } from '../contract/step.ts';
import type { AskedTerms } from '../contract/terms.ts';
import { address, number, party, text, textOrNone } from './validation.ts';

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
    .number({ error: 'must be a number conforming to the specified constraints' })
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
          (given) =>
            Object.fromEntries(
              Object.entries(given).map(([name, value]) => [meaning.get(name), value]),
            ) as unknown as AskedStep,
        ),
    };
  });
}
