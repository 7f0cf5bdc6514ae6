import { shownState } from '@countersign/core/words';
import type { ListedEscrow } from '../../escrows-view.ts';
import { LIFE_WORDS, STATE_WORDS } from '../words/core-words.ts';

export function escrowText(escrow: Pick<ListedEscrow, 'status' | 'state' | 'turn' | 'setAside'>): string {
  const { status, state, turn, setAside } = escrow;
  if (setAside) return STATE_WORDS['set-aside'];
  return state === undefined ? STATE_WORDS[status] : LIFE_WORDS[shownState(state, turn)];
}
