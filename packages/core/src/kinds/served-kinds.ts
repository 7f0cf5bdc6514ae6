/** The kinds that a service makes. Kept apart, so that the page, which compares only these, loads no others. */
import type { Release } from '../escrow/network.ts';
import type { EscrowKind } from './escrow-kind.ts';
import { liveMulti } from './live-multi.ts';
import { liveSingle } from './live-single.ts';

/** A deploy of one of these may be offered; the others are read and explained. */
export const SERVED_KINDS: readonly EscrowKind[] = [liveMulti, liveSingle];

export const servedKind = (release: Release): EscrowKind => (release === 'single' ? liveSingle : liveMulti);
