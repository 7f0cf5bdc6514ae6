import type { ActionName } from '../../actions/action.ts';
import { STEP_NAMES } from '../../escrow/steps.ts';
import { type Handle, isDecided, mayBeSent } from '../store/offers.ts';

/** The actions that the signing page shows. */
const PAGES = ['deploy', 'fund', 'trust', ...STEP_NAMES] as const satisfies readonly ActionName[];
export type PageAction = (typeof PAGES)[number];

export function hasPage(action: ActionName): action is PageAction {
  return PAGES.some((each) => each === action);
}

/** Whether it can still be signed on its page. */
export function isOpen(handle: Handle): boolean {
  return handle.end === undefined && !isDecided(handle) && !handle.offers.some(mayBeSent) && hasPage(handle.action);
}
