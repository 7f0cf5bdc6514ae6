import type { ActionName } from '../actions/action.ts';
import { STEP_NAMES } from '../escrow/steps.ts';

/** The actions that the signing page shows. */
const PAGES = ['deploy', 'fund', 'trust', ...STEP_NAMES] as const satisfies readonly ActionName[];
export type PageAction = (typeof PAGES)[number];

export function hasPage(action: ActionName): action is PageAction {
  return PAGES.some((each) => each === action);
}
