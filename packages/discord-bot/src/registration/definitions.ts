/** The commands as they are registered with Discord. */
import type { Abilities } from '@countersign/core/settings/abilities';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type RESTPutAPIApplicationCommandsJSONBody,
} from 'discord.js';
import { EXPLAIN_MESSAGE, NEED_LEDGER, SUBCOMMANDS } from '../commands/index.ts';
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
    options: SUBCOMMANDS.map(({ access: _, cost: _cost, run: _run, ...definition }) => ({
      type: Subcommand,
      ...definition,
    })),
  },
  { type: ApplicationCommandType.Message, name: EXPLAIN_MESSAGE, ...GUILD_ALONE },
] as const;

export function definitionsFor({ hasLedger }: Pick<Abilities, 'hasLedger'>): RESTPutAPIApplicationCommandsJSONBody {
  if (hasLedger) return DEFINITIONS;
  return DEFINITIONS.map((definition) =>
    'options' in definition && definition.options !== undefined
      ? { ...definition, options: definition.options.filter(({ name }) => !NEED_LEDGER.includes(name)) }
      : definition,
  ) as RESTPutAPIApplicationCommandsJSONBody;
}

export const DEFINITIONS = withWords(COMMANDS);
