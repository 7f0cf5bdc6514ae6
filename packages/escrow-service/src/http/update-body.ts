/** The escrow of an update: the fields of the seed's deploy, plus the progress of milestones. */
import * as z from 'zod';
import type { AskedTerms } from '../contract/terms.ts';
import { flags, milestones, PROGRESS, ROLES, TEXTS } from './terms-bodies.ts';
import { number, party, text } from './validation.ts';

export const UPDATE: z.ZodType<AskedTerms> = z.strictObject({
  ...TEXTS,
  roles: z
    .strictObject({ ...ROLES, release: party, receiver: party })
    .transform(({ release, ...roles }) => ({ ...roles, releaseSigner: release })),
  milestones: milestones(z.strictObject({ description: text(), amount: number, ...PROGRESS, flags })),
  trustline: z.strictObject({ address: party }),
  receiverMemo: number.refine((memo) => /^\d{1,20}$/.test(memo), { error: 'must be an integer number' }).optional(),
});
