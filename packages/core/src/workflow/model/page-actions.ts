/** What can be done on a signing page: which actions have one, and what a browser sends that asks for the next step. */
import * as z from 'zod';
import type { ActionName } from '../../actions/action.ts';
import { createProblem } from '../../errors/problems.ts';
import { boundedText } from '../../escrow/bounded.ts';
import { report } from '../../escrow/issues.ts';
import { MAX_MILESTONES, STEP_NAMES } from '../../escrow/steps.ts';
import { isDecided, mayBeSent, type PreparedRequest } from './requests.ts';

const PAGES = ['deploy', 'fund', 'trust', ...STEP_NAMES] as const satisfies readonly ActionName[];
export type PageAction = (typeof PAGES)[number];

export function hasPage(action: ActionName): action is PageAction {
  return PAGES.some((each) => each === action);
}

export function isOpen(prepared: PreparedRequest): boolean {
  return (
    prepared.end === undefined &&
    !isDecided(prepared) &&
    !prepared.transactions.some(mayBeSent) &&
    hasPage(prepared.action)
  );
}

/**
 * What needs only a press. Resolving and withdrawing need shares, but for what ends the escrow together. `plan`: the next
 * of several milestones that were asked for in one request. `trust`: the trustline that a payee of this one lacks.
 */
const NEXT_ACTIONS = ['fund', 'change-status', 'approve', 'release', 'end', 'plan', 'trust'] as const;

/** The input of a browser that asks for the next step from a settled page, or for what a payee lacks. */
export const nextSchema = z
  .strictObject({
    action: z.enum(NEXT_ACTIONS),
    /** Counted from 1. */
    milestone: z.int().min(1).max(MAX_MILESTONES).optional(),
    /** The request's own limits apply as well. */
    evidence: boundedText(10_000).optional(),
    /** Of a trustline: whose account it is for. */
    address: boundedText(56).optional(),
  })
  .check((context) => {
    const { action, evidence } = context.value;
    if (evidence === undefined || action === 'change-status') return;
    report(context, createProblem('EVIDENCE_OF_REPORT'), ['evidence']);
  });
export type NextInput = z.input<typeof nextSchema>;
