/** The shape of a deploy's summary. Apart from the code that fills it, so that it loads without the Stellar SDK. */
import * as z from 'zod';
import { ROLE_NAMES, type RoleName } from '../escrow/index.ts';
import { STEP_NAMES } from '../escrow/steps.ts';
import { reasonSchema } from '../words/data/schemas.ts';

export const networkNameSchema = z.enum(['sandbox', 'testnet', 'public']);

const signed = { network: networkNameSchema, networkPassphrase: z.string(), signer: z.string() };
const transaction = { feeXlm: z.string(), expiresAt: z.string() };

/** What is paid out, and to whom: the three add up to `paid`. */
const costSchema = z.strictObject({
  paid: z.string(),
  platform: z.string(),
  service: z.string(),
  receiver: z.string(),
});
export type Cost = z.output<typeof costSchema>;

/** What one of several receivers is paid for, counted from 1: `paid` in all, of which `receiver` arrives after fees. */
const payeeSchema = z.strictObject({
  address: z.string(),
  milestones: z.array(z.number()),
  paid: z.string(),
  receiver: z.string(),
});
export type Payee = z.output<typeof payeeSchema>;

/** Texts are cleaned for showing, addresses are whole, amounts are decimal strings in token units. */
export const summarySchema = z.strictObject({
  ...signed,
  contractId: z.string(),
  engagementId: z.string(),
  title: z.string(),
  description: z.string(),
  roles: z.strictObject(
    Object.fromEntries(ROLE_NAMES.map((role) => [role, z.string()])) as Record<RoleName, z.ZodString>,
  ),
  platformFeePercent: z.string(),
  /** `receiver`: where there are several. */
  milestones: z.array(z.strictObject({ description: z.string(), amount: z.string(), receiver: z.string().optional() })),
  total: z.string(),
  /** One row for each release: of a milestone, or of everything at once. */
  costs: z.strictObject({
    milestones: z.array(costSchema),
    total: costSchema,
    /** In the order in which they are first paid; absent where one receiver gets everything. */
    payees: z.array(payeeSchema).optional(),
    /** Who gets the service's share, where that is pinned. */
    serviceAddress: z.string().optional(),
  }),
  token: z.strictObject({ address: z.string(), code: z.string().optional() }),
  receiverMemo: z.string().optional(),
  ...transaction,
  /** Why it is only partly verified; absent where it is verified. */
  reasons: z.array(reasonSchema).optional(),
  /** What to look at twice in the texts; nothing of it is a reason to refuse them. */
  warnings: z.array(z.string()).optional(),
});
export type Summary = z.output<typeof summarySchema>;

export const fundingSummarySchema = z.strictObject({
  ...signed,
  escrow: z.string(),
  /** Absent for a plain transfer, which does not state it. */
  title: z.string().optional(),
  way: z.enum(['escrow', 'transfer']),
  amount: z.string(),
  token: z.strictObject({ address: z.string(), code: z.string().optional() }),
  ...transaction,
  reasons: z.array(reasonSchema).optional(),
  warnings: z.array(z.string()),
});
export type FundingSummary = z.output<typeof fundingSummarySchema>;

export const trustSummarySchema = z.strictObject({
  ...signed,
  /** The token's contract, and the asset that it is of. */
  token: z.strictObject({ address: z.string(), code: z.string(), issuer: z.string() }),
  means: z.string(),
  reserveXlm: z.string(),
  ...transaction,
  warnings: z.array(z.string()),
});
export type TrustSummary = z.output<typeof trustSummarySchema>;

/** Whose turn it is: what can be done next, by whom; `milestone` is counted from 1. */
export const turnSchema = z.strictObject({
  role: z.enum([...ROLE_NAMES, 'anyone']),
  address: z.string().optional(),
  action: z.enum(['fund', ...STEP_NAMES]),
  milestone: z.number().optional(),
});

/** A step's summary, by the state that the ledger held when the step was asked for. */
export const stepSummarySchema = z.strictObject({
  ...signed,
  escrow: z.string(),
  title: z.string(),
  step: z.enum(STEP_NAMES),
  role: z.enum(ROLE_NAMES).optional(),
  does: z.string(),
  milestone: z
    .strictObject({ number: z.number(), of: z.number(), description: z.string(), amount: z.string().optional() })
    .optional(),
  changes: z.array(
    z.strictObject({
      what: z.string(),
      before: z.string(),
      after: z.string(),
      /** Of a milestone that an update adds with money of its own. */
      added: z
        .strictObject({ description: z.string(), amount: z.string(), receiver: z.string().optional() })
        .optional(),
    }),
  ),
  /** `about`: it may be a few of the token's smallest units off. */
  pays: z.array(
    z.strictObject({
      as: z.enum(['receiver', 'platform', 'service', 'share']),
      to: z.string().optional(),
      /** Of a share: which roles they have in the escrow; absent for a stranger. */
      roles: z.array(z.enum(ROLE_NAMES)).optional(),
      amount: z.string(),
      /** Before fees, of a receiver or a share. */
      of: z.string().optional(),
      about: z.literal(true).optional(),
    }),
  ),
  /** Why some amounts are not exact; absent where all are. */
  about: z.string().optional(),
  /** What the person types to confirm a stop: what is paid out before fees, or of an update the whole escrow's amount. */
  amount: z.string(),
  left: z.string(),
  /** How much of that has yet to be paid out, and the milestones for that; none where all are paid at once. */
  leftFor: z.strictObject({ amount: z.string(), milestones: z.array(z.number()) }),
  doesNot: z.array(z.string()),
  turn: z.array(turnSchema),
  token: z.strictObject({ address: z.string(), code: z.string().optional() }),
  ...transaction,
  reasons: z.array(reasonSchema).optional(),
  warnings: z.array(z.string()),
});
export type StepSummary = z.output<typeof stepSummarySchema>;
