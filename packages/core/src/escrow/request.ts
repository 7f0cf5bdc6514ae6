/**
 * The request to deploy an escrow, as every surface accepts it.
 *
 * Shape and units are those of the escrow service's interface (section 2): `platformFee` is a percentage,
 * `trustline.decimals` a unit multiplier (10000000 for 7 decimals), milestone amounts are in token units.
 */
import * as z from 'zod';
import { createProblem, type Problem } from '../errors/problems.ts';
import { hiddenCharacters, isBlank, stacksMarks } from '../text/text.ts';
import { type AddressKind, addressProblem } from './address.ts';
import {
  canonicalDecimal,
  decimalsOfMultiplier,
  fromBasisPoints,
  MAX_BASE_UNITS,
  MAX_FEE_BASIS_POINTS,
  toBaseUnits,
  toBasisPoints,
} from './amount.ts';
import { boundedList } from './bounded.ts';
import { report } from './issues.ts';
import { MAX_MILESTONES } from './steps.ts';
import { readAmount } from './written-amount.ts';

/** Characters of a title or another text of one line, and of one that may have several. */
export const MAX_LINE = 100;
export const MAX_PARAGRAPH = 500;
/** The multiplier of the interface's own examples: every issued asset on Stellar has 7 decimals. */
export const DEFAULT_MULTIPLIER = 10_000_000;
/** The memo is a 128-bit integer on chain, and identifies an account behind an intermediary: never negative. */
const MAX_RECEIVER_MEMO = 2n ** 32n - 1n;

/** The fields of requests that take addresses, or names of a person's contacts or of tokens in their place. */
export const ADDRESSES = z.registry<{ readonly takes: 'party' | 'token' }>();

const address = (kinds: readonly AddressKind[], takes: 'party' | 'token' = 'party') =>
  z
    .string()
    .check((context) => report(context, addressProblem(context.value, kinds)))
    .register(ADDRESSES, { takes });

/** No honest title has control characters or odd line breaks; a description may have lines and tabs. */
const CONTROLS = { line: /[\p{Cc}\p{Zl}\p{Zp}]/u, paragraph: /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}]/u } as const;

const line = (limit: number) => z.string().check(textCheck(limit, CONTROLS.line));

/** All line breaks become \n, so that the shown text and the signed text are the same. */
export const paragraphOf = (limit: number) =>
  z
    .string()
    .transform((value) => value.replace(/\r\n?/g, '\n'))
    .pipe(z.string().check(textCheck(limit, CONTROLS.paragraph)));

const textCheck = (limit: number, controls: RegExp) => (context: z.core.ParsePayload<string>) =>
  report(context, textProblem(context.value, limit, controls));

function textProblem(text: string, limit: number, controls: RegExp): Problem | undefined {
  const length = [...text].length;
  if (isBlank(text)) return createProblem('EMPTY');
  if (length > limit) return createProblem('TOO_LONG', { length, most: limit });
  if (!text.isWellFormed()) return createProblem('HALF_CHARACTER');
  if (controls.test(text)) return createProblem('CONTROL_CHARACTERS');
  if (stacksMarks(text)) return createProblem('STACKED_MARKS');
  // Invisible characters, and those that reorder others, would be signed without being seen.
  const hidden = hiddenCharacters(text.replaceAll('\n', ' '));
  return hidden.length === 0 ? undefined : createProblem('INVISIBLE_CHARACTERS', { found: hidden.slice(0, 5) });
}

/** A number or a text; a canonical decimal string comes out. `explain` judges the canonical value. */
const decimal = (
  explain: (value: string) => Problem | undefined,
  read: (text: string) => string | Problem = (text) => readAmount(text),
) =>
  z.union([z.string(), z.number()]).transform((value, context) => {
    const decimal =
      typeof value === 'string' ? read(value) : (canonicalDecimal(value) ?? createProblem('UNSAFE_NUMBER'));
    const problem = typeof decimal === 'string' ? explain(decimal) : decimal;
    report(context, problem);
    return problem === undefined ? (decimal as string) : z.NEVER;
  });

export const partySchema = address(['account', 'contract']);
/** A title or another text of one line; and one that may have several. */
export const lineSchema = line(MAX_LINE);
export const paragraphSchema = paragraphOf(MAX_PARAGRAPH);
/** Percent. */
export const feeSchema = decimal(feeProblem, (text) => readAmount(text, '%'));

/** What every request of an action is made of. */
export const signerSchema = address(['account']);
export const contractSchema = address(['contract']);
export const amountSchema = decimal(amountProblem);
/** The contract of a token, or a known issuer. */
export const tokenSchema = address(['account', 'contract'], 'token');
export const trustlineSchema = z.strictObject({
  address: tokenSchema,
  decimals: z
    .union([z.string(), z.number()])
    .transform((value, context) => {
      report(context, multiplierProblem(value));
      return Number(value);
    })
    .default(DEFAULT_MULTIPLIER),
});

