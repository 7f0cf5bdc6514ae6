/** All fuzz targets: core's readers, the adapters' own readers, and whole surfaces. */
import type { AnyTarget } from '@countersign/testkit/fuzz/target';
import { CORE_TARGETS } from '@countersign/testkit/fuzz/targets';
import { WORST_CASES, type WorstCase } from '@countersign/testkit/fuzz/worst-cases';
import { requestFileTarget, WORST_FILES } from './request-file-target.ts';
import { surfaceTarget, WORST_SURFACE_CASES } from './surface-target.ts';

export const TARGETS: readonly AnyTarget[] = [...CORE_TARGETS, requestFileTarget, surfaceTarget];
export const ALL_WORST_CASES: readonly WorstCase[] = [...WORST_CASES, ...WORST_FILES, ...WORST_SURFACE_CASES];
