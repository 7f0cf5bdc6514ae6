/** The commands as they are registered with Discord. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from 'discord.js';
import { EXPLAIN_MESSAGE, SUBCOMMANDS } from '../commands/index.ts';
import { withWords } from './localise.ts';

const { Subcommand } = ApplicationCommandOptionType;

const GUILD_ALONE = {
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
} as const;

const COMMANDS = [
  {
    type: ApplicationCommandType.ChatInput,
    name: 'escrow',
    ...GUILD_ALONE,
    options: SUBCOMMANDS.map(({ name, ...rules }) => ({
      type: Subcommand,
      name,
      ...('options' in rules ? { options: rules.options } : {}),
    })),
  },
  { type: ApplicationCommandType.Message, name: EXPLAIN_MESSAGE, ...GUILD_ALONE },
] as const;

export const DEFINITIONS = withWords(COMMANDS);
