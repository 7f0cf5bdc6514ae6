/** Who could take the money of an escrow once it is paid in, by the rights of each role in the contract. */
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import { isPaidOut, stateOf } from '../kinds/progress.ts';
import type { BlockingWarning, TakingParty, Warning } from '../words/data/risk.ts';
import { TAKING_WAYS, type TakingWay } from '../words/words.ts';

/** One or two parties who need no one else. For a dispute between two, the dispute resolver comes last. */
export type Taking = {
  readonly way: TakingWay;
  readonly parties: readonly string[];
  /** Of the money that the escrow has yet to pay out. */
  readonly share: 'all' | 'part';
};

/** What an escrow pays out at once: a milestone, or all of a single release. */
type Part = { readonly state: 'open' | 'approved' | 'disputed'; readonly receiver: string };
/** `needs`: everyone who must take part. `part`: what it yields; absent where it yields everything. */
type Plan = { readonly way: TakingWay; readonly needs: readonly string[]; readonly part?: Part };

/** From this fee on, basis points, the platform gets more of a payment than its receiver. */
const MOST_OF_IT = 5_000;

/** Trusted parties take part in nothing; of two, neither can do it alone. A joined role counts as one party. */
export function whoCanTake(escrow: EscrowOnChain, isTrusted: (address: string) => boolean): readonly Taking[] {
  const parts = partsOf(escrow);
  // What is finished needs no money.
  if (parts.length === 0) return [];
  const plans = [...parts.flatMap((part) => plansFor(escrow, part)), ...planToAdd(escrow)]
    .filter(({ needs }) => needs.length <= 2 && !needs.some(isTrusted))
    .sort((one, other) => TAKING_WAYS.indexOf(one.way) - TAKING_WAYS.indexOf(other.way));
  const alone = new Set(plans.flatMap(({ needs: [first, ...others] }) => (others.length === 0 ? [first] : [])));
  const groups = new Map<string, Plan>();
  for (const plan of plans) {
    const group = plan.needs.toSorted().join(' ');
    const isLess = plan.needs.length === 1 || !plan.needs.some((party) => alone.has(party));
    if (isLess && !groups.has(group)) groups.set(group, plan);
  }
  return [...groups].toSorted(byKey).map(([group, { way, needs }]) => {
    const own = plans.filter((plan) => plan.needs.every((party) => needs.includes(party)));
    const yields = (part: Part) => own.some((plan) => plan.part === undefined || plan.part === part);
    const parties = way === 'dispute' ? needs : group.split(' ');
    return { way, parties, share: parts.every(yields) ? 'all' : 'part' };
  });
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1);

function partsOf(escrow: EscrowOnChain): readonly Part[] {
  const { amount, flags = {}, milestones, roles } = escrow;
  if (amount === undefined) {
    return milestones.flatMap((milestone) => {
      const state = stateOf(escrow, milestone);
      if (state === 'released' || state === 'resolved') return [];
      return { state, receiver: milestone.receiver ?? roles.receiver ?? '' };
    });
  }
  if (isPaidOut(flags)) return [];
  const isApproved = milestones.every((milestone) => milestone.flags.approved === true);
  const state = flags.disputed === true ? 'disputed' : isApproved ? 'approved' : 'open';
  return [{ state, receiver: roles.receiver ?? '' }];
}

function plansFor({ roles, platformFee }: EscrowOnChain, part: Part): readonly Plan[] {
  const { approver, serviceProvider, platformAddress, releaseSigner, disputeResolver } = roles;
  const { state, receiver } = part;
  if (state === 'disputed') return [{ way: 'dispute', needs: [disputeResolver], part }];
  const isFee = platformFee >= MOST_OF_IT;
  const movers = state === 'approved' ? [releaseSigner] : [approver, releaseSigner];
  const release: Plan = {
    way: isFee ? 'fee' : state === 'approved' ? 'approved' : 'release',
    needs: distinct([isFee ? platformAddress : receiver, ...movers]),
    part,
  };
  // The contract refuses a dispute that its resolver opens.
  const disputers = distinct([approver, serviceProvider, platformAddress, releaseSigner, receiver]).filter(
    (address) => address !== disputeResolver,
  );
  return [release, ...disputers.map((address): Plan => ({ way: 'dispute', needs: [address, disputeResolver], part }))];
}

