/** Whose turn it is, in a sentence. A turn without sentences of its own is called by what it is. */
import { actions } from '../words/said.ts';
import { words } from '../words/words.ts';
import type { Turn } from './life.ts';

/** "The approver looks at the work and approves it." @param isYours whether the one who reads it does it */
export function sentenceOf({ action, role }: Turn, isYours = false): string {
  const { roles, turn, whereAsked } = words().afterwards;
  const { verb, turn: does, life = { does, youDo: whereAsked(verb) } } = actions[action];
  return turn(isYours ? undefined : roles[role], life.does, life.youDo);
}

/** "please look at the work" */
export const askOf = ({ action }: Turn): string => actions[action].life?.ask ?? actions[action].verb;
