/** The platform changes an escrow's terms, within what its contract lets be changed. */
import { fromBasisPoints } from '../../escrow/index.ts';
import { assetOf } from '../../escrow/network.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { text } from '../../kinds/layout.ts';
import { totalAmount } from '../../kinds/progress.ts';
import type { Obstacle } from '../../words/obstacles.ts';
import type { StepForm, StepTerms } from '../steps/form.ts';
import { numbersOf } from '../steps/of-milestone.ts';
import { type Standing, written } from '../steps/standing.ts';
import { NO_PAYMENT, type Step } from '../steps/step.ts';
import { listValue, PLACE } from '../steps/values.ts';
import { fields, termProblems, type UpdateRequest } from './request.ts';
import { updatedEscrow } from './updated-escrow.ts';

/** The most milestones an escrow may have, before generation B and since. */
const MOST_MILESTONES = { earlier: 10, live: 50 } as const;

export const step: Step<'update', UpdateRequest> = {
  name: 'update',
  change: 'updated',
  setsTerms: true,
  signers: ({ escrow }) => [{ role: 'platformAddress', address: escrow.roles.platformAddress }],
  obstacles(standing, request) {
    const { escrow, kind } = standing;
    const after = updatedEscrow(standing, request);
    const most = kind.generation === 'B' ? MOST_MILESTONES.live : MOST_MILESTONES.earlier;
    const count = after.milestones.length;
    return [
      ...(isEqual(standing, escrow, after) ? [{ code: 'NOTHING_CHANGES', params: {} } as const] : []),
      ...(count > most ? [{ code: 'TOO_MANY_MILESTONES', params: { count, most } } as const] : []),
      ...lifeObstacles(standing, after),
    ];
  },
  given: (standing, request) => ({ escrow: standing.kind.encode(updatedEscrow(standing, request)) }),
  effect: (standing, request) => ({ after: updatedEscrow(standing, request), ...NO_PAYMENT }),
  total: (standing, request) => totalAmount(updatedEscrow(standing, request)),
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
  ordered: (request, standing) => ({ terms: termsOf(request, standing) }),
} satisfies StepForm<UpdateRequest>;

function termsOf(request: UpdateRequest, standing: Standing): StepTerms {
  const escrow = updatedEscrow(standing, request);
  const token = escrow.trustline.address;
  const asset = assetOf(standing.network, token);
  const amount = (units: bigint | undefined) => (units === undefined ? {} : { amount: written(standing, units) });
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
function lifeObstacles(standing: Standing, after: EscrowOnChain): Obstacle[] {
  const { escrow, held, kind } = standing;
  const isLive = kind.generation === 'B';
  const isAppended =
    isLive && isEqual(standing, escrow, { ...after, milestones: after.milestones.slice(0, escrow.milestones.length) });
  const begun = numbersOf(standing, ({ flags }) => Object.values({ ...flags, ...escrow.flags }).includes(true));
  const isWholeBegun = Object.values(escrow.flags ?? {}).includes(true);
  // Milestones whose flags are set may not be taken away or exchanged; generation A lets nothing be changed then, and
  // neither does a single release, unless milestones are added while it holds money and none of its own flags is set.
  const isHeldFast =
    escrow.flags === undefined
      ? begun.some((number) => !isLive || !isSameMilestone(standing, after, number))
      : isWholeBegun || (held === 0n && begun.length > 0);
  return [
    ...(held > 0n && !isAppended
      ? [
          {
            code: 'HOLDS_MONEY',
            params: { held: written(standing, held), token: standing.token, canAppend: isLive },
          } as const,
        ]
      : []),
    ...(isHeldFast ? [{ code: 'LIFE_HAS_BEGUN', params: { milestones: begun } } as const] : []),
  ];
}

const isEqual = ({ kind }: Standing, one: EscrowOnChain, other: EscrowOnChain): boolean =>
  kind.encode(one).equals(kind.encode(other));

function isSameMilestone(standing: Standing, after: EscrowOnChain, number: number): boolean {
  const alone = (escrow: EscrowOnChain) => ({
    ...standing.escrow,
    milestones: escrow.milestones.slice(number - 1, number),
  });
  return isEqual(standing, alone(standing.escrow), alone(after));
}
