import { CountersignError } from '@countersign/core/errors';
import type { Task } from '../bot.ts';

/** @throws CountersignError HANDLE_NOT_FOUND for what somebody else prepared, as for what nobody did */
export function requireOwn({ bot, person }: Task, id: string): void {
  if (bot.state.owns(person, id)) return;
  throw new CountersignError('HANDLE_NOT_FOUND', {
    message: 'You have not prepared this escrow here, or it is too old.',
  });
}
