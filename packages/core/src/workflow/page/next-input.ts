/** The input of a browser that asks for the next step from a settled page. */
import * as z from 'zod';
import { createProblem } from '../../errors/problems.ts';
import { boundedText } from '../../escrow/bounded.ts';
import { report } from '../../escrow/issues.ts';
import { MAX_MILESTONES } from '../../escrow/request.ts';

/** Steps that need only a press. Resolving and withdrawing also need the shares. */
const NEXT_ACTIONS = ['fund', 'change-status', 'approve', 'release'] as const;

export const nextSchema = z
  .strictObject({
    action: z.enum(NEXT_ACTIONS),
    /** Counted from 1. */
    milestone: z.int().min(1).max(MAX_MILESTONES).optional(),
    /** The request's own limits apply as well. */
    evidence: boundedText(10_000).optional(),
  })
  .check((context) => {
    const { action, evidence } = context.value;
    if (evidence === undefined || action === 'change-status') return;
    report(context, createProblem('EVIDENCE_OF_REPORT'), ['evidence']);
  });
export type NextInput = z.input<typeof nextSchema>;
