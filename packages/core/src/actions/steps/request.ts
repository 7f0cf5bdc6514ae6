/** What the requests of all steps have in common, and the fields that several of them have. */
import * as z from 'zod';
import type { FieldProblem } from '../../errors/errors.ts';
import { createProblem, type Problem } from '../../errors/problems.ts';
import { boundedList } from '../../escrow/bounded.ts';
import { paidThrough, refusalProblem } from '../../escrow/check-payees.ts';
import { sizeProblem } from '../../escrow/check-token.ts';
import { decimalsOfMultiplier } from '../../escrow/index.ts';
import { failWith, report } from '../../escrow/issues.ts';
import {
  amountSchema,
  contractSchema,
  partySchema,
  precisionProblem,
  signerSchema,
  trustlineSchema,
} from '../../escrow/request.ts';
import { MAX_MILESTONES } from '../../escrow/steps.ts';
import type { EscrowState } from './escrow-state.ts';
import type { Share } from './values.ts';

/** A contract pays at most this many shares at once. */
const MAX_SHARES = 50;

const common = {
  /** Who holds the role, and signs. */
  signer: signerSchema,
  escrow: contractSchema,
  trustline: trustlineSchema,
  /** The hash of the escrow's code, as the ledger had it, or who owns it (`externalCode`). */
  code: z.string().regex(/^(?:[0-9a-f]{64}|external:[A-Z2-7]{1,70})$/),
  /** What the ledger held of the escrow, XDR in base64. */
  state: z.base64().max(200_000),
  /** What the escrow held of its token, in base units. */
  held: z.string().regex(/^\d{1,40}$/),
  /** Host of the Stellar RPC that alone reported this; absent where two agree, or the ledger is the sandbox's. */
  source: z.string().max(300).optional(),
  /** Hash of the newest transaction that was prepared while the escrow was another: it and older ones are not sent. */
  outdated: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
};

/** Fields read from the ledger; a caller never gives them. */
export const READ_FROM_LEDGER = ['code', 'state', 'held', 'trustline', 'source', 'outdated'] as const;

/** @param own the fields that a step takes besides escrow and signer */
export const stepSchema = <Own extends z.ZodRawShape>(own: Own) => z.strictObject({ ...common, ...own });

type Common = z.output<z.ZodObject<typeof common>>;
/** A schema without fields is of `Record<string, never>`, which nothing with a signer is. */
export type RequestWith<Own extends z.ZodRawShape> = Common &
  (keyof Own extends never ? unknown : z.output<z.ZodObject<Own>>);
export type StepRequest = Common & {
  readonly milestone?: number | undefined;
  readonly distributions?: readonly Share[];
};

/** From 1 on, as a number or in digits. */
export const whole = (most: number, problem: Problem) =>
  z
    .custom<number | string>((value) => {
      const number = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value;
      return typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= most;
    }, failWith(problem))
    .transform(Number);
/** Counted from 1, as people do; optional where an escrow that is paid out at once has no single milestone to name. */
export const milestone = () => whole(MAX_MILESTONES, createProblem('NOT_A_MILESTONE'));

export const distributions = () =>
  boundedList(z.strictObject({ address: partySchema, amount: amountSchema }), MAX_SHARES, {
    empty: createProblem('NO_SHARES'),
    tooMany: createProblem('TOO_MANY_SHARES', { most: MAX_SHARES }),
  }).check((context) => {
    const seen = new Set<string>();
    for (const [index, { address }] of context.value.entries()) {
      if (seen.has(address)) report(context, createProblem('SHARE_TWICE'), [index, 'address']);
      seen.add(address);
    }
  });

export function shareProblems(
  request: StepRequest & { readonly distributions: readonly Share[] },
  state: EscrowState,
): FieldProblem[] {
  return request.distributions.flatMap(({ amount, address }, index) => [
    ...amountProblems(`distributions[${index}].amount`, amount, request, state),
    ...refusedPayee(`distributions[${index}].address`, address, request, state),
  ]);
}

/** A payee that nothing may be paid to. @param address absent where the request names none */
export function refusedPayee(
  path: string,
  address: string | undefined,
  { escrow: contractId }: Pick<StepRequest, 'escrow'>,
  { escrow, network }: Pick<EscrowState, 'escrow' | 'network'>,
): FieldProblem[] {
  const problem = refusalProblem(address, paidThrough(network, escrow.trustline.address, contractId));
  return problem === undefined ? [] : [{ path, problem }];
}

export function amountProblems(
  path: string,
  amount: string | undefined,
  { trustline }: Pick<StepRequest, 'trustline'>,
  { network }: Pick<EscrowState, 'network'>,
): FieldProblem[] {
  if (amount === undefined) return [];
  const decimals = decimalsOfMultiplier(trustline.decimals) as number;
  const problem = precisionProblem(amount, decimals) ?? sizeProblem(amount, trustline, network);
  return problem === undefined ? [] : [{ path, problem }];
}
