import { CountersignError } from '@countersign/core/errors';
import type { Reply, Task } from '../bot.ts';
import { balancesMessage } from '../views/balances.ts';
import type { Command } from '../visit.ts';

const MOST = 20;

/** `/escrow balance escrow:` */
export async function balance({ bot, person, signal }: Task, command: Command): Promise<Reply[]> {
  const addresses = (command.texts.get('escrow') ?? '').split(/[\s,;]+/).filter((address) => address !== '');
  if (addresses.length > MOST) {
    throw new CountersignError('INPUT_INVALID', {
      fields: [{ path: 'escrow', problem: `names ${addresses.length} addresses; at most ${MOST} are read at once` }],
    });
  }
  const signer = bot.state.wallet(person)?.address;
  const input = { addresses, ...(signer === undefined ? {} : { signer }) };
  return [{ message: balancesMessage(await bot.desk.balances(input, { signal })) }];
}
