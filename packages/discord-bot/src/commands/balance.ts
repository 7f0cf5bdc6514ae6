import { CountersignError, toCountersignError } from '@countersign/core/errors';
import type { Command } from '../interaction.ts';
import type { Cost, CostFacts, Reply, Task } from '../task.ts';
import { balancesMessage } from '../views/balances.ts';

const MOST = 20;

/** `/escrow balance escrow:` */
export async function balance({ bot, desk, person, call }: Task, command: Command): Promise<Reply[]> {
  const addresses = addressesIn(command);
  if (addresses.length > MOST) {
    throw new CountersignError('INPUT_INVALID', {
      fields: [{ path: 'escrow', problem: `names ${addresses.length} addresses; at most ${MOST} are read at once` }],
    });
  }
  const signer = bot.state.wallet(person)?.address;
  const input = { addresses, ...(signer === undefined ? {} : { signer }) };
  try {
    return [{ message: balancesMessage(await desk.balances(input, call)) }];
  } catch (thrown) {
    throw signer === undefined && isAboutSigner(thrown) ? WALLET_FIRST : thrown;
  }
}

export function balanceCost(command: Command, { mostBalanceRequests }: CostFacts): Cost {
  return { requests: mostBalanceRequests(addressesIn(command).length), cards: 0 };
}

/** What stands in `escrow:`, whatever it is. */
function addressesIn({ texts }: Command): string[] {
  return (texts.get('escrow') ?? '').split(/[\s,;]+/).filter((address) => address !== '');
}

/** The service wants to know who asks; where nobody is set for all, it is the person. */
const WALLET_FIRST = new CountersignError('INPUT_INVALID', {
  message: 'The service needs to know who is asking, and you have saved no wallet here.',
  remedy: 'Save your own account address once with /escrow wallet, then try again.',
});

function isAboutSigner(thrown: unknown): boolean {
  return toCountersignError(thrown).fields?.every(({ path }) => path === 'signer') ?? false;
}
