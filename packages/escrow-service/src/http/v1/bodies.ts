/** The bodies that the live service takes, and nothing beside them. */
import { toBasisPoints } from '@countersign/core/escrow';
import type { Release } from '@countersign/core/network';
import * as z from 'zod';
import type { LiveDeploy } from '../../live/deploy.ts';
import type { LiveFund } from '../../live/fund.ts';
import { address, number, text } from './validation.ts';

const MAX_TITLE = 100;
const MAX_DESCRIPTION = 500;
const MAX_MILESTONES = 50;
/** Of a code on Stellar. */
const SYMBOL = /^[a-zA-Z0-9]{1,12}$/;

const party = address('account', 'contract');
const roles = {
  approver: party,
  serviceProvider: party,
  platformAddress: party,
  releaseSigner: party,
  disputeResolver: party,
};
const common = {
  signer: address('account'),
  engagementId: text(),
  title: text(MAX_TITLE),
  description: text(MAX_DESCRIPTION),
  // Whether the live service cuts or rounds what is finer than a basis point is not known. How high a fee may be, the
  // contract says.
  platformFee: number.refine((percent) => toBasisPoints(percent) !== undefined, {
    error: 'must be a number conforming to the specified constraints',
  }),
  trustline: z.strictObject({ address: party, symbol: text().regex(SYMBOL, { error: 'must be a valid asset code' }) }),
};
const milestones = <T extends z.ZodRawShape>(fields: T) =>
  z
    .array(z.strictObject(fields), { error: 'must be an array' })
    .min(1, { error: 'must contain at least 1 elements' })
    .max(MAX_MILESTONES, { error: `must contain no more than ${MAX_MILESTONES} elements` });

export const DEPLOYS: Readonly<Record<Release, z.ZodType<LiveDeploy>>> = {
  single: z.strictObject({
    ...common,
    amount: number,
    roles: z.strictObject({ ...roles, receiver: party }),
    milestones: milestones({ description: text() }),
  }),
  multi: z.strictObject({
    ...common,
    roles: z.strictObject(roles),
    milestones: milestones({ description: text(), amount: number, receiver: party }),
  }),
};

export const FUND: z.ZodType<LiveFund> = z.strictObject({
  contractId: address('contract'),
  signer: address('account'),
  amount: number,
});

export const SEND = z.strictObject({ signedXdr: text(1_000_000) });

export const REINDEX = z.strictObject({
  txHash: text()
    .regex(/^[0-9a-f]{64}$/i, { error: 'must be a transaction hash' })
    .toLowerCase(),
});
