/** Whom a request pays, in its two forms. Apart from its schema, since a browser compares requests without one. */
import type { DeployRequest, Milestone, Roles } from './request.ts';

type Payees = {
  readonly roles: Pick<Roles, 'receiver'>;
  readonly milestones: readonly Pick<Milestone, 'receiver'>[];
};

export const receiverOf = ({ roles, milestones }: Payees, index: number): string =>
  (milestones[index]?.receiver ?? roles.receiver) as string;

/** Everyone who is paid for a milestone, each once, in the order of the milestones. */
export const payeesOf = (request: Payees): string[] => [
  ...new Set(request.milestones.map((_, index) => receiverOf(request, index))),
];

/** Everyone who has a role or is paid, each once. */
export const partiesOf = ({ roles, milestones }: Pick<DeployRequest, 'roles' | 'milestones'>): string[] => [
  ...new Set([...Object.values(roles), ...payeesOf({ roles, milestones })]),
];

/** The one form of equal terms: a receiver of all milestones is a role, different ones are each milestone's own. */
export function withPayees(request: DeployRequest): DeployRequest {
  const { receiver: _, ...roles } = request.roles;
  const own = request.milestones.map((_, index) => receiverOf(request, index));
  const first = own[0] as string;
  const isOne = own.every((receiver) => receiver === first);
  return {
    ...request,
    roles: isOne ? { ...roles, receiver: first } : roles,
    milestones: request.milestones.map(({ description, amount }, index) =>
      isOne ? { description, amount } : { description, amount, receiver: own[index] as string },
    ),
  };
}
