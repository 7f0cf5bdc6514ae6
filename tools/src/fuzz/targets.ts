/** All that is fuzzed: what core reads, what an adapter reads by itself, and the surfaces as a whole. */
import type { AnyTarget } from '../../../packages/core/test/fuzz/target.ts';
import { CORE_TARGETS } from '../../../packages/core/test/fuzz/targets.ts';
import { WORST_CASES, type WorstCase } from '../../../packages/core/test/fuzz/worst-cases.ts';
import { requestFileTarget, WORST_FILES } from './request-file-target.ts';
import { surfaceTarget, WORST_SURFACE_CASES } from './surface-target.ts';

export const TARGETS: readonly AnyTarget[] = [...CORE_TARGETS, requestFileTarget, surfaceTarget];
export const ALL_WORST_CASES: readonly WorstCase[] = [...WORST_CASES, ...WORST_FILES, ...WORST_SURFACE_CASES];