/** The platform may add a milestone with its own receiver to an escrow that holds money, and have it paid from that. */
function planToAdd({ milestones, roles }: EscrowOnChain): readonly Plan[] {
  const isOwn = milestones.some(({ receiver }) => receiver !== undefined);
  if (!isOwn) return [];
  return [{ way: 'milestone', needs: distinct([roles.platformAddress, roles.approver, roles.releaseSigner]) }];
}

const distinct = (addresses: readonly string[]): string[] => [...new Set(addresses)];

/**
 * A party whom the signer knows for this sum, or has confirmed, is a warning where they need no one else, and a fact where
 * they need another: familiarity never silences who can take the money.
 * @param trusted whom the signer's wallet knows; absent where that was not looked up, and then only what a single party
 *   could do is judged
 */
export function takingRisk(
  escrow: EscrowOnChain,
  signer: string,
  trusted: ReadonlySet<string> | undefined,
  confirmed: ReadonlySet<string> = new Set(),
): {
  readonly stops: readonly AloneStop[];
  readonly warnings: readonly (AloneWarning | TogetherWarning)[];
  readonly facts: readonly TogetherWarning[];
} {
  const isKnown = (address: string) => trusted?.has(address) === true;
  const all = whoCanTake(escrow, (address) => address === signer);
  const alone = all.flatMap(({ way, share, parties: [address, ...others] }) =>
    address === undefined || others.length > 0 ? [] : [{ way, share, address }],
  );
  const isFamiliar = ({ address }: TakingParty) => isKnown(address) || confirmed.has(address);
  const familiar = alone.filter(isFamiliar).map((params) => ({ code: 'KNOWN_CAN_TAKE_ALONE', params }) as const);
  const strangers = alone
    .filter((each) => !isFamiliar(each))
    .map((params) => ({ code: 'CAN_TAKE_ALONE', params }) as const);
  if (trusted === undefined) return { stops: strangers, warnings: familiar, facts: [] };
  const unknown = whoCanTake(escrow, (address) => address === signer || isKnown(address)).filter(isPair);
  const known = all.filter((taking) => isPair(taking) && taking.parties.some(isKnown));
  // One warning of strangers, so that there is room for others.
  const [warning, ...facts] = warningsOf(unknown);
  return {
    stops: strangers,
    warnings: [...familiar, ...(warning === undefined ? [] : [warning])],
    facts: [...facts, ...warningsOf(known)],
  };
}

const isPair = ({ parties }: Taking): boolean => parties.length === 2;

type AloneStop = Extract<BlockingWarning, { readonly code: 'CAN_TAKE_ALONE' }>;
type AloneWarning = Extract<Warning, { readonly code: 'KNOWN_CAN_TAKE_ALONE' }>;
type TogetherWarning = Extract<Warning, { readonly code: 'CAN_TAKE_TOGETHER' }>;

/** Receivers who need the same other party are named in one warning. @param pairs of one way and share */
function ofOtherWays(pairs: readonly Taking[]): TogetherWarning[] {
  const warning = ({ way, share }: Taking, parties: readonly string[], mover?: string): TogetherWarning => ({
    code: 'CAN_TAKE_TOGETHER',
    params: {
      ...{ way, share, parties: parties.map((address) => ({ address })) },
      ...(mover === undefined ? {} : { mover: { address: mover } }),
    },
  });
  const [first] = pairs;
  const mover = first?.parties.find((party) => pairs.every(({ parties }) => parties.includes(party)));
  if (first === undefined || pairs.length === 1 || mover === undefined) {
    return pairs.map((pair) => warning(pair, pair.parties));
  }
  const receivers = pairs.flatMap(({ parties }) => parties.filter((party) => party !== mover));
  return [warning(first, receivers, mover)];
}

/** All who can open a dispute are named in one warning. */
function warningsOf(pairs: readonly Taking[]): TogetherWarning[] {
  const disputes = pairs.filter(({ way }) => way === 'dispute');
  const others = Map.groupBy(
    pairs.filter(({ way }) => way !== 'dispute'),
    ({ way, share }) => `${way} ${share}`,
  );
  const whole = disputes.filter(({ share }) => share === 'all');
  const worst = whole.length > 0 ? whole : disputes;
  const [first] = worst;
  return [
    ...[...others.values()].flatMap(ofOtherWays),
    ...(first === undefined
      ? []
      : [
          {
            code: 'CAN_TAKE_TOGETHER',
            params: {
              way: 'dispute',
              share: first.share,
              parties: worst.map(({ parties: [address = ''] }) => ({ address })),
              resolver: { address: first.parties[1] ?? '' },
            },
          } as const,
        ]),
  ];
}
