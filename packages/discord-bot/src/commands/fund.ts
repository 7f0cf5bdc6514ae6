import type { PrepareInput } from '@countersign/core';
import type { Command } from '../interactions/interaction.ts';
import { escrowMeant } from '../records/reference.ts';
import type { Reply, Task } from '../task.ts';
import { fundingMessage } from '../views/funding-card.ts';

/** `/escrow fund escrow: amount: way:`, of an address, the id on a card, or a title */
export async function fund({ bot, desk, person, call, words }: Task, { texts }: Command): Promise<Reply[]> {
  const meant = await escrowMeant(desk, texts.get('escrow') ?? '');
  const signer = (await bot.state.wallet(person))?.address;
  const input = {
    ...('id' in meant ? meant : { escrow: meant.contractId }),
    ...given('amount', texts.get('amount')?.trim()),
    ...given('way', texts.get('way')),
    ...given('signer', signer),
  };
  const prepared = await desk.prepare('fund', input as PrepareInput<'fund'>, call);
  return [{ message: fundingMessage(prepared, undefined, words), card: prepared }];
}

const given = (name: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [name]: value };
