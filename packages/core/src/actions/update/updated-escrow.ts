/** The escrow as an update is to leave it. */
import { toBaseUnits, toBasisPoints } from '../../escrow/amount.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../../kinds/escrow-on-chain.ts';
import type { Standing } from '../steps/standing.ts';
import type { UpdateRequest } from './request.ts';

export function updatedEscrow(standing: Standing, request: UpdateRequest): EscrowOnChain {
  const { escrow, decimals } = standing;
  const { roles = {}, platformFee, amount, milestones, addMilestones = [] } = request;
  const { receiver, ...others } = present(roles);
  const own = newMilestone(standing);
  const first = milestones?.map((written, index) => {
    const before = escrow.milestones[index];
    return unchanged(before, own(written, before?.receiver));
  });
  return {
    ...escrow,
    ...present({ engagementId: request.engagementId, title: request.title, description: request.description }),
    ...(platformFee === undefined ? {} : { platformFee: toBasisPoints(platformFee) as number }),
    ...(amount === undefined ? {} : { amount: toBaseUnits(amount, decimals) as bigint }),
    roles: { ...escrow.roles, ...others, ...(receiver === undefined ? {} : { receiver }) },
    milestones: [...(first ?? escrow.milestones), ...addMilestones.map((written) => own(written))],
  };
}

type Written = NonNullable<UpdateRequest['milestones']>[number];

/** A milestone with the same terms as the one in its place keeps that one's progress. */
function unchanged(before: MilestoneOnChain | undefined, now: MilestoneOnChain): MilestoneOnChain {
  const isSame =
    before?.description === now.description && before.amount === now.amount && before.receiver === now.receiver;
  return isSame ? before : now;
}

/** A milestone without a receiver takes that of the milestone in its place, else of the last one. */
function newMilestone({ escrow, decimals }: Standing) {
  const last = escrow.milestones.at(-1);
  return ({ description, amount, receiver }: Written, paidThere = last?.receiver): MilestoneOnChain => {
    const ofOwn = escrow.amount === undefined;
    return {
      description,
      ...(ofOwn ? { amount: toBaseUnits(amount ?? '0', decimals) as bigint } : {}),
      ...(last?.receiver === undefined ? {} : { receiver: receiver ?? paidThere ?? last.receiver }),
      status: 'pending',
      evidence: '',
      flags: ofOwn ? { approved: false, disputed: false, released: false, resolved: false } : { approved: false },
    };
  };
}

/** Without what is left out. */
function present<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
