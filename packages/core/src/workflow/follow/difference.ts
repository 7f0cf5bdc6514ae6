/** What happened to an escrow between two of its states, computed from the states only. */

import { fromBaseUnits } from '../../escrow/index.ts';
import type { Network } from '../../escrow/network.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../../kinds/escrow-on-chain.ts';
import { payoutOf } from '../../kinds/index.ts';
import { isReported } from '../../kinds/progress.ts';
import { CHANGE_KINDS, type EscrowChange } from '../../words/data/schemas.ts';
import { termsOf } from '../model/step-terms.ts';
import { assetOf, shownLine } from '../read/escrow-terms.ts';
import type { FollowedEscrow } from './state.ts';

type Flags = MilestoneOnChain['flags'];
type Flag = keyof Flags;
type Change = Omit<EscrowChange, 'escrow' | 'ledger'>;

/**
 * @param funded base units that arrived, by events; it only says how an inflow and an outflow make up the difference
 * @returns the changes in the order of reporting
 */
export function differencesOf(
  address: string,
  before: FollowedEscrow,
  after: FollowedEscrow,
  network: Network,
  funded = 0n,
): EscrowChange[] {
  const changes = [...presence(before, after), ...steps(before, after), ...money(before, after, network, funded)];
  const ledger = Math.max(after.contract?.modified ?? 0, after.held?.modified ?? 0) || after.asOf;
  return changes
    .map((change) => ({ escrow: address, ledger, ...change }))
    .sort((one, other) => CHANGE_KINDS.indexOf(one.kind) - CHANGE_KINDS.indexOf(other.kind));
}

function presence(before: FollowedEscrow, after: FollowedEscrow): Change[] {
  if (before.state === after.state || after.state === 'absent') return [];
  const deployed: Change[] = before.state === 'absent' ? [{ kind: 'deployed' }] : [];
  if (after.state === 'archived') return [...deployed, { kind: 'archived' }];
  return before.state === 'archived' ? [{ kind: 'restored' }] : deployed;
}

/** Unknown code is not believed: only its balance counts, which the token reports. */
const readable = ({ escrow, codeIs }: FollowedEscrow): EscrowOnChain | undefined =>
  codeIs === 'unknown' ? undefined : escrow;

function steps(before: FollowedEscrow, after: FollowedEscrow): Change[] {
  const [old, now] = [readable(before), readable(after)];
  if (old === undefined || now === undefined) return [];
  const isUpdated = termsOf(old) !== termsOf(now);
  const ofMilestones = now.milestones.flatMap((milestone, index): Change[] => {
    const earlier = old.milestones[index];
    if (earlier === undefined) return [];
    const place = { milestone: index + 1 };
    const resolved = isNew(earlier.flags, milestone.flags, 'resolved');
    return [
      // Not a report: the contract itself writes a status when it resolves, and an update may reset a milestone.
      ...(resolved || (isUpdated && !isReported(milestone)) ? [] : reported(earlier, milestone, place)),
      ...(isNew(earlier.flags, milestone.flags, 'approved') ? [{ kind: 'approved', ...place } as const] : []),
      ...(isNew(earlier.flags, milestone.flags, 'disputed') ? [{ kind: 'disputed', ...place } as const] : []),
    ];
  });
  return [
    ...(isUpdated ? [{ kind: 'updated' } as const] : []),
    ...ofMilestones,
    ...(isNew(old.flags, now.flags, 'disputed') ? [{ kind: 'disputed' } as const] : []),
  ];
}

function reported(earlier: MilestoneOnChain, now: MilestoneOnChain, place: { readonly milestone: number }): Change[] {
  const isSameStatus = earlier.status === now.status;
  if (isSameStatus && earlier.evidence === now.evidence) return [];
  const evidence = shownLine(now.evidence);
  const status = isSameStatus ? {} : { before: shownLine(earlier.status), after: shownLine(now.status) };
  return [{ kind: 'status', ...place, ...status, ...(evidence === '' ? {} : { evidence }) }];
}

const isNew = (old: Flags = {}, now: Flags = {}, flag: Flag): boolean => now[flag] === true && old[flag] !== true;

/** A part of the escrow that is paid at once: a milestone, or the whole of a single release. */
type Part = { readonly milestone?: number; readonly amount: bigint; readonly receiver: string | undefined };

function partsThatBecame(flag: Flag, old: EscrowOnChain | undefined, now: EscrowOnChain | undefined): Part[] {
  if (old === undefined || now === undefined) return [];
  if (now.amount !== undefined) {
    const whole = { amount: now.amount, receiver: now.roles.receiver };
    return isNew(old.flags, now.flags, flag) ? [whole] : [];
  }
  return now.milestones.flatMap(({ flags, amount = 0n, receiver = now.roles.receiver }, index) =>
    isNew(old.milestones[index]?.flags, flags, flag) && index < old.milestones.length
      ? [{ milestone: index + 1, amount, receiver }]
      : [],
  );
}

/** What the balance moved beyond what was released is what arrived, or what a resolver paid out. */
function money(before: FollowedEscrow, after: FollowedEscrow, network: Network, funded: bigint): Change[] {
  const [old, now] = [readable(before), readable(after)];
  const released = partsThatBecame('released', old, now);
  const resolved = partsThatBecame('resolved', old, now);
  const decimals = (after.held ?? before.held)?.decimals;
  const escrow = after.escrow ?? before.escrow;
  const paid = (units: bigint) =>
    decimals === undefined || escrow === undefined
      ? {}
      : { amount: fromBaseUnits(units, decimals), token: assetOf(escrow, network) };
  const payments = released.map(({ amount, receiver, ...place }): Change => {
    const to = receiver === undefined ? {} : { to: receiver };
    return { kind: 'released', ...place, ...paid(payoutOf(amount, now?.platformFee ?? 0).receiver), ...to };
  });
  const moved = movedBeyond(released, before, after);
  const { inflow, outflow } = flows(moved, resolved, funded, before.held?.units ?? 0n, now?.amount !== undefined);
  return [
    ...(inflow > 0n ? [{ kind: 'funded', ...paid(inflow) } as const] : []),
    ...payments,
    ...resolved.map(
      ({ milestone }): Change => ({
        kind: 'resolved',
        ...(milestone === undefined ? {} : { milestone }),
        ...(resolved.length === 1 && outflow > 0n ? paid(outflow) : {}),
      }),
    ),
    ...(resolved.length === 0 && outflow > 0n ? [{ kind: 'withdrawn', ...paid(outflow) } as const] : []),
  ];
}

function movedBeyond(released: readonly Part[], before: FollowedEscrow, after: FollowedEscrow): bigint {
  const isSameToken = before.escrow?.trustline.address === after.escrow?.trustline.address;
  const isFresh = before.state === 'absent';
  if (after.held === undefined || !(isFresh || (before.held !== undefined && isSameToken))) return 0n;
  return after.held.units - (before.held?.units ?? 0n) + released.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Events count only as far as the terms allow what they say: an outflow up to the amount that was resolved. */
function flows(moved: bigint, resolved: readonly Part[], funded: bigint, held: bigint, isSingle: boolean) {
  const most = isSingle ? held + funded : resolved.reduce((sum, { amount }) => sum + amount, 0n);
  const outflow = funded - moved;
  if (resolved.length > 0 && funded > 0n && outflow > 0n && outflow <= most) return { inflow: funded, outflow };
  return moved > 0n ? { inflow: moved, outflow: 0n } : { inflow: 0n, outflow: -moved };
}
