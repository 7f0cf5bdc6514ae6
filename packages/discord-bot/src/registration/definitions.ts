/** The commands as they are registered with Discord. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from 'discord.js';
import { ESCROW_WITH, EXPLAIN_MESSAGE, SUBCOMMANDS } from '../commands/index.ts';
import { withWords } from './localise.ts';

const { Subcommand } = ApplicationCommandOptionType;

const GUILD_ALONE = {
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
} as const;

/** Also for a person who has added the bot for themselves, in direct messages and in servers that have not. */
const ANYWHERE = {
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
} as const;

const COMMANDS = [
  {
    type: ApplicationCommandType.ChatInput,
    name: 'escrow',
    ...ANYWHERE,
    options: SUBCOMMANDS.map(({ name, ...rules }) => ({
      type: Subcommand,
      name,
      ...('options' in rules ? { options: rules.options } : {}),
    })),
  },
  { type: ApplicationCommandType.Message, name: EXPLAIN_MESSAGE, ...ANYWHERE },
  { type: ApplicationCommandType.User, name: ESCROW_WITH, ...GUILD_ALONE },
] as const;

export const DEFINITIONS = withWords(COMMANDS);
