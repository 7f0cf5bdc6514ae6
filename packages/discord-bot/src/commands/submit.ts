import type { CallOptions, PersonalDesk, Settlement } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import type { Shown } from '../feed/follow.ts';
import { escrowOf } from '../interactions/escrow-of.ts';
import { readXdr } from '../interactions/inputs.ts';
import type { Command } from '../interactions/interaction.ts';

import { handleMeant } from '../records/reference.ts';
import type { Reply, Task } from '../task.ts';
import { settlementMessage } from '../views/outcome.ts';

/** `/escrow submit`. Anybody may send a signed transaction that they hold; an id is found only for whom it belongs to. */
export async function submit(task: Task, command: Command): Promise<Reply[]> {
  const { desk, call, words } = task;
  const given = command.texts.get('id');
  const id = given === undefined ? undefined : await handleMeant(desk, given);
  // Before anything else that was given is read, so that nothing about it can tell a stranger's id from an unknown one.
  if (id !== undefined) await desk.status(id, call);
  const signedXdr = await readXdr(task, command);
  if (signedXdr === undefined && id === undefined) {
    throw new CountersignError('INPUT_INVALID', {
      fields: [{ path: 'file', problem: words.problems.FILE_OR_ID_MISSING }],
      language: words.language,
    });
  }
  const input = { ...(signedXdr === undefined ? {} : { signedXdr }), ...(id === undefined ? {} : { id }) };
  const settlement = await desk.submit(input, call);
  const message = settlementMessage(settlement, id, { escrow: await escrowOf(desk, settlement, call) }, words);
  const card = await cardOf(desk, settlement, call);
  return [{ message, done: settlement, ...(card === undefined ? {} : { card }) }];
}

/** More becomes of these by itself. */
const GOING_ON: readonly Settlement['status'][] = ['accepted', 'unknown', 'partly-signed'];

/** How the answer is followed; undefined for what was prepared elsewhere or by somebody else. */
async function cardOf(
  desk: PersonalDesk,
  { status, transactionHash }: Settlement,
  call: CallOptions,
): Promise<Shown | undefined> {
  if (!GOING_ON.includes(status)) return undefined;
  try {
    const known = await desk.status(transactionHash, call);
    return { id: known.id, transactionHash, status: status === 'partly-signed' ? known.status : status };
  } catch {
    // The outcome is reported all the same.
    return undefined;
  }
}
