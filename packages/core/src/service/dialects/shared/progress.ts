import type { StepTerms } from '../../escrow-service.ts';

type Milestone = StepTerms['milestones'][number];

const NO_FLAGS = { approved: false, disputed: false, released: false, resolved: false };

/** What was done to a milestone; what stands as it did at the beginning is left out, as a deploy leaves it out. */
export function progressOf({ status, evidence, flags }: Milestone): object {
  return {
    ...(status === 'pending' ? {} : { status }),
    ...(evidence === '' ? {} : { evidence }),
    ...(Object.values(flags).includes(true) ? { flags: { ...NO_FLAGS, ...flags } } : {}),
  };
}
