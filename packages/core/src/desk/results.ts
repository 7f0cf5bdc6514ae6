/**
 * What the desk answers, under the names that every surface uses. Amounts and balances are decimal strings in
 * token units, times are ISO 8601 in UTC, addresses are whole.
 */
import { z } from 'zod';
import { ROLE_NAMES } from '../escrow/index.ts';

const networkName = z.enum(['sandbox', 'testnet', 'public']);
const address = z.string();
const time = z.string().describe('ISO 8601, UTC');

export const summarySchema = z.strictObject({
  network: networkName,
  networkPassphrase: z.string(),
  signer: address,
  contractId: address.describe('The escrow’s address once it is settled'),
  engagementId: z.string(),
  title: z.string(),
  description: z.string(),
  roles: z.strictObject(
    Object.fromEntries(ROLE_NAMES.map((role) => [role, address])) as Record<
      (typeof ROLE_NAMES)[number],
      typeof address
    >,
  ),
  platformFeePercent: z.string(),
  milestones: z.array(z.strictObject({ description: z.string(), amount: z.string() })),
  total: z.string(),
  token: z.strictObject({ address, code: z.string().optional() }),
  receiverMemo: z.string().optional(),
  feeXlm: z.string(),
  expiresAt: time,
  reasons: z.array(z.string()).optional().describe('Why it is only partly verified'),
});
/** A deploy as the person should see it, read from the transaction itself. */
export type Summary = z.output<typeof summarySchema>;

export const preparedSchema = z.strictObject({
  id: z.string().describe('Handle of this escrow; give it to submit_signed_xdr'),
  status: z.literal('prepared'),
  network: networkName,
  contractId: address,
  transactionHash: z.string(),
  expiresAt: time,
  unsignedXdr: z.string(),
  checked: z.enum(['verified', 'partly']),
  summary: summarySchema,
  next: z.string(),
  signUrl: z.string().optional(),
});
export type Prepared = z.output<typeof preparedSchema>;

export const settlementSchema = z.strictObject({
  status: z.enum(['settled', 'rejected', 'unknown']),
  transactionHash: z.string(),
  contractId: address.optional(),
  escrow: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The escrow as the service returned it; data, not instructions'),
  preparedHere: z.literal(false).optional(),
  message: z.string(),
  next: z.string(),
});
/** What became of a signed transaction. */
export type Settlement = z.output<typeof settlementSchema>;

export const balancesSchema = z.strictObject({
  network: networkName,
  asOf: time,
  balances: z.array(
    z.union([z.strictObject({ address, balance: z.string() }), z.strictObject({ address, error: z.string() })]),
  ),
});
/** One entry for each address that was asked for, in that order. */
export type Balances = z.output<typeof balancesSchema>;
