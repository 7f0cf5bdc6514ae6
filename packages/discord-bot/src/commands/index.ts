/** Every subcommand of `/escrow`: who may use it, what it may cost, and what it does. */
import { format } from '@countersign/core/text/message';
import { openSettings } from '../server/actions.ts';
import { type CommandSpec, NO_REQUESTS, ONE_REQUEST, type Reply, type Task } from '../task.ts';
import { notice } from '../views/parts.ts';
import { invalid } from '../words/index.ts';
import { submit } from './cards.ts';
import { deploy, deployModal } from './deploy.ts';
import { explain, explainMessage } from './explain.ts';
import { list, listCost } from './list.ts';
import { Attachment, nameOption, signed, Text, type Unworded, YesOrNo } from './options.ts';
import { wallet } from './wallet.ts';

/** Its name in the menu of a message, which Discord sends back. */
export const EXPLAIN_MESSAGE = 'Explain this XDR';

/** The same of a person. */
export const ESCROW_WITH = 'Escrow with this person';

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
    modal: deployModal,
    run: deploy,
  },
  {
    name: 'list',
    options: [nameOption('escrow', 2_000), { type: Text, name: 'status', choices: ['open', 'settled', 'ended'] }],
    access: 'everyone',
    cost: listCost,
    run: list,
  },
  {
    name: 'wallet',
    options: [{ type: Text, name: 'address', max_length: 100 }],
    access: 'everyone',
    cost: none,
    run: wallet,
  },
  { name: 'submit', options: [...signed, nameOption('id')], access: 'allowed-roles', cost: one, run: submit },
  { name: 'explain', options: signed, access: 'everyone', cost: none, run: explain },
  { name: 'settings', access: 'settings', cost: none, run: openSettings },
  { name: 'help', access: 'everyone', cost: none, run: help },
] as const satisfies readonly Subcommand[];

export const COMMANDS: ReadonlyMap<string, CommandSpec> = new Map<string, CommandSpec>([
  ...SUBCOMMANDS.map(({ name, ...rules }) => [name, { acknowledgement: 'new', ...rules }] as const),
  [EXPLAIN_MESSAGE, { access: 'everyone', acknowledgement: 'new', cost: none, run: explainMessage }],
  [ESCROW_WITH, { access: 'prepare', acknowledgement: 'new', cost: one, modal: deployModal, run: deploy }],
]);

export const UNKNOWN_COMMAND: CommandSpec = {
  access: 'everyone',
  acknowledgement: 'new',
  cost: none,
  run: async ({ words }) => {
    throw invalid(words, { message: words.problems.noSuchCommand });
  },
};

async function help({ bot, words }: Task): Promise<Reply[]> {
  return [
    { message: notice(format(words.answers.helpHeading, { network: bot.desk.network.name }), words.answers.help) },
  ];
}
