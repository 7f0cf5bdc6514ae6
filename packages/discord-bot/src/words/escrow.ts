/** How a milestone stands. */
import type { EscrowView } from '@countersign/core';

export type MilestoneState = NonNullable<EscrowView['milestones'][number]['state']>;
