/** The requests of the steps: what each must say, beside the escrow as the ledger held it when it was asked for. */
import * as z from 'zod';
import { createProblem, type Problem } from '../../errors/problems.ts';
import { boundedList } from '../../escrow/bounded.ts';
import { failWith, report } from '../../escrow/issues.ts';
import {
  amountSchema,
  contractSchema,
  feeSchema,
  lineSchema,
  paragraphOf,
  paragraphSchema,
  partySchema,
  signerSchema,
  trustlineSchema,
} from '../../escrow/request.ts';
import { MAX_EVIDENCE, MAX_STATUS, type StepName } from '../../escrow/steps.ts';

/** A contract pays at most this many shares at once, and an escrow has at most this many milestones. */
const MAX_SHARES = 50;
const MAX_MILESTONES = 50;
/** A public network keeps no entry alive for longer than about half a year at once. */
const MAX_DAYS = 180;

const common = {
  /** Who holds the role, and signs. */
  signer: signerSchema,
  escrow: contractSchema,
  trustline: trustlineSchema,
  /** The hash of the escrow's code, as the ledger had it. */
  code: z.string().regex(/^[0-9a-f]{64}$/),
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

/** From 1 on, as a number or in digits. */
const whole = (most: number, problem: Problem) =>
  z
    .custom<number | string>((value) => {
      const number = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value;
      return typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= most;
    }, failWith(problem))
    .transform(Number);
/** Counted from 1, as people do; absent where the escrow is paid out at once. */
const milestone = whole(MAX_MILESTONES, createProblem('NOT_A_MILESTONE'));

const distributions = boundedList(z.strictObject({ address: partySchema, amount: amountSchema }), MAX_SHARES, {
  empty: createProblem('NO_SHARES'),
  tooMany: createProblem('TOO_MANY_SHARES', { most: MAX_SHARES }),
}).check((context) => {
  const seen = new Set<string>();
  for (const [index, { address }] of context.value.entries()) {
    if (seen.has(address)) report(context, createProblem('SHARE_TWICE'), [index, 'address']);
    seen.add(address);
  }
});

const role = partySchema.optional();
const newMilestone = z.strictObject({
  description: paragraphSchema,
  amount: amountSchema.optional(),
  /** Multi release only. Default: the receiver of the milestone that it replaces, else of the last one. */
  receiver: partySchema.optional(),
});

/** Fields that an update leaves out stay as they are. `milestones` replaces the list, `addMilestones` extends it. */
const update = {
  engagementId: lineSchema.optional(),
  title: lineSchema.optional(),
  description: paragraphSchema.optional(),
  platformFee: feeSchema.optional(),
  roles: z
    .strictObject({
      approver: role,
      serviceProvider: role,
      releaseSigner: role,
      disputeResolver: role,
      receiver: role,
    })
    .optional(),
  /** Single release only. */
  amount: amountSchema.optional(),
  milestones: boundedList(newMilestone, MAX_MILESTONES, {
    empty: createProblem('NO_MILESTONES'),
    tooMany: createProblem('TOO_MANY_MILESTONES', { most: MAX_MILESTONES }),
  }).optional(),
  addMilestones: boundedList(newMilestone, MAX_MILESTONES, {
    empty: createProblem('NO_ADDED_MILESTONES'),
    tooMany: createProblem('TOO_MANY_MILESTONES', { most: MAX_MILESTONES }),
  }).optional(),
};

export const STEP_REQUESTS = {
  'change-status': z.strictObject({
    ...common,
    milestone,
    status: lineSchema
      .refine((text) => [...text].length <= MAX_STATUS, failWith(createProblem('LONGER_THAN', { most: MAX_STATUS })))
      .default('completed'),
    /** Absent: the contract keeps its present evidence. */
    evidence: paragraphOf(MAX_EVIDENCE).optional(),
  }),
  approve: z.strictObject({ ...common, milestone }),
  release: z.strictObject({ ...common, milestone: milestone.optional() }),
  dispute: z.strictObject({ ...common, milestone: milestone.optional() }),
  resolve: z.strictObject({ ...common, milestone: milestone.optional(), distributions }),
  withdraw: z.strictObject({ ...common, distributions }),
  update: z.strictObject({ ...common, ...update }),
  extend: z.strictObject({ ...common, days: whole(MAX_DAYS, createProblem('DAYS', { most: MAX_DAYS })) }),
} as const satisfies Record<StepName, z.ZodType>;

export type StepRequests = { readonly [Name in StepName]: z.output<(typeof STEP_REQUESTS)[Name]> };
export type StepRequest = StepRequests[StepName];

/** Fields read from the ledger; a caller never gives them. */
export const READ_FROM_LEDGER = ['code', 'state', 'held', 'trustline', 'source', 'outdated'] as const;

/** The fields that a step takes beside escrow and signer, to be named when an unknown one is given. */
export function fieldsOf(step: StepName): readonly string[] {
  const own = Object.keys(STEP_REQUESTS[step].shape);
  return own.filter((field) => !Object.hasOwn(common, field));
}

/** A step as the desk takes it; the escrow is named by its address or by the id under which it was prepared here. */
export type StepInput = {
  readonly escrow?: string;
  readonly id?: string;
  readonly signer?: string | undefined;
  readonly milestone?: number | string | undefined;
  readonly status?: string | undefined;
  readonly evidence?: string | undefined;
  readonly days?: number | undefined;
  readonly distributions?: readonly { readonly address: string; readonly amount: string | number }[] | undefined;
} & { readonly [Field in keyof typeof update]?: z.input<(typeof update)[Field]> | undefined };
