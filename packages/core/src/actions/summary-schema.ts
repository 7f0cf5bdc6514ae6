/** The shape of a deploy's summary. Apart from the code that fills it, so that it loads without the Stellar SDK. */
import * as z from 'zod';
import { ROLE_NAMES, type RoleName } from '../escrow/index.ts';
import { reasonSchema } from '../words/reason-schema.ts';

export const networkNameSchema = z.enum(['sandbox', 'testnet', 'public']);

/** What is paid out, and to whom: the three add up to `paid`. */
const costSchema = z.strictObject({
  paid: z.string(),
  platform: z.string(),
  service: z.string(),
  receiver: z.string(),
});
export type Cost = z.output<typeof costSchema>;

/** Texts are cleaned for showing, addresses are whole, amounts are decimal strings in token units. */
export const summarySchema = z.strictObject({
  network: networkNameSchema,
  networkPassphrase: z.string(),
  signer: z.string(),
  contractId: z.string(),
  /** Present where anyone can recompute the address from the terms, so that it belongs to no other escrow. */
  address: z.literal('fixed by its terms').optional(),
  engagementId: z.string(),
  title: z.string(),
  description: z.string(),
  roles: z.strictObject(
    Object.fromEntries(ROLE_NAMES.map((role) => [role, z.string()])) as Record<RoleName, z.ZodString>,
  ),
  platformFeePercent: z.string(),
  milestones: z.array(z.strictObject({ description: z.string(), amount: z.string() })),
  total: z.string(),
  /** One row for each release: of a milestone, or of everything at once. */
  costs: z.strictObject({
    milestones: z.array(costSchema),
    total: costSchema,
    /** Who gets the service's share, where that is pinned. */
    serviceAddress: z.string().optional(),
  }),
  token: z.strictObject({ address: z.string(), code: z.string().optional() }),
  receiverMemo: z.string().optional(),
  feeXlm: z.string(),
  expiresAt: z.string(),
  /** Why it is only partly verified; absent where it is verified. */
  reasons: z.array(reasonSchema).optional(),
  /** What to look at twice in the texts; nothing of it is a reason to refuse them. */
  warnings: z.array(z.string()).optional(),
});
export type Summary = z.output<typeof summarySchema>;

/** Of a payment into an escrow. */
export const fundingSummarySchema = z.strictObject({
  network: networkNameSchema,
  networkPassphrase: z.string(),
  signer: z.string(),
  escrow: z.string(),
  /** Where the transaction says it: a plain transfer does not. */
  title: z.string().optional(),
  way: z.enum(['escrow', 'transfer']),
  amount: z.string(),
  token: z.strictObject({ address: z.string(), code: z.string().optional() }),
  feeXlm: z.string(),
  expiresAt: z.string(),
  reasons: z.array(reasonSchema).optional(),
  warnings: z.array(z.string()),
});
export type FundingSummary = z.output<typeof fundingSummarySchema>;

/** Of a trustline for the signer's own account. */
export const trustSummarySchema = z.strictObject({
  network: networkNameSchema,
  networkPassphrase: z.string(),
  signer: z.string(),
  /** The token's contract, and the asset that it is of. */
  token: z.strictObject({ address: z.string(), code: z.string(), issuer: z.string() }),
  /** What signing it does, in words. */
  means: z.string(),
  reserveXlm: z.string(),
  feeXlm: z.string(),
  expiresAt: z.string(),
  warnings: z.array(z.string()),
});
export type TrustSummary = z.output<typeof trustSummarySchema>;
