/** Every subcommand of `/escrow`: who may use it, what it may cost, and what it does. */
import { CountersignError } from '@countersign/core/errors';
import { EXPLAIN_MESSAGE } from '../registration/definitions.ts';
import { openSettings } from '../server/actions.ts';
import { type CommandSpec, NO_REQUESTS, ONE_REQUEST, type Reply, type Task } from '../task.ts';
import { notice } from '../views/parts.ts';
import { balance, balanceCost } from './balance.ts';
import { pending, pendingCost, share, submit } from './cards.ts';
import { explain, explainMessage } from './explain.ts';
import { follow, unfollow } from './follow.ts';
import { limits } from './limits.ts';
import { forget, list, listCost } from './list.ts';
import { deploy, fund, trustline } from './prepare.ts';
import { show } from './show.ts';
import { wallet } from './wallet.ts';

const none = () => NO_REQUESTS;
const one = () => ONE_REQUEST;

export const COMMANDS: ReadonlyMap<string, CommandSpec> = new Map<string, CommandSpec>([
  ['deploy', { access: 'prepare', acknowledgement: 'new', cost: one, run: deploy }],
  ['fund', { access: 'fund', acknowledgement: 'new', cost: one, run: fund }],
  ['show', { access: 'everyone', acknowledgement: 'new', cost: one, run: show }],
  ['list', { access: 'everyone', acknowledgement: 'new', cost: listCost, run: list }],
  ['forget', { access: 'everyone', acknowledgement: 'new', cost: none, run: forget }],
  ['follow', { access: 'allowed-roles', acknowledgement: 'new', cost: one, run: follow }],
  ['unfollow', { access: 'allowed-roles', acknowledgement: 'new', cost: one, run: unfollow }],
  ['submit', { access: 'allowed-roles', acknowledgement: 'new', cost: one, run: submit }],
  ['balance', { access: 'everyone', acknowledgement: 'new', cost: balanceCost, run: balance }],
  ['pending', { access: 'allowed-roles', acknowledgement: 'new', cost: pendingCost, run: pending }],
  ['share', { access: 'allowed-roles', acknowledgement: 'new', cost: none, run: share }],
  ['limits', { access: 'everyone', acknowledgement: 'new', cost: none, run: limits }],
  ['trustline', { access: 'allowed-roles', acknowledgement: 'new', cost: none, run: trustline }],
  ['wallet', { access: 'everyone', acknowledgement: 'new', cost: none, run: wallet }],
  ['explain', { access: 'everyone', acknowledgement: 'new', cost: none, run: explain }],
  [EXPLAIN_MESSAGE, { access: 'everyone', acknowledgement: 'new', cost: none, run: explainMessage }],
  ['settings', { access: 'settings', acknowledgement: 'new', cost: none, run: openSettings }],
  ['help', { access: 'everyone', acknowledgement: 'new', cost: none, run: help }],
]);

export const UNKNOWN_COMMAND: CommandSpec = {
  access: 'everyone',
  acknowledgement: 'new',
  cost: none,
  run: async ({ words: { problems, language } }) => {
    throw new CountersignError('INPUT_INVALID', { message: problems.NO_SUCH_COMMAND, language });
  },
};

async function help({ bot, words }: Task): Promise<Reply[]> {
  return [{ message: notice(words.answers.helpHeading(bot.desk.network.name), words.answers.HELP) }];
}
