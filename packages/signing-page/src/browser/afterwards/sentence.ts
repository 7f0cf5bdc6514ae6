import { words } from '../words/words.ts';
import type { Turn } from './life.ts';

export type TurnName = keyof ReturnType<typeof words>['afterwards']['ask'];

export function nameOf({ action }: Turn): TurnName {
  return action in words().afterwards.ask ? (action as TurnName) : 'other';
}

/** "The approver looks at the work and approves it." @param reader the address of the one who reads it */
export function sentenceOf(turn: Turn, reader?: string): string {
  const { turns, roles } = words().afterwards;
  const isYours = reader !== undefined && turn.address === reader;
  return turns[nameOf(turn)](isYours ? undefined : roles[turn.role]);
}
