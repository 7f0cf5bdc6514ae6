/** The commands as they are registered with Discord, with their words in every language. */
import { languageOf } from '@countersign/core/words';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  Locale,
  type RESTPutAPIApplicationCommandsJSONBody,
} from 'discord.js';
import { ESCROW_WITH, EXPLAIN_MESSAGE, SUBCOMMANDS } from '../commands/index.ts';
import type { Unworded } from '../commands/options.ts';
import { wordsOf } from '../words/index.ts';

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

type CommandWords = {
  readonly name: string;
  readonly description?: string;
  readonly options?: Commands;
  /** By the values of the choices. */
  readonly choices?: Readonly<Record<string, string>>;
};
type Commands = Readonly<Record<string, CommandWords>>;
type Located<Words> = Readonly<Record<string, Words>>;

/** Discord's locales of our languages: of Spanish there are two. */
const LOCALES = Object.values(Locale).filter((locale) => languageOf(locale) !== 'en');

function worded(commands: readonly Unworded[], english: Commands, others: Located<Commands>): unknown[] {
  return commands.map(({ type, name, ...rest }) => {
    const { description, options: ofOptions, choices: ofChoices } = wordsFor(english, name);
    const own = mapped(others, (words) => wordsFor(words, name));
    // What is undefined is left out of the JSON.
    return {
      type,
      name,
      description,
      ...rest,
      name_localizations: mapped(own, (words) => words.name),
      description_localizations: description && mapped(own, (words) => words.description),
      options:
        rest.options &&
        worded(
          rest.options,
          ofOptions ?? {},
          mapped(own, ({ options = {} }) => options),
        ),
      choices: rest.choices?.map((value) => ({
        name: wordsFor(ofChoices ?? {}, value),
        value,
        name_localizations: mapped(own, ({ choices = {} }) => wordsFor(choices, value)),
      })),
    };
  });
}

function wordsFor<Words>(words: Readonly<Record<string, Words>>, name: string): Words {
  const found = words[name];
  if (found === undefined) throw new Error(`The catalogue has no words for the command, option or choice ${name}.`);
  return found;
}

const mapped = <From, To>(located: Located<From>, change: (words: From) => To): Located<To> =>
  Object.fromEntries(Object.entries(located).map(([locale, words]) => [locale, change(words)]));

const OTHERS = Object.fromEntries(LOCALES.map((locale) => [locale, wordsOf(languageOf(locale)).commands]));

export const DEFINITIONS = worded(COMMANDS, wordsOf('en').commands, OTHERS) as RESTPutAPIApplicationCommandsJSONBody;
