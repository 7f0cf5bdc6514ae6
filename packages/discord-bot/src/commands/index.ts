/** Every subcommand of `/escrow`: its words in English, who may use it, what it may cost, and what it does. */
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
import { Attachment, escrow, followed, limit, MAX_TEXT, nameOption, signed, Text, User, YesOrNo } from './options.ts';
import { deploy, fund, trustline } from './prepare.ts';
import { show } from './show.ts';
import { wallet } from './wallet.ts';

/** Its name in the menu of a message, which Discord sends back. */
export const EXPLAIN_MESSAGE = 'Explain this XDR';

/** Without a ledger to ask they would only be refused. */
export const NEED_LEDGER: readonly string[] = ['fund', 'follow', 'unfollow', 'trustline'];

type Subcommand = Omit<CommandSpec, 'acknowledgement'> & {
  readonly name: string;
  readonly description: string;
  readonly options?: readonly object[];
};

const none = () => NO_REQUESTS;
const one = () => ONE_REQUEST;

/** As they are registered with Discord, and what they do; Spanish is in `words/es/commands.ts`. */
export const SUBCOMMANDS = [
  {
    name: 'deploy',
    description: 'Make an escrow by forms or from a file, and see what you would sign',
    options: [
      {
        type: Attachment,
        name: 'file',
        description: 'The request as YAML or JSON, as a draft gives it; without it forms open',
      },
      nameOption('from', 'An earlier escrow to copy: its title, its address (C…), or the id on its card'),
      {
        type: YesOrNo,
        name: 'another',
        description: 'A second escrow with the same terms as one that exists. You confirm it on the card.',
      },
    ],
    access: 'prepare',
    cost: one,
    run: deploy,
  },
  {
    name: 'fund',
    description: 'Prepare a payment into an escrow, and see what you would sign',
    options: [
      escrow,
      { type: Text, name: 'amount', description: 'In the token, like 150; else what is missing', max_length: 50 },
      {
        type: Text,
        name: 'way',
        description: 'How it is paid; else by the escrow’s contract',
        choices: [
          { name: 'By the escrow’s contract, which refuses changed terms', value: 'escrow' },
          { name: 'A plain transfer, which checks nothing', value: 'transfer' },
        ],
      },
    ],
    access: 'fund',
    cost: one,
    run: fund,
  },
  {
    name: 'show',
    description: 'See how an escrow stands and whose turn it is, and do what is yours to do',
    options: [escrow],
    access: 'everyone',
    cost: one,
    run: show,
  },
  {
    name: 'list',
    description: 'Your escrows in this server, newest first',
    options: [
      {
        type: Text,
        name: 'status',
        description: 'Only those that stand so',
        choices: [
          { name: 'To be signed', value: 'open' },
          { name: 'Sent, outcome not known yet', value: 'sent' },
          { name: 'Settled', value: 'settled' },
          { name: 'Ended before they settled', value: 'ended' },
        ],
      },
    ],
    access: 'everyone',
    cost: listCost,
    run: list,
  },
  {
    name: 'forget',
    description: 'Remove one of your escrows that is over from the records here',
    options: [escrow],
    access: 'everyone',
    cost: none,
    run: forget,
  },
  {
    name: 'follow',
    description: 'Tell a channel or thread what happens to an escrow, and whose turn it is',
    options: followed,
    access: 'allowed-roles',
    cost: one,
    run: follow,
  },
  {
    name: 'unfollow',
    description: 'Tell a channel or thread nothing more of an escrow',
    options: followed,
    access: 'allowed-roles',
    cost: one,
    run: unfollow,
  },
  {
    name: 'submit',
    description: 'Send what your wallet signed, once',
    options: [...signed, nameOption('id', 'Id on the card, or its title, to learn what became of it')],
    access: 'allowed-roles',
    cost: one,
    run: submit,
  },
  {
    name: 'balance',
    description: 'Read what escrows hold',
    options: [
      {
        type: Text,
        name: 'escrow',
        description: 'Its title, or up to 20 addresses (C…) with spaces between them',
        max_length: 2_000,
        autocomplete: true,
      },
      { type: YesOrNo, name: 'all', description: 'All your escrows in this server, with totals' },
    ],
    access: 'everyone',
    cost: balanceCost,
    run: balance,
  },
  {
    name: 'pending',
    description: 'Show what you prepared here that is not settled yet',
    options: [nameOption('id', 'One of yours by its title, or the id of one that was shared with you')],
    access: 'allowed-roles',
    cost: pendingCost,
    run: pending,
  },
  {
    name: 'share',
    description: 'Let somebody else here see one of your escrows, or sign it as well',
    options: [
      nameOption('id', 'Its title, or the id on its card', { required: true }),
      { type: User, name: 'user', description: 'Who may do so', required: true },
      {
        type: Text,
        name: 'right',
        description: 'What they may do',
        required: true,
        choices: [
          { name: 'See it', value: 'read' },
          { name: 'See it, sign it, send it, discard it', value: 'sign' },
        ],
      },
    ],
    access: 'allowed-roles',
    cost: none,
    run: share,
  },
  {
    name: 'limits',
    description: 'Show or set your own limits: beyond them nothing is prepared for you here',
    options: [
      limit('max-amount', 'The highest total of one escrow'),
      limit('max-per-day', 'The highest total of one day (UTC), of one token'),
    ],
    access: 'everyone',
    cost: none,
    run: limits,
  },
  {
    name: 'trustline',
    description: 'Let your own account hold a token, so that it can be paid',
    options: [
      {
        type: Text,
        name: 'token',
        description: 'USDC, or the token’s contract (C…)',
        required: true,
        max_length: 100,
      },
    ],
    access: 'allowed-roles',
    cost: none,
    run: trustline,
  },
  {
    name: 'wallet',
    description: 'Save your own address (G…), or show the saved one',
    options: [{ type: Text, name: 'address', description: 'Your account address (G…)', max_length: 100 }],
    access: 'everyone',
    cost: none,
    run: wallet,
  },
  {
    name: 'explain',
    description: 'Explain in plain words what a transaction does',
    options: [
      { type: Attachment, name: 'file', description: 'File with the XDR (base64)' },
      { type: Text, name: 'xdr', description: 'The XDR itself', max_length: MAX_TEXT },
    ],
    access: 'everyone',
    cost: none,
    run: explain,
  },
  {
    name: 'settings',
    description: 'For members with Manage Server: who may do what here, where, and within which limits',
    access: 'settings',
    cost: none,
    run: openSettings,
  },
  {
    name: 'help',
    description: 'How this works, and what it never does',
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
