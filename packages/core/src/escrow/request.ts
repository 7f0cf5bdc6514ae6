/**
 * The request to deploy an escrow, as every surface accepts it.
 *
 * Shape and units are those of the escrow service's interface (section 2): `platformFee` is a percentage,
 * `trustline.decimals` a unit multiplier (10000000 for 7 decimals), milestone amounts are in token units.
 */
import * as z from 'zod';
import { boundedList } from '../text/bounded.ts';
import { hiddenCharacters, isBlank, stacksMarks } from '../text/text.ts';
import { type AddressKind, addressProblem } from './address.ts';
import {
  canonicalDecimal,
  decimalsOfMultiplier,
  MAX_BASE_UNITS,
  MAX_FEE_BASIS_POINTS,
  toBaseUnits,
  toBasisPoints,
} from './amount.ts';

export const MAX_MILESTONES = 10;
/** Characters of a title or another text of one line, and of one that may have several. */
export const MAX_LINE = 100;
export const MAX_PARAGRAPH = 500;
/** The multiplier of the interface's own examples: every issued asset on Stellar has 7 decimals. */
export const DEFAULT_MULTIPLIER = 10_000_000;
/** The memo is a 128-bit integer on chain, and identifies an account behind an intermediary: never negative. */
const MAX_RECEIVER_MEMO = 2n ** 64n - 1n;

const address = (kinds: readonly AddressKind[]) =>
  z.string().check((context) => {
    const problem = addressProblem(context.value, kinds);
    if (problem !== undefined) context.issues.push({ code: 'custom', message: problem, input: context.value });
  });

/** No honest title has control characters or odd line breaks; a description may have lines and tabs. */
const CONTROLS = { line: /[\p{Cc}\p{Zl}\p{Zp}]/u, paragraph: /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}]/u } as const;

const line = (limit: number) => z.string().check(textCheck(limit, CONTROLS.line));

/** All line breaks become \n, so that the shown text and the signed text are the same. */
export const paragraphOf = (limit: number) =>
  z
    .string()
    .transform((value) => value.replace(/\r\n?/g, '\n'))
    .pipe(z.string().check(textCheck(limit, CONTROLS.paragraph)));

function textCheck(limit: number, controls: RegExp) {
  return (context: z.core.ParsePayload<string>): void => {
    const { value } = context;
    const length = [...value].length;
    const problem = isBlank(value)
      ? 'is empty'
      : length > limit
        ? `has ${length} characters; at most ${limit} are allowed`
        : !value.isWellFormed()
          ? 'holds half of a character (a lone surrogate); write it again'
          : controls.test(value)
            ? 'holds control characters; remove them'
            : stacksMarks(value)
              ? 'stacks marks on a letter, which would cover other lines; remove them'
              : hiddenProblem(value);
    if (problem !== undefined) context.issues.push({ code: 'custom', message: problem, input: value });
  };
}

/** Refuses characters that are invisible or reorder others: they would be signed without being seen. */
function hiddenProblem(value: string): string | undefined {
  const hidden = hiddenCharacters(value.replaceAll('\n', ' '));
  return hidden.length === 0 ? undefined : `holds invisible characters (${hidden.slice(0, 5).join(', ')}); remove them`;
}

/** A number or a decimal string; a canonical decimal string comes out. `explain` judges the canonical value. */
const decimal = (explain: (value: string) => string | undefined, like = 'a decimal number; write it like "10.5"') =>
  z.union([z.string(), z.number()]).transform((value, context) => {
    const canonical = canonicalDecimal(value);
    const problem =
      canonical === undefined
        ? typeof value === 'number'
          ? 'has more digits than a number carries safely; write it as a string'
          : `is not ${like}`
        : explain(canonical);
    if (problem !== undefined) {
      context.issues.push({ code: 'custom', message: problem, input: value });
      return z.NEVER;
    }
    return canonical as string;
  });

export const partySchema = address(['account', 'contract']);
/** A title or another text of one line; and one that may have several. */
export const lineSchema = line(MAX_LINE);
export const paragraphSchema = paragraphOf(MAX_PARAGRAPH);
/** Percent. */
export const feeSchema = decimal(feeProblem);

/** What every request of an action is made of. */
export const signerSchema = address(['account']);
export const contractSchema = address(['contract']);
export const amountSchema = decimal(amountProblem);
export const trustlineSchema = z.strictObject({
  address: partySchema,
  decimals: z
    .union([z.string(), z.number()])
    .transform((value, context) => {
      const problem = multiplierProblem(value);
      if (problem !== undefined) context.issues.push({ code: 'custom', message: problem, input: value });
      return Number(value);
    })
    .default(DEFAULT_MULTIPLIER),
});

