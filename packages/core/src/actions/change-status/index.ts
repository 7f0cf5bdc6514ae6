/** The service provider says how far a milestone is, with evidence. */
import * as z from 'zod';
import { createProblem } from '../../errors/problems.ts';
import { failWith } from '../../escrow/issues.ts';
import { lineSchema, paragraphOf } from '../../escrow/request.ts';
import { MAX_EVIDENCE, MAX_STATUS } from '../../escrow/steps.ts';
import { mostThat } from '../emitted.ts';
import { finishedObstacles, linkFacts, milestoneOf, unmetIf, withMilestone } from '../steps/escrow-state.ts';
import type { StepForm } from '../steps/form.ts';
import { milestone, type RequestWith } from '../steps/request.ts';
import { NO_PAYMENT, type Step } from '../steps/step.ts';
import { indexOf } from '../steps/values.ts';

const fields = () => ({
  milestone: milestone(),
  status: lineSchema
    .refine((text) => [...text].length <= MAX_STATUS, failWith(createProblem('LONGER_THAN', { most: MAX_STATUS })))
    .default('completed'),
  /** Absent: the contract keeps its present evidence. */
  evidence: paragraphOf(MAX_EVIDENCE).optional(),
});
type Request = RequestWith<ReturnType<typeof fields>>;

export const step: Step<'change-status', Request> = {
  name: 'change-status',
  change: 'status',
  signers: ({ escrow }) => [{ role: 'serviceProvider', address: escrow.roles.serviceProvider }],
  unmetPreconditions(state, { milestone, status, evidence }) {
    const where = state.escrow.flags === undefined ? { milestone } : {};
    const before = milestoneOf(state, milestone);
    const isSame = before?.status === status && (evidence === undefined || evidence === before.evidence);
    return [
      // The contract accepts a report on a finished milestone, but no one would act on it.
      ...finishedObstacles(state, where),
      ...unmetIf(isSame, 'ALREADY_REPORTED', { milestone }),
    ];
  },
  callArguments: (_, { milestone, status, evidence }) => ({ ...indexOf(milestone), status, evidence }),
  effect: ({ escrow }, { milestone, status, evidence }) => ({
    after: withMilestone(escrow, milestone, (before) => ({ status, evidence: evidence ?? before.evidence })),
    ...NO_PAYMENT,
  }),
  risk: (_, { evidence }) => ({ facts: linkFacts(evidence) }),
  tooLong(request, { after }, fits) {
    const evidence = [...(milestoneOf({ escrow: after }, request.milestone)?.evidence ?? '')];
    const cut = (length: number) => () => ({ evidence: evidence.slice(0, length).join('') });
    const most = mostThat(evidence.length, (length) =>
      fits({ after: withMilestone(after, request.milestone, cut(length)) }),
    );
    return { code: 'REPORT_TOO_LONG', params: { length: evidence.length, most } };
  },
};

export const form = {
  fields,
  phrase: 'the service provider reports on a milestone: its status, and evidence of the work',
  asks: () => ({
    status: z.string().describe('Of change-status, in a few words; completed if left out'),
    evidence: z.string().describe('Of change-status: where the work can be seen'),
  }),
  service: {
    path: 'change-milestone-status',
    body: { milestoneIndex: 'index', newStatus: 'status', newEvidence: 'evidence', serviceProvider: 'signer' },
  },
  ordered: ({ status, evidence }) => ({ status, evidence }),
} satisfies StepForm<Request>;
