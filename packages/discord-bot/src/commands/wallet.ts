import { CountersignError } from '@countersign/core/errors';
import { addressProblem } from '@countersign/core/escrow';
import type { Command } from '../interactions/interaction.ts';
import type { Reply, Task } from '../task.ts';
import { walletChange } from '../views/wallet.ts';
import { showWallet } from '../wallets/proven.ts';

/** `/escrow wallet`: remembers the person's own address. A change of it asks again. */
export async function wallet(task: Task, command: Command): Promise<Reply[]> {
  const { bot, person, words } = task;
  const known = await bot.state.wallet(person);
  const address = command.texts.get('address')?.trim();
  if (address === undefined) return [await showWallet(task)];
  const problem = addressProblem(address, ['account']);
  if (problem !== undefined) throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'address', problem }] });
  if (known !== undefined && known.address !== address) return [{ message: walletChange(known, address, words) }];
  if (known === undefined) await bot.state.setWallet(person, address);
  return [await showWallet(task)];
}
