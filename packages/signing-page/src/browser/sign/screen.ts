/**
 * What is on screen, and what the server has said since. The transaction that a person reads stays until they act; a
 * newer one for the same request is only mentioned beside it.
 */
import type { Difference } from '@countersign/core/errors';
import type { PageView } from '../../page-view.ts';
import { warningText } from '../words/said.ts';
import { words } from '../words/words.ts';
import { type Change, changesBetween } from './changes.ts';
import { phaseOf } from './phase.ts';
import { type Reading, readView } from './read-view.ts';
import type { AnySummary } from './summaries.ts';

export type Screen = {
  readonly view: PageView;
  /** Of the view's transaction: all that is shown of it, and the only one that the buttons act on. */
  readonly reading: Reading;
  /** What is new in it since the transaction that was on screen before. */
  readonly changes: readonly Change[];
  /** What differs in a newer transaction that is not on screen. */
  readonly newer?: readonly Change[];
};

/** The state for the signer. `over`: it expired and was not submitted from here. */
export type Standing = PageView['status']['status'] | 'over';

export function standingOf({ view: { status }, reading }: Pick<Screen, 'view' | 'reading'>): Standing {
  if (status.status === 'unknown' && status.neverSent) return 'over';
  const isOver = reading.kind === 'match' && phaseOf(reading.expiresAt) === 'over';
  return status.status === 'prepared' && isOver ? 'over' : status.status;
}

/** It was never submitted, or the ledger refused it: it, or another for its request, can be signed. */
export function isOpen({ status }: PageView): boolean {
  return (
    ['prepared', 'expired', 'displaced', 'rejected'].includes(status.status) ||
    (status.status === 'unknown' && !!status.neverSent)
  );
}

/** Whether the ledger refused it, or accepted another one instead: only the person has another one prepared. */
export const isRefused = ({ status: { status } }: PageView): boolean => status === 'rejected' || status === 'displaced';

/** Whether there is time to sign the transaction on screen; if not, it is renewed first. */
export function canSignNow({ view, reading }: Screen): boolean {
  if (reading.kind !== 'match' || view.status.status !== 'prepared') return false;
  const phase = phaseOf(reading.expiresAt);
  // A renewal would make earlier signers sign again.
  const isPartlySigned = (view.signers?.have ?? 0) > 0;
  return phase === 'in time' || (isPartlySigned && phase !== 'over');
}

/** Whether a renewal is shown first and needs a separate press to sign. */
export function mustBeShownFirst(screen: Screen): boolean {
  return !canSignNow(screen) && (isRefused(screen.view) || isDifferent(screen.newer ?? []));
}

/** What is shown of it. Once it has settled its terms may have changed: then they are shown as they are now. */
export function shownSummary({ view, reading }: Pick<Screen, 'view' | 'reading'>): AnySummary | undefined {
  return view.escrow?.changed?.summary ?? (reading.kind === 'mismatch' ? undefined : reading.summary);
}

/** How its terms have changed since it was signed: as of now, or as of when it settled. */
export function changesOf({ escrow, status, action }: PageView): readonly Difference[] {
  return (action === 'deploy' && escrow !== undefined ? escrow.changed?.differences : status.changedSince) ?? [];
}

/** Whether more is new than the hash and the time, which are in every transaction. */
export function isDifferent(changes: readonly Change[]): boolean {
  return changes.some(({ matters }) => matters);
}

/** A view that arrived by itself. It replaces another transaction only if there is nothing left to decide. */
export function received(before: Screen | undefined, next: PageView, now: number): Screen {
  if (before === undefined) return { view: next, reading: readView(next, now), changes: [] };
  const { offer } = before.view;
  if (offer.hash === next.offer.hash && offer.unsignedXdr === next.offer.unsignedXdr) {
    return { ...before, view: next };
  }
  const after = replaced(before, next, now);
  const isDecided = !isOpen(before.view) || !isOpen(next);
  if (isDecided || before.reading.kind !== 'match' || after.reading.kind !== 'match') return after;
  const { newer: _, ...kept } = before;
  return next.status.status === 'prepared' ? { ...kept, newer: after.changes } : kept;
}

/** The view that the person asked for, with the differences from the earlier transaction marked. */
export function replaced(before: Screen | undefined, next: PageView, now: number): Screen {
  const reading = readView(next, now);
  if (before?.reading.kind !== 'match' || reading.kind !== 'match') return { view: next, reading, changes: [] };
  const [was, is] = [warningsOf(before.view), warningsOf(next)];
  const warned =
    was === is ? [] : ([{ field: 'Look twice', before: was, after: is, matters: true }] satisfies readonly Change[]);
  return { view: next, reading, changes: [...warned, ...changesBetween(before.reading, reading)] };
}

const warningsOf = ({ judgement }: PageView): string =>
  judgement.warnings.map(warningText).join(' ') || words().panel.nothing;
