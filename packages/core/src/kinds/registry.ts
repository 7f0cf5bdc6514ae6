/** Every kind of escrow that is known here. */
import type { EscrowKind } from './escrow-kind.ts';
import { generationASingle } from './generation-a-single.ts';
import { generationBMulti } from './generation-b-multi.ts';
import { generationBSingle } from './generation-b-single.ts';
import { interfaceMulti } from './interface-multi.ts';

/** Where two have the same factory function, the first that can be read is meant. */
export const ESCROW_KINDS: readonly EscrowKind[] = [
  interfaceMulti,
  generationBMulti,
  generationBSingle,
  generationASingle,
];

export const OFFERED_KINDS = ESCROW_KINDS.filter(({ isOffered }) => isOffered);
