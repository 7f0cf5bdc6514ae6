import { CountersignError } from '@countersign/core/errors';
import { addressProblem } from '@countersign/core/escrow';
import type { Reply, Task } from '../task.ts';
import { notice } from '../views/notice.ts';
import { showWallet } from '../wallets/proven.ts';

/** @param address the new one, which the person saw whole beside the old one */
export async function changeWallet(task: Task, address: string): Promise<Reply> {
  const problem = addressProblem(address, ['account']);
  if (problem !== undefined) throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'address', problem }] });
  await task.bot.state.setWallet(task.person, address);
  return await showWallet(task);
}

export async function removeWallet({ bot, person, words: { wallet: own } }: Task): Promise<Reply> {
  await bot.state.removeWallet(person);
  return { message: notice(own.REMOVED, own.IS_REMOVED) };
}
