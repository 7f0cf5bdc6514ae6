/**
 * What is on screen, and what the server has said since. The transaction that a person reads stays until they ask for
 * another one: a newer one for the same request, whoever had it prepared, only stands beside it.
 */
import type { PageView } from '../page-view.ts';
import { phaseOf } from './band.ts';
import { type Change, changesBetween } from './changes.ts';
import { type Match, type Mismatch, readView } from './read-view.ts';

export type Screen = {
  readonly view: PageView;
  /** Of the view's transaction: all that is shown of it, and the only one that the buttons act on. */
  readonly reading: Match | Mismatch;
  /** What is new in it since the transaction that was on screen before. */
  readonly changes: readonly Change[];
  /** What differs in a newer transaction that is not on screen. */
  readonly newer?: readonly Change[];
};

/** Nothing of the transaction was sent, or the ledger refused it: it, or another for its request, can be signed. */
export function isOpen({ status }: PageView): boolean {
  return status.status === 'prepared' || status.status === 'expired' || status.status === 'rejected';
}

/** Whether the transaction on screen can be signed in peace; if not, a newer one comes first. */
export function canSignNow({ view, reading }: Screen): boolean {
  const isInTime = reading.kind === 'match' && phaseOf(reading.expiresAt) === 'in time';
  return isInTime && view.status.status === 'prepared';
}

/** A view that came by itself. It takes the place of another transaction only where there is nothing left to decide. */
export function received(before: Screen | undefined, next: PageView, now: number): Screen {
  if (before === undefined) return { view: next, reading: readView(next, now), changes: [] };
  const { offer } = before.view;
  if (offer.hash === next.offer.hash && offer.unsignedXdr === next.offer.unsignedXdr) {
    return { view: next, reading: before.reading, changes: before.changes };
  }
  const reading = readView(next, now);
  if (!isOpen(before.view) || !isOpen(next) || before.reading.kind === 'mismatch' || reading.kind === 'mismatch') {
    return replaced(before, next, now);
  }
  const { newer: _, ...kept } = before;
  return next.status.status === 'prepared' ? { ...kept, newer: changesBetween(before.reading, reading) } : kept;
}

/** The view that the person asked for: what differs from the transaction before is marked. */
export function replaced(before: Screen | undefined, next: PageView, now: number): Screen {
  const reading = readView(next, now);
  const isComparable = before?.reading.kind === 'match' && reading.kind === 'match';
  return { view: next, reading, changes: isComparable ? changesBetween(before.reading, reading) : [] };
}
