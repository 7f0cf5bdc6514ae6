/** Every kind of escrow that is known here. */
import type { DialectName, Release } from '../escrow/network.ts';
import type { EscrowKind } from './escrow-kind.ts';
import { interfaceMulti } from './interface-multi.ts';
import { interfaceSingle } from './interface-single.ts';
import { liveMulti } from './live-multi.ts';
import { liveSingle } from './live-single.ts';

/** Where two have the same factory function, the first that can be read is meant. */
export const ESCROW_KINDS: readonly EscrowKind[] = [interfaceMulti, liveMulti, liveSingle, interfaceSingle];

/** Those that some service makes, so that a deploy of one may be offered. */
export const SERVED_KINDS = ESCROW_KINDS.filter(({ dialect }) => dialect !== undefined);

/** The kind that a service of this dialect makes; nothing where it makes none of this release. */
export function servedKind(dialect: DialectName = 'seed', release: Release): EscrowKind | undefined {
  return SERVED_KINDS.find((kind) => kind.dialect === dialect && kind.release === release);
}
