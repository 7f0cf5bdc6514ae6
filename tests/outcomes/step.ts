/** What can happen in a schedule, as data. A number picks one of what there is by then: the n-th, counted round. */
import type { Step as DeskStep } from '@countersign/core/internal/workflow/context';
import fc from 'fast-check';
import { DENIALS, type DeployLie, type SendLie } from './lying-service.ts';
import type { SeatNumber } from './seats.ts';

type DrawnBy<A> = A extends fc.Arbitrary<infer Drawn> ? Readonly<Drawn> : never;
export type Happening = DrawnBy<ReturnType<typeof happenings>[number]>;

/** `ours`: addresses fixed by their terms. `foreign`: the service chooses its salts, and lies about addresses too. */
export type Mode = 'ours' | 'foreign';

const DESK_STEPS: readonly DeskStep[] = ['before-build', 'built', 'stored', 'claimed', 'sent', 'recorded'];

const any = <const T>(...values: readonly T[]) => fc.constantFrom(...values);
const pick = fc.nat(7);

const sendLie: fc.Arbitrary<SendLie> = fc.oneof(
  fc.record({ kind: any('forwards and denies'), denial: any(...DENIALS) }),
  fc.record({ kind: any('denies and forwards later'), denial: any(...DENIALS) }),
  fc.constant({ kind: 'says success and sends nothing' } as const),
  fc.record({ kind: any('says the success of another'), isSent: fc.boolean() }),
  fc.constant({ kind: 'is late' } as const),
);

const deployLies: Readonly<Record<Mode, fc.Arbitrary<DeployLie>>> = {
  ours: fc.oneof(
    fc.constant({ kind: 'the answer before' } as const),
    fc.record({ kind: any('other terms'), field: any('receiver', 'title', 'amount') }),
    fc.record({ kind: any('another sequence'), offset: any(1, 5, -1) }),
    fc.constant({ kind: 'refuses' } as const),
  ),
  foreign: fc.oneof(
    fc.constant({ kind: 'the answer before' } as const),
    fc.constant({ kind: 'the address before' } as const),
    fc.constant({ kind: 'its own salt' } as const),
    fc.record({ kind: any('other terms'), field: any('receiver', 'title', 'amount') }),
    fc.record({ kind: any('another sequence'), offset: any(1, 5, -1) }),
  ),
};

/**
 * Each kind of happening with how often it comes. A desk with a store of its own is not among them: the ledger would take
 * its escrow too (decision 86). A backup that is put back is tried with our service alone.
 */
export function happenings(mode: Mode) {
  const seat: fc.Arbitrary<SeatNumber> = any(0, 0, 0, 1);
  const asking = { seat, person: any(0, 0, 0, 0, 1) };
  const ofHandle = { ...asking, handle: pick };
  const often = <T>(times: number, each: fc.Arbitrary<T>) => Array.from({ length: times }, () => each);
  const sometimes = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: undefined, freq: 1 });
  const requestsOf = (who: { readonly seat: fc.Arbitrary<SeatNumber>; readonly person: fc.Arbitrary<0 | 1> }) => [
    ...often(
      3,
      fc.record({
        does: any('prepare'),
        ...who,
        request: any(0, 0, 0, 1, 2),
        another: any(false, false, false, true),
        lie: sometimes(deployLies[mode]),
      }),
    ),
    ...often(
      4,
      fc.record({
        does: any('submit'),
        ...who,
        offer: pick,
        way: any('alone', 'with id', 'page'),
        lie: fc.option(sendLie, { nil: undefined, freq: 2 }),
      }),
    ),
    fc.record({ does: any('renew'), ...who, handle: pick }),
    fc.record({ does: any('fund'), ...who, escrow: pick, amount: any('1', '2') }),
  ];
  const ofAlice = (seat: SeatNumber) => fc.oneof(...requestsOf({ seat: any(seat), person: any(0) }));
  return [
    ...requestsOf(asking),
    ...requestsOf(asking),
    ...often(3, fc.record({ does: any('at once'), one: ofAlice(0), other: ofAlice(1) })),
    fc.record({ does: any('look by hash'), ...asking, offer: pick }),
    fc.record({ does: any('list'), ...asking }),
    ...often(2, fc.record({ does: any('renew'), ...ofHandle })),
    ...often(2, fc.record({ does: any('confirm'), ...ofHandle })),
    ...often(3, fc.record({ does: any('status'), ...ofHandle })),
    fc.record({
      does: any('open page', 'decline', 'discard', 'declare failed', 'send again', 'let the other read'),
      ...ofHandle,
    }),
    fc.record({ does: any('settle all'), seat }),
    ...often(3, fc.record({ does: any('wallet sends'), offer: pick })),
    ...often(2, fc.constant({ does: 'other transaction' } as const)),
    ...often(4, fc.record({ does: any('pass'), seconds: any(3, 60, 95, 130, 130, 4_000, 220_000) })),
    fc.record({ does: any('lie about building'), lie: deployLies[mode] }),
    ...often(2, fc.constant({ does: 'release' } as const)),
    ...often(2, fc.record({ does: any('freeze'), nodes: any('F', 'FH', 'HF', 'HFF', 'FHH') })),
    ...often(2, fc.record({ does: any('silence', 'mute', 'heal', 'heal', 'heal', 'prune', 'archive') })),
    fc.record({ does: any('clock'), seat, hours: any(-1, 0, 1) }),
    ...often(2, fc.record({ does: any('kill'), seat, step: any(...DESK_STEPS) })),
    ...(mode === 'ours' ? [fc.record({ does: any('back up', 'restore') })] : []),
    fc.record({ does: any('live on'), escrow: pick, how: any('progress', 'update') }),
    fc.record({ does: any('occupy', 'tamper'), offer: pick }),
  ];
}
