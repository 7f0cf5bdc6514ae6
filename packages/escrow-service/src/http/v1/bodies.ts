/** Strict schemas of the live service's bodies. */
import type { Release } from '@countersign/core/network';
import * as z from 'zod';
import type { AskedTerms } from '../../contract/terms.ts';
import type { LiveDeploy } from '../../live/deploy.ts';
import { approved, flags, milestones, PROGRESS, ROLES, TEXTS } from '../terms-bodies.ts';
import { address, number, party, text } from '../validation.ts';

/** An asset code on Stellar. */
const SYMBOL = /^[a-zA-Z0-9]{1,12}$/;

const roles = { ...ROLES, releaseSigner: party };
const trustline = z.strictObject({
  address: party,
  symbol: text().regex(SYMBOL, { error: 'must be a valid asset code' }),
});
const ofSingle = { ...TEXTS, amount: number, roles: z.strictObject({ ...roles, receiver: party }), trustline };
const ofMulti = { ...TEXTS, roles: z.strictObject(roles), trustline };
const paid = { description: text(), amount: number, receiver: party };

const signer = address('account');

export const DEPLOYS: Readonly<Record<Release, z.ZodType<LiveDeploy>>> = {
  single: z.strictObject({ signer, ...ofSingle, milestones: milestones(z.strictObject({ description: text() })) }),
  multi: z.strictObject({ signer, ...ofMulti, milestones: milestones(z.strictObject(paid)) }),
};

/** The escrow of an update. The names of progress fields are those of v1's rows. */
export const UPDATES: Readonly<Record<Release, z.ZodType<AskedTerms>>> = {
  single: z.strictObject({
    ...ofSingle,
    milestones: milestones(
      z
        .strictObject({ description: text(), ...PROGRESS, approved })
        .transform(({ approved = false, ...milestone }) => ({ ...milestone, flags: { approved } })),
    ),
  }),
  multi: z.strictObject({ ...ofMulti, milestones: milestones(z.strictObject({ ...paid, ...PROGRESS, flags })) }),
};

export const SEND = z.strictObject({ signedXdr: text(1_000_000) });

export const REINDEX = z.strictObject({
  txHash: text()
    .regex(/^[0-9a-f]{64}$/i, { error: 'must be a transaction hash' })
    .toLowerCase(),
});
