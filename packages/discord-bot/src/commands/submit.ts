import { CountersignError } from '@countersign/core/errors';
import { readXdr } from '../inputs.ts';
import type { Command } from '../interaction.ts';
import { nextTurn } from '../next-turn.ts';
import { handleMeant } from '../records/reference.ts';
import type { Reply, Task } from '../task.ts';
import { settlementMessage } from '../views/outcome.ts';

/** `/escrow submit`. Anybody may send a signed transaction that they hold; an id is found only for whom it belongs to. */
export async function submit({ bot, desk, call }: Task, command: Command): Promise<Reply[]> {
  const given = command.texts.get('id');
  const id = given === undefined ? undefined : await handleMeant(desk, given);
  // Before anything else that was given is read, so that nothing about it can tell a stranger's id from an unknown one.
  if (id !== undefined) await desk.status(id, call);
  const signedXdr = await readXdr(bot, command);
  if (signedXdr === undefined && id === undefined) {
    throw new CountersignError('INPUT_INVALID', {
      fields: [{ path: 'file', problem: 'is missing; attach what your wallet signed, or give its xdr, or the id' }],
    });
  }
  const input = { ...(signedXdr === undefined ? {} : { signedXdr }), ...(id === undefined ? {} : { id }) };
  const settlement = await desk.submit(input, call);
  return [{ message: settlementMessage(settlement, id, await nextTurn(desk, settlement, call)) }];
}
