import { CountersignError } from '@countersign/core/errors';
import { readXdr } from '../interactions/inputs.ts';
import type { Command } from '../interactions/interaction.ts';
import type { Reply, Task } from '../task.ts';
import { explanationMessage } from '../views/explanation.ts';

/** `/escrow explain`: what any transaction says, without a word from the service. */
export async function explain(task: Task, command: Command): Promise<Reply[]> {
  const xdr = await readXdr(task, command);
  if (xdr === undefined) {
    throw new CountersignError('INPUT_INVALID', {
      fields: [{ path: 'file', problem: task.words.explain.FILE_MISSING }],
      language: task.words.language,
    });
  }
  return [await explainXdr(task, xdr)];
}

/** @throws CountersignError XDR_UNREADABLE */
export async function explainXdr({ bot, words }: Task, xdr: string): Promise<Reply> {
  const { explainTransaction } = await import('@countersign/core/explain');
  const now = Math.floor(Date.now() / 1_000);
  const explained = explainTransaction(xdr, bot.desk.network, now, { feeStop: bot.feeStop, language: words.language });
  return { message: explanationMessage(explained, words) };
}