export const deployRequestSchema = z.strictObject({
  signer: signerSchema,
  /** Absent: `multi`, and absent in a parsed request that means it. */
  kind: z.enum(['multi', 'single']).optional(),
  engagementId: lineSchema,
  title: lineSchema,
  description: paragraphSchema,
  roles: z.strictObject({
    approver: partySchema,
    serviceProvider: partySchema,
    platformAddress: partySchema,
    releaseSigner: partySchema,
    disputeResolver: partySchema,
    /** Of milestones that name none. */
    receiver: partySchema.optional(),
  }),
  platformFee: feeSchema,
  milestones: boundedList(
    z.strictObject({ description: paragraphSchema, amount: amountSchema, receiver: partySchema.optional() }),
    MAX_MILESTONES,
    {
      empty: createProblem('NO_MILESTONES'),
      tooMany: createProblem('TOO_MANY_MILESTONES', { most: MAX_MILESTONES }),
    },
  ),
  trustline: trustlineSchema,
  receiverMemo: decimal(
    memoProblem,
    (text) => canonicalDecimal(text) ?? createProblem('NOT_A_WHOLE_NUMBER'),
  ).optional(),
});

type Parsed = z.output<typeof deployRequestSchema>;
export type Milestone = Omit<Parsed['milestones'][number], 'receiver'> & { receiver?: string };
export type Roles = Omit<Parsed['roles'], 'receiver'> & { receiver?: string };
/**
 * A parsed request. `platformFee` is a percentage, amounts are in token units, `trustline.decimals` is the
 * multiplier; all decimals are canonical strings. `releaseSigner` is the interface's `roles.release`.
 * Where one receiver is paid for everything, it is `roles.receiver` and no milestone has one; otherwise each milestone
 * has its own, and the roles have none. `receiverOf` and `payeesOf` read either.
 */
export type DeployRequest = Omit<Parsed, 'roles' | 'milestones'> & { roles: Roles; milestones: Milestone[] };
type Written = z.input<typeof deployRequestSchema>;
/** A request as it is written; `roles.release` is the interface's name of `roles.releaseSigner`. */
export type DeployInput = Omit<Written, 'roles' | 'milestones'> & {
  readonly roles: Written['roles'] | (Omit<Written['roles'], 'releaseSigner'> & { readonly release: string });
  readonly milestones: readonly Written['milestones'][number][];
};

function feeProblem(percent: string): Problem | undefined {
  if (percent.startsWith('-')) return createProblem('FEE_NEGATIVE');
  const basisPoints = toBasisPoints(percent);
  if (basisPoints === undefined) return createProblem(Number(percent) > 10_000 ? 'FEE_FAR_TOO_HIGH' : 'FEE_TOO_FINE');
  if (basisPoints <= MAX_FEE_BASIS_POINTS) return undefined;
  // Basis points in place of a percentage.
  const isMeant = basisPoints % 100 === 0 && basisPoints / 100 <= MAX_FEE_BASIS_POINTS;
  const meant = isMeant ? { meant: fromBasisPoints(basisPoints / 100) } : {};
  return createProblem('FEE_TOO_HIGH', { fee: percent, ...meant });
}

function amountProblem(amount: string): Problem | undefined {
  if (amount.startsWith('-')) return createProblem('NEGATIVE');
  return amount === '0' ? createProblem('ZERO_AMOUNT') : undefined;
}

function multiplierProblem(value: string | number): Problem | undefined {
  const canonical = canonicalDecimal(value);
  const number = Number(canonical);
  if (canonical === undefined || !Number.isInteger(number) || number < 1) return createProblem('NOT_A_MULTIPLIER');
  if (decimalsOfMultiplier(number) !== undefined) return undefined;
  return number <= 18
    ? createProblem('DECIMALS_AS_MULTIPLIER', { decimals: number, multiplier: 10 ** number })
    : createProblem('NOT_A_POWER_OF_TEN');
}

function memoProblem(memo: string): Problem | undefined {
  if (!/^\d+$/.test(memo)) return createProblem('NOT_A_WHOLE_NUMBER');
  return BigInt(memo) > MAX_RECEIVER_MEMO
    ? createProblem('MEMO_TOO_LARGE', { most: `${MAX_RECEIVER_MEMO}` })
    : undefined;
}

/** The problem of an amount at the request's own decimals; shared with the parser, which reports it by path. */
export function precisionProblem(amount: string, decimals: number): Problem | undefined {
  const units = toBaseUnits(amount, decimals);
  if (units === undefined) {
    const cut = canonicalDecimal(amount.slice(0, amount.indexOf('.') + 1 + decimals).replace(/\.$/, ''));
    return createProblem('TOO_MANY_DECIMALS', { decimals, ...(cut === undefined || cut === '0' ? {} : { cut }) });
  }
  return units > MAX_BASE_UNITS ? createProblem('TOO_LARGE') : undefined;
}
