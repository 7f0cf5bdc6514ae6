import { CountersignError } from '@countersign/core/errors';
import type { Reply, Task } from '../bot.ts';
import { readXdr } from '../inputs.ts';
import { settlementMessage } from '../views/outcome.ts';
import type { Command } from '../visit.ts';

/**
 * `/escrow submit`. Whoever holds a signed transaction may send it; by its id alone only those may ask who
 * prepared it here.
 */
export async function submit({ bot, person, signal }: Task, command: Command): Promise<Reply[]> {
  const signedXdr = await readXdr(bot, command);
  const id = command.texts.get('id')?.trim();
  if (signedXdr === undefined && id === undefined) {
    throw new CountersignError('INPUT_INVALID', {
      fields: [{ path: 'file', problem: 'is missing; attach what your wallet signed, or give its xdr, or the id' }],
    });
  }
  if (signedXdr === undefined && !bot.state.owns(person, id as string)) throw new CountersignError('HANDLE_NOT_FOUND');
  const input = { ...(signedXdr === undefined ? {} : { signedXdr }), ...(id === undefined ? {} : { id }) };
  return [{ message: settlementMessage(await bot.desk.submit(input, { signal }), id) }];
}
