/** The commands as they are registered with Discord, in English; Spanish is in `words/es/commands.ts`. */
import type { Abilities } from '@countersign/core/settings/abilities';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type RESTPutAPIApplicationCommandsJSONBody,
} from 'discord.js';
import { WRITABLE_CHANNELS } from '../discord/permissions.ts';
import { COMMANDS_ES } from '../words/es/commands.ts';
import { type Definition, localised } from './localise.ts';

/** Its name in the menu of a message, which Discord sends back. */
export const EXPLAIN_MESSAGE = 'Explain this XDR';

const { Attachment, Boolean: YesOrNo, Channel, String: Text, Subcommand, User } = ApplicationCommandOptionType;

/** Discord's limit for a text option; longer texts come as a file. */
const MAX_TEXT = 6_000;

const ID_LENGTH = 100;

const limit = <const Name extends string>(name: Name, description: string) =>
  ({ type: Text, name, description: `${description}, like 150; “none” removes it`, max_length: 50 }) as const;

const signed = [
  { type: Attachment, name: 'file', description: 'File with the signed XDR (base64)' },
  { type: Text, name: 'xdr', description: 'The signed XDR itself, if it is short enough', max_length: MAX_TEXT },
] as const;

const GUILD_ALONE = {
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
} as const;

/** Names an escrow; titles are suggested while somebody types. */
const escrow = {
  type: Text,
  name: 'escrow',
  description: 'Its title, its address (C…), or the id on its card',
  required: true,
  max_length: ID_LENGTH,
  autocomplete: true,
} as const;

const followed = [
  escrow,
  {
    type: Channel,
    name: 'channel',
    description: 'Where it is told; else here',
    channel_types: [...WRITABLE_CHANNELS],
  },
] as const;

const ENGLISH = [
  {
    type: ApplicationCommandType.ChatInput,
    name: 'escrow',
    description: 'Milestone escrow on Stellar: prepared here, signed by your own wallet',
    ...GUILD_ALONE,
    options: [
      {
        type: Subcommand,
        name: 'deploy',
        description: 'Make an escrow by forms or from a file, and see what you would sign',
        options: [
          {
            type: Attachment,
            name: 'file',
            description: 'The request as YAML or JSON, as a draft gives it; without it forms open',
          },
          {
            type: Text,
            name: 'from',
            description: 'An earlier escrow to copy: its title, its address (C…), or the id on its card',
            max_length: ID_LENGTH,
            autocomplete: true,
          },
          {
            type: YesOrNo,
            name: 'another',
            description: 'A second escrow with the same terms as one that exists. You confirm it on the card.',
          },
        ],
      },
      {
        type: Subcommand,
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
      },
      {
        type: Subcommand,
        name: 'show',
        description: 'See how an escrow stands and whose turn it is, and do what is yours to do',
        options: [escrow],
      },
      {
        type: Subcommand,
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
      },
      {
        type: Subcommand,
        name: 'forget',
        description: 'Remove one of your escrows that is over from the records here',
        options: [escrow],
      },
      {
        type: Subcommand,
        name: 'follow',
        description: 'Tell a channel or thread what happens to an escrow, and whose turn it is',
        options: followed,
      },
      {
        type: Subcommand,
        name: 'unfollow',
        description: 'Tell a channel or thread nothing more of an escrow',
        options: followed,
      },
      {
        type: Subcommand,
        name: 'submit',
        description: 'Send what your wallet signed, once',
        options: [
          ...signed,
          {
            type: Text,
            name: 'id',
            description: 'Id on the card, or its title, to learn what became of it',
            max_length: ID_LENGTH,
            autocomplete: true,
          },
        ],
      },
      {
        type: Subcommand,
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
      },
      {
        type: Subcommand,
        name: 'pending',
        description: 'Show what you prepared here that is not settled yet',
        options: [
          {
            type: Text,
            name: 'id',
            description: 'One of yours by its title, or the id of one that was shared with you',
            max_length: ID_LENGTH,
            autocomplete: true,
          },
        ],
      },
      {
        type: Subcommand,
        name: 'share',
        description: 'Let somebody else here see one of your escrows, or sign it as well',
        options: [
          {
            type: Text,
            name: 'id',
            description: 'Its title, or the id on its card',
            required: true,
            max_length: ID_LENGTH,
            autocomplete: true,
          },
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
      },
      {
        type: Subcommand,
        name: 'limits',
        description: 'Show or set your own limits: beyond them nothing is prepared for you here',
        options: [
          limit('max-amount', 'The highest total of one escrow'),
          limit('max-per-day', 'The highest total of one day (UTC), of one token'),
        ],
      },
      {
        type: Subcommand,
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
      },
      {
        type: Subcommand,
        name: 'wallet',
        description: 'Save your own address (G…), or show the saved one',
        options: [{ type: Text, name: 'address', description: 'Your account address (G…)', max_length: 100 }],
      },
      {
        type: Subcommand,
        name: 'explain',
        description: 'Explain in plain words what a transaction does',
        options: [
          { type: Attachment, name: 'file', description: 'File with the XDR (base64)' },
          { type: Text, name: 'xdr', description: 'The XDR itself', max_length: MAX_TEXT },
        ],
      },
      {
        type: Subcommand,
        name: 'settings',
        description: 'For members with Manage Server: who may do what here, where, and within which limits',
      },
      { type: Subcommand, name: 'help', description: 'How this works, and what it never does' },
    ],
  },
  { type: ApplicationCommandType.Message, name: EXPLAIN_MESSAGE, ...GUILD_ALONE },
] as const satisfies readonly Definition[];

/** Without a ledger to ask they would only be refused. */
const NEED_LEDGER: readonly string[] = ['fund', 'follow', 'unfollow', 'trustline'];

export function definitionsFor({ hasLedger }: Pick<Abilities, 'hasLedger'>): RESTPutAPIApplicationCommandsJSONBody {
  if (hasLedger) return DEFINITIONS;
  return DEFINITIONS.map((definition) =>
    'options' in definition && definition.options !== undefined
      ? { ...definition, options: definition.options.filter(({ name }) => !NEED_LEDGER.includes(name)) }
      : definition,
  ) as RESTPutAPIApplicationCommandsJSONBody;
}

/** A missing translation does not compile. */
export const DEFINITIONS = localised(ENGLISH, { es: { 'es-ES': COMMANDS_ES, 'es-419': COMMANDS_ES } });
