/** Every subcommand of `/escrow`: who may use it, what it may cost, and what it does. */
import { CountersignError } from '@countersign/core/errors';
import { format } from '@countersign/core/text/message';
import { openSettings } from '../server/actions.ts';
import { type CommandSpec, NO_REQUESTS, ONE_REQUEST, type Reply, type Task } from '../task.ts';
import { notice } from '../views/parts.ts';
import { balance, balanceCost } from './balance.ts';
import { pending, pendingCost, share, submit } from './cards.ts';
import { explain, explainMessage } from './explain.ts';
import { follow, unfollow } from './follow.ts';
import { limits } from './limits.ts';
import { forget, list, listCost } from './list.ts';
import {
  Attachment,
  escrow,
  followed,
  limit,
  MAX_TEXT,
  nameOption,
  signed,
  Text,
  type Unworded,
  User,
  YesOrNo,
} from './options.ts';
import { deploy, fund, trustline } from './prepare.ts';
import { show } from './show.ts';
import { wallet } from './wallet.ts';

/** Its name in the menu of a message, which Discord sends back. */
export const EXPLAIN_MESSAGE = 'Explain this XDR';

/** Without a ledger to ask they would only be refused. */
export const NEED_LEDGER: readonly string[] = ['fund', 'follow', 'unfollow', 'trustline'];

type Subcommand = Omit<CommandSpec, 'acknowledgement'> & Omit<Unworded, 'type'>;

const none = () => NO_REQUESTS;
const one = () => ONE_REQUEST;

/** As they are registered with Discord, and what they do. Their words are in the catalogue, by these names (`commands`). */
export const SUBCOMMANDS = [
  {
    name: 'deploy',
    options: [{ type: Attachment, name: 'file' }, nameOption('from'), { type: YesOrNo, name: 'another' }],
    access: 'prepare',
    cost: one,
    run: deploy,
  },
  {
    name: 'fund',
    options: [
      escrow,
      { type: Text, name: 'amount', max_length: 50 },
      { type: Text, name: 'way', choices: ['escrow', 'transfer'] },
    ],
    access: 'fund',
    cost: one,
    run: fund,
  },
  {
    name: 'show',
    options: [escrow],
    access: 'everyone',
    cost: one,
    run: show,
  },
  {
    name: 'list',
    options: [{ type: Text, name: 'status', choices: ['open', 'sent', 'settled', 'ended'] }],
    access: 'everyone',
    cost: listCost,
    run: list,
  },
  {
    name: 'forget',
    options: [escrow],
    access: 'everyone',
    cost: none,
    run: forget,
  },
  {
    name: 'follow',
    options: followed,
    access: 'allowed-roles',
    cost: one,
    run: follow,
  },
  {
    name: 'unfollow',
    options: followed,
    access: 'allowed-roles',
    cost: one,
    run: unfollow,
  },
  {
    name: 'submit',
    options: [...signed, nameOption('id')],
    access: 'allowed-roles',
    cost: one,
    run: submit,
  },
  {
    name: 'balance',
    options: [
      { type: Text, name: 'escrow', max_length: 2_000, autocomplete: true },
      { type: YesOrNo, name: 'all' },
    ],
    access: 'everyone',
    cost: balanceCost,
    run: balance,
  },
  {
    name: 'pending',
    options: [nameOption('id')],
    access: 'allowed-roles',
    cost: pendingCost,
    run: pending,
  },
  {
    name: 'share',
    options: [
      nameOption('id', { required: true }),
      { type: User, name: 'user', required: true },
      { type: Text, name: 'right', required: true, choices: ['read', 'sign'] },
    ],
    access: 'allowed-roles',
    cost: none,
    run: share,
  },
  {
    name: 'limits',
    options: [limit('max-amount'), limit('max-per-day')],
    access: 'everyone',
    cost: none,
    run: limits,
  },
  {
    name: 'trustline',
    options: [{ type: Text, name: 'token', required: true, max_length: 100 }],
    access: 'allowed-roles',
    cost: none,
    run: trustline,
  },
  {
    name: 'wallet',
    options: [{ type: Text, name: 'address', max_length: 100 }],
    access: 'everyone',
    cost: none,
    run: wallet,
  },
  {
    name: 'explain',
    options: [
      { type: Attachment, name: 'file' },
      { type: Text, name: 'xdr', max_length: MAX_TEXT },
    ],
    access: 'everyone',
    cost: none,
    run: explain,
  },
  {
    name: 'settings',
    access: 'settings',
    cost: none,
    run: openSettings,
  },
  {
    name: 'help',
    access: 'everyone',
    cost: none,
    run: help,
  },
] as const satisfies readonly Subcommand[];

export const COMMANDS: ReadonlyMap<string, CommandSpec> = new Map<string, CommandSpec>([
  ...SUBCOMMANDS.map(({ name, ...rules }) => [name, { acknowledgement: 'new', ...rules }] as const),
  [EXPLAIN_MESSAGE, { access: 'everyone', acknowledgement: 'new', cost: none, run: explainMessage }],
]);

export const UNKNOWN_COMMAND: CommandSpec = {
  access: 'everyone',
  acknowledgement: 'new',
  cost: none,
  run: async ({ words: { problems, language } }) => {
    throw new CountersignError('INPUT_INVALID', { message: problems.noSuchCommand, language });
  },
};

async function help({ bot, words }: Task): Promise<Reply[]> {
  return [
    { message: notice(format(words.answers.helpHeading, { network: bot.desk.network.name }), words.answers.help) },
  ];
}
