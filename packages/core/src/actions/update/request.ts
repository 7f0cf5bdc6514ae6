/** What an update may change. */
import * as z from 'zod';
import { type FieldProblem, fieldProblem } from '../../errors/errors.ts';
import { createProblem } from '../../errors/problems.ts';
import { boundedList } from '../../escrow/bounded.ts';
import { amountSchema, feeSchema, lineSchema, paragraphSchema, partySchema } from '../../escrow/request.ts';
import { amountProblems, MAX_MILESTONES, type RequestWith } from '../steps/request.ts';
import type { Standing } from '../steps/standing.ts';

/** Fields that an update leaves out stay as they are. `milestones` replaces the list, `addMilestones` extends it. */
export const fields = () => {
  const role = partySchema.optional();
  const milestone = z.strictObject({
    description: paragraphSchema,
    amount: amountSchema.optional(),
    /** Multi release only. Default: the receiver of the milestone that it replaces, else of the last one. */
    receiver: partySchema.optional(),
  });
  const tooMany = createProblem('TOO_MANY_MILESTONES', { most: MAX_MILESTONES });
  const milestones = (empty: 'NO_MILESTONES' | 'NO_ADDED_MILESTONES') =>
    boundedList(milestone, MAX_MILESTONES, { empty: createProblem(empty), tooMany }).optional();
  return {
    engagementId: lineSchema.optional(),
    title: lineSchema.optional(),
    description: paragraphSchema.optional(),
    platformFee: feeSchema.optional(),
    roles: z
      .strictObject({
        approver: role,
        serviceProvider: role,
        releaseSigner: role,
        disputeResolver: role,
        receiver: role,
      })
      .optional(),
    /** Single release only. */
    amount: amountSchema.optional(),
    milestones: milestones('NO_MILESTONES'),
    addMilestones: milestones('NO_ADDED_MILESTONES'),
  };
};

export type UpdateRequest = RequestWith<ReturnType<typeof fields>>;

/** Terms that the kind of escrow or its token do not allow. */
export function termProblems(request: UpdateRequest, standing: Standing): FieldProblem[] {
  const { escrow } = standing;
  const { amount, roles } = request;
  const isMulti = escrow.amount === undefined;
  const hasReceivers = escrow.milestones.some(({ receiver }) => receiver !== undefined);
  const ofMilestones = (['milestones', 'addMilestones'] as const).flatMap((list) =>
    (request[list] ?? []).flatMap((milestone, index) => {
      const path = `${list}[${index}]`;
      const isUnfit = (milestone.amount !== undefined) !== isMulti;
      const unfit = isMulti ? 'OWN_AMOUNT_MISSING' : 'AMOUNT_OF_ALL_MILESTONES';
      return [
        ...amountProblems(`${path}.amount`, milestone.amount, request, standing),
        ...(isUnfit ? [fieldProblem(`${path}.amount`, unfit)] : []),
        ...(milestone.receiver === undefined || hasReceivers
          ? []
          : [fieldProblem(`${path}.receiver`, 'RECEIVER_OF_ALL_MILESTONES')]),
      ];
    }),
  );
  const receiver =
    roles?.receiver === undefined || escrow.roles.receiver !== undefined
      ? []
      : [fieldProblem('roles.receiver', 'RECEIVER_OF_EACH_MILESTONE')];
  const whole = amount === undefined || !isMulti ? [] : [fieldProblem('amount', 'AMOUNT_OF_EACH_MILESTONE')];
  return [...ofMilestones, ...receiver, ...whole, ...amountProblems('amount', amount, request, standing)];
}
