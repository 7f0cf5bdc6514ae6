import type { PrepareInput } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { FileError } from '../file-error.ts';
import { readFile } from '../inputs.ts';
import type { Command } from '../interaction.ts';
import { MAX_REQUEST_BYTES, readRequestFile } from '../request-file.ts';
import type { Reply, Task } from '../task.ts';
import { alreadyPrepared } from '../team/equal-request.ts';
import { cardMessage } from '../views/card.ts';

/** `/escrow deploy file: another:` */
export async function deploy(task: Task, command: Command): Promise<Reply[]> {
  const { bot, desk, person, call } = task;
  const text = await readFile(bot, command, MAX_REQUEST_BYTES);
  if (text === undefined) {
    throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'file', problem: 'is missing; attach one' }] });
  }
  const { input, lineOf } = readRequestFile(text);
  try {
    const request = withSigner(input, bot.state.wallet(person)?.address) as PrepareInput<'deploy'>;
    const prepared = await desk.prepare('deploy', request, { ...call, another: command.chosen.has('another') });
    const theirs = await alreadyPrepared(task, prepared);
    if (theirs !== undefined) return [theirs];
    return [{ message: cardMessage(prepared), card: prepared }];
  } catch (thrown) {
    throw new FileError(thrown, lineOf);
  }
}

/** A request that names no signer is signed by the person's remembered wallet. */
function withSigner(input: unknown, signer: string | undefined): unknown {
  if (signer === undefined || typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return 'signer' in input ? input : { ...input, signer };
}
