/** The kinds that some service makes. Kept apart, so that the page, which compares only these, loads no others. */
import type { DialectName, Release } from '../escrow/network.ts';
import type { EscrowKind } from './escrow-kind.ts';
import { interfaceMulti } from './interface-multi.ts';
import { liveMulti } from './live-multi.ts';
import { liveSingle } from './live-single.ts';

/** A deploy of one of these may be offered. */
export const SERVED_KINDS: readonly EscrowKind[] = [interfaceMulti, liveMulti, liveSingle];

/** The kind that a service of this dialect makes; undefined where it makes none of this release. */
export function servedKind(dialect: DialectName = 'seed', release: Release): EscrowKind | undefined {
  return servedKinds(dialect).find((kind) => kind.release === release);
}

/** All kinds that a service of this dialect makes. */
export function servedKinds(dialect: DialectName = 'seed'): readonly EscrowKind[] {
  return SERVED_KINDS.filter((kind) => kind.dialect === dialect);
}
