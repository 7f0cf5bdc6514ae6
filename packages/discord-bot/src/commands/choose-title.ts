/** Which escrow a command means: suggestions while its title is typed, and a select where that is ambiguous. */

import { describeThrown } from '@countersign/core/platform/log';
import { cleanLine } from '@countersign/core/text';
import { format } from '@countersign/core/text/message';
import { ComponentType } from 'discord.js';
import type { Choice } from '../discord/answers.ts';
import type { Command, Typing } from '../discord/interaction.ts';
import { aboutTitle, MOST_TITLES, type Title, titlesOf, UnclearTitle } from '../inputs/titles.ts';
import { refusalFor } from '../server/access.ts';
import { deskOf } from '../state/state.ts';
import { type Bot, type ButtonSpec, ONE_REQUEST, type Reply, type Task } from '../task.ts';
import { code, line } from '../views/markdown.ts';
import { choice, container, notice, text } from '../views/parts.ts';
import { type Words, wordsOf } from '../words/index.ts';
import { COMMANDS, UNKNOWN_COMMAND } from './index.ts';

/** Source: Discord's reference, "Autocomplete". */
const MOST_CHOICES = 25;
/** Of a label, and of what a button holds. */
const MOST_CHARACTERS = 100;

type Fits = (title: Title) => boolean;

/** The options, by subcommand, that name an escrow. */
export const SUGGESTED: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ['deploy from', () => true],
  ['list escrow', () => true],
  ['submit id', ({ status }) => status === 'open' || status === 'sent'],
]);

type Suggesting = { suggest(choices: readonly Choice[]): Promise<void> };

/** Answers one keystroke. Never throws; without suggestions people can still type. */
export async function suggest(bot: Bot, typing: Typing, first: Suggesting): Promise<void> {
  try {
    await first.suggest(await choicesFor(bot, typing));
  } catch (thrown) {
    bot.log('warn', 'could not suggest', { action: typing.name, cause: describeThrown(thrown) });
  }
}

async function choicesFor(bot: Bot, { interaction, name, option, text }: Typing): Promise<readonly Choice[]> {
  const access = COMMANDS.get(name)?.access ?? 'allowed-roles';
  const { userId, guildId } = interaction;
  if (!SUGGESTED.has(`${name} ${option}`)) return [];
  const words = wordsOf(interaction.language);
  const person = { userId, guildId: guildId ?? userId };
  const ofServer = await bot.state.servers.settingsOf(person.guildId);
  if (refusalFor(interaction, access, bot.settings, ofServer, words) !== undefined) return [];
  const wallet = await bot.state.wallet(person);
  const titles = await titlesOf(deskOf(bot.desk, person), text, 4 * MOST_CHOICES, wallet);
  return choicesOf(`${name} ${option}`, titles, words);
}

/** @param option of a command, such as `submit id`: what its escrow may be */
function choicesOf(option: string, titles: readonly Title[], words: Words): Choice[] {
  return titles
    .filter((title) => title.damaged === undefined && SUGGESTED.get(option)?.(title) !== false)
    .map((title) => ({ name: choiceText(title, words), value: title.id }))
    .slice(0, MOST_CHOICES);
}

/** "Logo design · 90.5 USDC · settled" */
export function choiceText(escrow: Title, words: Words): string {
  const rest = aboutTitle(escrow, cleanLine(`${escrow.total} ${escrow.tokenCode}`.trim(), 40), words);
  return `${cleanLine(escrow.title, MOST_CHARACTERS - rest.length - 1) || `(${words.records.noTitle.toLowerCase()})`}${rest}`.slice(
    0,
    MOST_CHARACTERS,
  );
}

const OPTIONS: ReadonlyMap<string, string> = new Map(
  [...SUGGESTED.keys()].map((key) => key.split(' ') as [command: string, option: string]),
);
/** The command was given more than the title, which no button can hold. */
const NOT_CARRIED = '?';

/** Runs a command; where the title it names is unclear, asks which escrow is meant. */
export async function runCommand(task: Task, command: Command): Promise<readonly Reply[]> {
  try {
    return await (COMMANDS.get(command.name) ?? UNKNOWN_COMMAND).run(task, command);
  } catch (thrown) {
    if (!(thrown instanceof UnclearTitle)) throw thrown;
    return [await askWhich(task, command, thrown)];
  }
}

async function askWhich(task: Task, command: Command, { text: typed, matches }: UnclearTitle): Promise<Reply> {
  const { records: own } = task.words;
  const option = OPTIONS.get(command.name) ?? '';
  const words = `${command.name} ${option}`;
  const matching = choicesOf(words, matches, task.words);
  const choices =
    matching.length > 0 ? matching : choicesOf(words, await titlesOf(task.desk, '', MOST_TITLES), task.words);
  const shown = `“${line(typed, MOST_CHARACTERS)}”`;
  const sentence = format(matching.length > 0 ? own.severalMatch : own.noneMatches, { typed: shown });
  if (choices.length === 0) return { message: notice(own.which, `${sentence} ${own.noneToChoose}`, 'waiting') };
  const isAlone = command.texts.size + command.files.size === 1;
  return {
    message: {
      components: container('waiting', [
        text(`### ${own.which}`),
        text(`${sentence} ${own.choose}`),
        choice({
          type: ComponentType.StringSelect,
          custom_id: `v1:meant-${command.name}:${isAlone ? '' : NOT_CARRIED}`,
          placeholder: own.chooseOne,
          options: choices.map(({ name, value }) => ({ label: name, value })),
        }),
      ]),
    },
  };
}

export const TITLE_BUTTONS: readonly (readonly [string, ButtonSpec])[] = [...OPTIONS].map(([name, option]) => [
  `meant-${name}`,
  {
    access: (COMMANDS.get(name) ?? UNKNOWN_COMMAND).access,
    acknowledgement: 'same',
    cost: ONE_REQUEST,
    press: async (task, carried, [value = '']) => {
      const { which, giveInstead } = task.words.records;
      if (carried === NOT_CARRIED)
        return { message: notice(which, format(giveInstead, { value: code(value) }), 'waiting') };
      const { interaction } = task;
      const given = { texts: new Map([[option, value]]), files: new Map(), chosen: new Set<string>() };
      const [reply] = await runCommand(task, { kind: 'command', interaction, name, ...given });
      return reply as Reply;
    },
  },
]);
