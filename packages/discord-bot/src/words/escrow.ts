/** Of an escrow that stands: whose turn can be what, and how a milestone stands. */
import type { EscrowView } from '@countersign/core';

export type TurnAction = NonNullable<EscrowView['turn']>[number]['action'];
export type MilestoneState = NonNullable<EscrowView['milestones'][number]['state']>;
