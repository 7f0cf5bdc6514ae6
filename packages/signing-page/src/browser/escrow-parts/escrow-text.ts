import { shownState } from '@countersign/core/words';
import type { ListedEscrow } from '../../escrows-view.ts';
import { core } from '../words/words.ts';

export type ListedState = Pick<ListedEscrow, 'status' | 'state' | 'turn' | 'setAside'>;

export function escrowText({ status, state, turn, setAside }: ListedState): string {
  if (setAside) return core.STATE_WORDS['set-aside'];
  return state === undefined ? core.STATE_WORDS[status] : core.LIFE_WORDS[shownState(state, turn)];
}
