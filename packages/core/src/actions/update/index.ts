/** The platform changes an escrow's terms, within what its contract lets be changed. */

import * as z from 'zod';
import { type FieldProblem, fieldProblem } from '../../errors/errors.ts';
import { createProblem } from '../../errors/problems.ts';
import { boundedList } from '../../escrow/bounded.ts';
import { fromBasisPoints, toBaseUnits, toBasisPoints } from '../../escrow/index.ts';
import { assetOf } from '../../escrow/network.ts';
import { amountSchema, feeSchema, lineSchema, paragraphSchema, partySchema } from '../../escrow/request.ts';
import { MAX_MILESTONES } from '../../escrow/steps.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../../kinds/escrow-on-chain.ts';
import { text } from '../../kinds/layout.ts';
import { totalAmount } from '../../kinds/progress.ts';
import type { UnmetPrecondition } from '../../words/obstacles.ts';
import { type EscrowState, formatAmount, numbersOf, unmetIf } from '../steps/escrow-state.ts';
import type { StepForm, StepTerms } from '../steps/form.ts';
import { amountProblems, type RequestWith, refusedPayee } from '../steps/request.ts';
import { NO_PAYMENT, type Step } from '../steps/step.ts';
import { listValue, PLACE } from '../steps/values.ts';

/** Fields that an update leaves out stay as they are. `milestones` replaces the list, `addMilestones` extends it. */
const fields = () => {
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

type UpdateRequest = RequestWith<ReturnType<typeof fields>>;

function termProblems(request: UpdateRequest, state: EscrowState): FieldProblem[] {
  const { escrow } = state;
  const { amount, roles } = request;
  const isMulti = escrow.amount === undefined;
  const hasReceivers = escrow.milestones.some(({ receiver }) => receiver !== undefined);
  const ofMilestones = (['milestones', 'addMilestones'] as const).flatMap((list) =>
    (request[list] ?? []).flatMap((milestone, index) => {
      const path = `${list}[${index}]`;
      const isUnfit = (milestone.amount !== undefined) !== isMulti;
      const unfit = isMulti ? 'OWN_AMOUNT_MISSING' : 'AMOUNT_OF_ALL_MILESTONES';
      return [
        ...amountProblems(`${path}.amount`, milestone.amount, request, state),
        ...(isUnfit ? [fieldProblem(`${path}.amount`, unfit)] : []),
        ...(milestone.receiver === undefined || hasReceivers
          ? []
          : [fieldProblem(`${path}.receiver`, 'RECEIVER_OF_ALL_MILESTONES')]),
        ...refusedPayee(`${path}.receiver`, milestone.receiver, request, state),
      ];
    }),
  );
  const receiver =
    roles?.receiver === undefined || escrow.roles.receiver !== undefined
      ? []
      : [fieldProblem('roles.receiver', 'RECEIVER_OF_EACH_MILESTONE')];
  const whole = amount === undefined || !isMulti ? [] : [fieldProblem('amount', 'AMOUNT_OF_EACH_MILESTONE')];
  const refused = refusedPayee('roles.receiver', roles?.receiver, request, state);
  return [...ofMilestones, ...receiver, ...refused, ...whole, ...amountProblems('amount', amount, request, state)];
}

/** The most milestones an escrow may have, before generation B and since. */
const MOST_MILESTONES = { earlier: 10, live: 50 } as const;

export const step: Step<'update', UpdateRequest> = {
  name: 'update',
  change: 'updated',
  setsTerms: true,
  signers: ({ escrow }) => [{ role: 'platformAddress', address: escrow.roles.platformAddress }],
  unmetPreconditions(state, request) {
    const { escrow, kind } = state;
    const after = updatedEscrow(state, request);
    const most = kind.generation === 'B' ? MOST_MILESTONES.live : MOST_MILESTONES.earlier;
    const count = after.milestones.length;
    return [
      ...unmetIf(isEqual(state, escrow, after), 'NOTHING_CHANGES', {}),
      ...unmetIf(count > most, 'TOO_MANY_MILESTONES', { count, most }),
      ...lifeObstacles(state, after),
    ];
  },
  callArguments: (state, request) => ({ escrow: state.kind.encode(updatedEscrow(state, request)) }),
  effect: (state, request) => ({ after: updatedEscrow(state, request), ...NO_PAYMENT }),
  total: (state, request) => totalAmount(updatedEscrow(state, request)),
  emits({ generation }, signer, { engagementId }) {
    const id = text.write(engagementId);
    // Only generation B reports the new terms.
    return generation === 'B'
      ? { data: listValue(signer, id, PLACE), returned: PLACE, copies: 2 }
      : { data: listValue(signer, id), returned: PLACE, copies: 1 };
  },
};

export const form = {
  fields,
  phrase: 'the platform changes the terms',
  problems: termProblems,
  service: { method: 'PUT', path: 'update-escrow', body: { signer: 'signer', escrow: 'terms' } },
  ordered: (request, state) => ({ terms: termsOf(request, state) }),
} satisfies StepForm<UpdateRequest>;

function termsOf(request: UpdateRequest, state: EscrowState): StepTerms {
  const escrow = updatedEscrow(state, request);
  const token = escrow.trustline.address;
  const asset = assetOf(state.network, token);
  const amount = (units: bigint | undefined) => (units === undefined ? {} : { amount: formatAmount(state, units) });
  const { admin: _, observers: __, ...roles } = escrow.roles;
  return {
    engagementId: escrow.engagementId,
    title: escrow.title,
    description: escrow.description,
    platformFee: fromBasisPoints(escrow.platformFee),
    roles,
    ...amount(escrow.amount),
    milestones: escrow.milestones.map(({ amount: units, ...milestone }) => ({ ...milestone, ...amount(units) })),
    token,
    ...(asset === undefined ? {} : { asset }),
    ...(escrow.receiverMemo === undefined ? {} : { receiverMemo: `${escrow.receiverMemo}` }),
  };
}

/** Changes that the escrow's progress, or the money in it, no longer allows. */
function lifeObstacles(state: EscrowState, after: EscrowOnChain): UnmetPrecondition[] {
  const { escrow, held, kind } = state;
  const isLive = kind.generation === 'B';
  const isAppended =
    isLive && isEqual(state, escrow, { ...after, milestones: after.milestones.slice(0, escrow.milestones.length) });
  const begun = numbersOf(state, ({ flags }) => Object.values({ ...flags, ...escrow.flags }).includes(true));
  const isWholeBegun = Object.values(escrow.flags ?? {}).includes(true);
  // Milestones whose flags are set may not be taken away or exchanged; generation A lets nothing be changed then, and
  // neither does a single release, unless milestones are added while it holds money and none of its own flags is set.
  const isHeldFast =
    escrow.flags === undefined
      ? begun.some((number) => !isLive || !isSameMilestone(state, after, number))
      : isWholeBegun || (held === 0n && begun.length > 0);
  const money = { held: formatAmount(state, held), token: state.token, canAppend: isLive };
  return [
    ...unmetIf(held > 0n && !isAppended, 'HOLDS_MONEY', money),
    ...unmetIf(isHeldFast, 'LIFE_HAS_BEGUN', { milestones: begun }),
  ];
}

const isEqual = ({ kind }: EscrowState, one: EscrowOnChain, other: EscrowOnChain): boolean =>
  kind.encode(one).equals(kind.encode(other));

function isSameMilestone(state: EscrowState, after: EscrowOnChain, number: number): boolean {
  const alone = (escrow: EscrowOnChain) => ({
    ...state.escrow,
    milestones: escrow.milestones.slice(number - 1, number),
  });
  return isEqual(state, alone(state.escrow), alone(after));
}

function updatedEscrow(state: EscrowState, request: UpdateRequest): EscrowOnChain {
  const { escrow, decimals } = state;
  const { roles = {}, platformFee, amount, milestones, addMilestones = [] } = request;
  const { receiver, ...others } = present(roles);
  const own = newMilestone(state);
  const first = milestones?.map((terms, index) => {
    const before = escrow.milestones[index];
    return unchanged(before, own(terms, before?.receiver));
  });
  return {
    ...escrow,
    ...present({ engagementId: request.engagementId, title: request.title, description: request.description }),
    ...(platformFee === undefined ? {} : { platformFee: toBasisPoints(platformFee) as number }),
    ...(amount === undefined ? {} : { amount: toBaseUnits(amount, decimals) as bigint }),
    roles: { ...escrow.roles, ...others, ...(receiver === undefined ? {} : { receiver }) },
    milestones: [...(first ?? escrow.milestones), ...addMilestones.map((terms) => own(terms))],
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
function newMilestone({ escrow, decimals }: EscrowState) {
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

function present<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
