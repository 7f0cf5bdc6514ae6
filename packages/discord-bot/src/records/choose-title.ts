/** A typed title that is unknown or ambiguous: a select with the person's escrows, after which the command goes on. */
import { ComponentType } from 'discord.js';
import { COMMANDS, UNKNOWN_COMMAND } from '../commands/index.ts';
import type { Command } from '../interactions/interaction.ts';
import { type ButtonSpec, NO_REQUESTS, ONE_REQUEST, type Reply, type Task } from '../task.ts';
import { code, line } from '../views/markdown.ts';
import { notice } from '../views/notice.ts';
import { container, text } from '../views/parts.ts';
import { UnclearTitle } from './reference.ts';
import { choicesOf, SUGGESTED } from './suggest.ts';
import { MOST_TITLES, titlesOf } from './titles.ts';

/** The option of each command that names an escrow. */
const OPTIONS: ReadonlyMap<string, string> = new Map(
  [...SUGGESTED.keys()].map((key) => key.split(' ') as [command: string, option: string]),
);
const MOST_CHARACTERS = 100;
/** In place of the options of a command that no button can hold. */
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
  const asked = `${command.name} ${option}`;
  const matching = choicesOf(asked, matches, own);
  const choices = matching.length > 0 ? matching : choicesOf(asked, await titlesOf(task.desk, '', MOST_TITLES), own);
  const shown = `“${line(typed, MOST_CHARACTERS)}”`;
  const sentence = matching.length > 0 ? own.severalMatch(shown) : own.noneMatches(shown);
  if (choices.length === 0) return { message: notice(own.WHICH, `${sentence} ${own.NONE_TO_CHOOSE}`, 'waiting') };
  const carried = optionsOf(task, command, option);
  const prefix = `v1:meant-${command.name}:`;
  return {
    message: {
      components: container('waiting', [
        text(`### ${own.WHICH}`),
        text(`${sentence} ${own.CHOOSE}`),
        {
          type: ComponentType.ActionRow,
          components: [
            {
              type: ComponentType.StringSelect,
              custom_id: `${prefix}${prefix.length + carried.length > MOST_CHARACTERS ? NOT_CARRIED : carried}`,
              placeholder: own.CHOOSE_ONE,
              options: choices.map(({ name, value }) => ({ label: name, value })),
            },
          ],
        },
      ]),
    },
  };
}

/** What else the command was given. Discord reports the person's permissions in no channel but the one of a press. */
function optionsOf({ interaction }: Task, { texts, users, channels, files }: Command, title: string): string {
  const channel = channels.get('channel');
  if (files.size > 0 || (channel !== undefined && channel.id !== interaction.channelId)) return NOT_CARRIED;
  return `${new URLSearchParams([...[...texts].filter(([name]) => name !== title), ...users])}`;
}

async function goOn(task: Task, name: string, carried: string, [value = '']: readonly string[]): Promise<Reply> {
  const { records: own } = task.words;
  if (carried === NOT_CARRIED) return { message: notice(own.WHICH, own.giveInstead(code(value)), 'waiting') };
  const given = new URLSearchParams(carried);
  const user = given.get('user');
  given.delete('user');
  const command: Command = {
    kind: 'command',
    interaction: task.interaction,
    name,
    texts: new Map([...given, [OPTIONS.get(name) ?? '', value]]),
    users: new Map(user === null ? [] : [['user', user]]),
    files: new Map(),
    channels: new Map(),
    chosen: new Set(),
  };
  const [reply] = await runCommand(task, command);
  return reply as Reply;
}

export const TITLE_BUTTONS: readonly (readonly [string, ButtonSpec])[] = [...OPTIONS.keys()].map((name) => [
  `meant-${name}`,
  {
    access: (COMMANDS.get(name) ?? UNKNOWN_COMMAND).access,
    acknowledgement: 'same',
    cost: name === 'forget' || name === 'share' ? NO_REQUESTS : ONE_REQUEST,
    press: (task, carried, values) => goOn(task, name, carried, values),
  },
]);