export const deployRequestSchema = z.strictObject({
  signer: signerSchema,
  /** Absent: `multi`, and absent in a parsed request that means it. */
  kind: z
    .enum(['multi', 'single'], { error: 'must be multi (each milestone is paid by itself) or single (all at once)' })
    .optional(),
  engagementId: lineSchema,
  title: lineSchema,
  description: paragraphSchema,
  roles: z.strictObject({
    approver: partySchema,
    serviceProvider: partySchema,
    platformAddress: partySchema,
    releaseSigner: partySchema,
    disputeResolver: partySchema,
    receiver: partySchema,
  }),
  platformFee: feeSchema,
  milestones: boundedList(z.strictObject({ description: paragraphSchema, amount: amountSchema }), MAX_MILESTONES, {
    empty: 'needs at least one milestone',
    tooMany: `has too many milestones; the contract takes at most ${MAX_MILESTONES}`,
  }),
  trustline: trustlineSchema,
  receiverMemo: decimal(memoProblem, 'a whole number of 0 or more').optional(),
});

/**
 * A parsed request. `platformFee` is a percentage, amounts are in token units, `trustline.decimals` is the
 * multiplier; all decimals are canonical strings. `releaseSigner` is the interface's `roles.release`.
 */
export type DeployRequest = z.output<typeof deployRequestSchema>;
type Written = z.input<typeof deployRequestSchema>;
/** A request as it is written; `roles.release` is the interface's name of `roles.releaseSigner`. */
export type DeployInput = Omit<Written, 'roles' | 'milestones'> & {
  readonly roles: Written['roles'] | (Omit<Written['roles'], 'releaseSigner'> & { readonly release: string });
  readonly milestones: readonly { readonly description: string; readonly amount: string | number }[];
};
export type Roles = DeployRequest['roles'];
export type Milestone = DeployRequest['milestones'][number];

function feeProblem(percent: string): string | undefined {
  if (percent.startsWith('-')) return 'is negative; a fee is a percentage from 0 to 99';
  const basisPoints = toBasisPoints(percent);
  if (basisPoints === undefined) {
    return Number(percent) > 10_000
      ? 'is far above 99 %, the most the contract takes'
      : 'is finer than a basis point (0.01 %), the finest fee the contract stores; give at most two decimals';
  }
  if (basisPoints <= MAX_FEE_BASIS_POINTS) return undefined;
  const meant =
    Number(percent) <= MAX_FEE_BASIS_POINTS
      ? `; if ${percent} basis points were meant, that is ${Number(percent) / 100}`
      : '';
  return `is ${percent} %, above 99 %, the most the contract takes${meant}`;
}

function amountProblem(amount: string): string | undefined {
  if (amount.startsWith('-')) return 'is negative';
  return amount === '0' ? 'is zero; the contract refuses a milestone without an amount' : undefined;
}

function multiplierProblem(value: string | number): string | undefined {
  const canonical = canonicalDecimal(value);
  const number = Number(canonical);
  if (canonical === undefined || !Number.isInteger(number) || number < 1) {
    return 'is not a unit multiplier; give 10000000 for a token with 7 decimals';
  }
  if (decimalsOfMultiplier(number) !== undefined) return undefined;
  return number <= 18
    ? `is a unit multiplier, not a number of decimals; for a token with ${number} decimals write ${10 ** number}`
    : 'is not a power of ten up to 1000000000; give 10000000 for a token with 7 decimals';
}

function memoProblem(memo: string): string | undefined {
  if (!/^\d+$/.test(memo)) return 'is not a whole number of 0 or more';
  return BigInt(memo) > MAX_RECEIVER_MEMO ? `is above ${MAX_RECEIVER_MEMO}, the largest memo id` : undefined;
}

/** The problem of an amount at the request's own decimals; shared with the parser, which reports it by path. */
export function precisionProblem(amount: string, decimals: number): string | undefined {
  const units = toBaseUnits(amount, decimals);
  if (units === undefined) {
    const cut = canonicalDecimal(amount.slice(0, amount.indexOf('.') + 1 + decimals).replace(/\.$/, ''));
    return `has more decimals than the token has (${decimals})${cut === undefined || cut === '0' ? '' : `; ${cut} would do`}`;
  }
  return units > MAX_BASE_UNITS ? 'is larger than the contract can hold' : undefined;
}
