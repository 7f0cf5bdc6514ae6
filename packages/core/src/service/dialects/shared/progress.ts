import type { StepTerms } from '../../escrow-service.ts';

type Milestone = StepTerms['milestones'][number];

const NO_FLAGS = { approved: false, disputed: false, released: false, resolved: false };

/** A milestone's progress; initial values are left out, as in a deploy. */
export function progressOf({ status, evidence, flags }: Milestone): object {
  return {
    ...(status === 'pending' ? {} : { status }),
    ...(evidence === '' ? {} : { evidence }),
    ...(Object.values(flags).includes(true) ? { flags: { ...NO_FLAGS, ...flags } } : {}),
  };
}
