/** The escrow of an update: the fields of the seed's deploy, plus the progress of milestones. */
import type { Release } from '@countersign/core/network';
import * as z from 'zod';
import type { AskedTerms } from '../contract/terms.ts';
import { flags, milestones, PROGRESS, ROLES, TEXTS } from './terms-bodies.ts';
import { number, party, text } from './validation.ts';

const MAX_MEMO = 2n ** 32n - 1n;
const roles = (receiver: z.ZodType<string | undefined>) =>
  z
    .strictObject({ ...ROLES, release: party, receiver })
    .transform(({ release, ...others }) => ({ ...others, releaseSigner: release }));
const common = {
  ...TEXTS,
  trustline: z.strictObject({ address: party }),
  receiverMemo: number
    .refine((memo) => /^\d{1,20}$/.test(memo), { error: 'must be an integer number' })
    .refine((memo) => !/^\d{1,20}$/.test(memo) || BigInt(memo) <= MAX_MEMO, { error: `must not be above ${MAX_MEMO}` })
    .optional(),
};
const milestone = { description: text(), ...PROGRESS, flags };
const whose = { error: 'must be given for every milestone, unless roles.receiver is' };

export const UPDATES: Readonly<Record<Release, z.ZodType<AskedTerms>>> = {
  single: z.strictObject({
    ...common,
    amount: number,
    roles: roles(party),
    milestones: milestones(z.strictObject(milestone)),
  }) as z.ZodType<AskedTerms>,
  multi: z
    .strictObject({
      ...common,
      roles: roles(party.optional()),
      milestones: milestones(z.strictObject({ ...milestone, amount: number, receiver: party.optional() })),
    })
    .refine(
      ({ roles: { receiver }, milestones: all }) => receiver !== undefined || all.every((each) => each.receiver),
      {
        ...whose,
        path: ['milestones', 'receiver'],
      },
    ) as z.ZodType<AskedTerms>,
};
