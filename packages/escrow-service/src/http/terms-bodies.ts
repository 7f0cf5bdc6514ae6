/** Parts of the bodies that name an escrow's terms. */
import { toBasisPoints } from '@countersign/core/escrow';
import * as z from 'zod';
import { number, party, text, textOrNone } from './validation.ts';

const MAX_TITLE = 100;
const MAX_DESCRIPTION = 500;
const MAX_MILESTONES = 50;

export const TEXTS = {
  engagementId: text(),
  title: text(MAX_TITLE),
  description: text(MAX_DESCRIPTION),
  // It is not known whether the live service cuts or rounds fractions of a basis point. The contract limits the fee.
  platformFee: number.refine((percent) => toBasisPoints(percent) !== undefined, {
    error: 'must be a number conforming to the specified constraints',
  }),
};

/** The roles that every escrow has under these names. */
export const ROLES = { approver: party, serviceProvider: party, platformAddress: party, disputeResolver: party };

export const milestones = <T extends z.ZodType>(milestone: T) =>
  z
    .array(milestone, { error: 'must be an array' })
    .min(1, { error: 'must contain at least 1 elements' })
    .max(MAX_MILESTONES, { error: `must contain no more than ${MAX_MILESTONES} elements` });

const flag = z.boolean({ error: 'must be a boolean value' });
/** A milestone's progress; default: its initial state. */
export const PROGRESS = {
  status: text().optional(),
  evidence: textOrNone().optional(),
};
export const approved = flag.optional();
export const flags = z.strictObject({ approved: flag, disputed: flag, released: flag, resolved: flag }).optional();
