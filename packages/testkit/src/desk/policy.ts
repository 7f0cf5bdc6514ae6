/** The policy of most desks in tests; in a file of its own, since child processes cannot load Vitest. */
import type { DeskParts } from '@countersign/core/internal/workflow/create-desk';

export const policy: DeskParts['policy'] = {
  maxFee: 50_000_000n,
  allowPartly: false,
  allowForeign: false,
  readOnly: false,
};
