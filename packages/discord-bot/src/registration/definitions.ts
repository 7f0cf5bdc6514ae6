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
import { COMMANDS_ES } from '../words/es/commands.ts';
import { type Definition, localised } from './localise.ts';

const { Subcommand } = ApplicationCommandOptionType;

const GUILD_ALONE = {
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
} as const;

const ENGLISH = [
  {
    type: ApplicationCommandType.ChatInput,
    name: 'escrow',
    description: 'Milestone escrow on Stellar: prepared here, signed by your own wallet',
    ...GUILD_ALONE,
    options: SUBCOMMANDS.map(({ access: _, cost: _cost, run: _run, ...definition }) => ({
      type: Subcommand,
      ...definition,
    })),
  },
  { type: ApplicationCommandType.Message, name: EXPLAIN_MESSAGE, ...GUILD_ALONE },
] as const satisfies readonly Definition[];

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
