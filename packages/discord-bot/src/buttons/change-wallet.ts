import { CountersignError } from '@countersign/core/errors';
import { addressProblem } from '@countersign/core/escrow';
import type { Reply, Task } from '../task.ts';
import { walletShown } from '../views/wallet.ts';

/** @param address the new one, which the person saw whole beside the old one */
export async function changeWallet({ bot, person, words }: Task, address: string): Promise<Reply> {
  const problem = addressProblem(address, ['account']);
  if (problem !== undefined) throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'address', problem }] });
  await bot.state.setWallet(person, address);
  return { message: walletShown(await bot.state.wallet(person), words) };
}
