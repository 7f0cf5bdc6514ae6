/** What people press and read in the local Discord, in the order of a record that a test compares. */
import { afterEach, beforeEach } from 'vitest';
import { endClock, passTime, restartClock } from '../record/fixed-clock.ts';
import { createPart, type Part } from '../record/part.ts';
import type { FieldValues } from './components.ts';
import { type Discord, type Person, until } from './local-discord.ts';
import type { Channel, Interaction, Message } from './messages.ts';
import { allParts } from './rules.ts';

/** What the local Discord was sent, or a view built. */
type Shown = {
  readonly components: readonly unknown[] | undefined;
  readonly files?: readonly { readonly name: string; readonly text?: string | undefined }[];
  readonly mentions?: readonly string[];
};
type Option = { readonly label: string; readonly value: string; readonly default?: boolean };

/** Texts, buttons with their look and where they lead, what can be chosen and is, files, and whom it mentions. */
export function readIn({ components, files = [], mentions = [] }: Shown): string[] {
  const lines = allParts(components ?? []).flatMap(({ accent_color: colour, content, label, style, ...part }) => {
    const { custom_id: id, url, placeholder = '', default_values: chosen = [], options = [] } = part;
    const select = label === undefined && id !== undefined ? [`(${placeholder}) ${id} ${JSON.stringify(chosen)}`] : [];
    return [
      ...(colour === undefined ? [] : [`#${Number(colour).toString(16)}`]),
      ...(content === undefined ? [] : String(content).split('\n')),
      ...(label === undefined ? [] : [`[${label}] ${style} ${id ?? url}`]),
      ...select,
      ...(options as Option[]).map((each) => `  (${each.default ? 'x' : ' '}) ${each.label} :${each.value}`),
    ];
  });
  const sent = files.flatMap(({ name, text = '' }) => [
    `file ${name}`,
    ...(/\.yaml$/.test(name) ? text.split('\n') : []),
  ]);
  return [...lines, ...sent, ...mentions.map((id) => `mentions ${id}`)];
}

/** Of a message that was changed the lines that differ, unless most of them do. */
function changedLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const added = after.filter((line) => !before.includes(line));
  if (before.length === 0 || 2 * added.length > after.length) return after;
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...added.map((line) => `+ ${line}`),
  ];
}

/** Of terms with an id or an address that is made by chance. */
const DIGEST = /(?<=(?:draft-prepare|confirm):\w+\.)[0-9a-f]{16}\b/g;

/** Begins again for each test. Call it before what starts a bot, whose clock it sets. */
export function useTranscript(discord: () => Discord) {
  let part: Part;
  const names = new Map<string, string>();
  const forms = new Set<string>();
  beforeEach(() => {
    restartClock();
    part = createPart();
    names.clear();
    forms.clear();
  });
  afterEach(endClock);
  const note = (title: string, lines: readonly string[] = []) => {
    const named = (text: string) =>
      [...names].reduce((all, [id, name]) => all.replaceAll(id, name), text).replaceAll(DIGEST, '<digest>');
    part.note(named(title), lines.length === 0 ? undefined : named(lines.join('\n')));
  };
  const nameOf = ({ userId, channel }: Person) => `${names.get(userId) ?? userId}${channel ? ` in ${channel.id}` : ''}`;
  /** Notes what an interaction shows: an answer of its own, or another version of the message that was pressed. */
  const noted = async (title: string, asked: Interaction): Promise<Message> => {
    const { on } = asked;
    const [versions, before] = [on?.versions ?? 0, on === undefined ? [] : readIn(on)];
    const answer = await until(() =>
      asked.messages.find((each) => each.components !== undefined && (each !== on || each.versions > versions)),
    );
    note(title, answer === on ? changedLines(before, readIn(answer)) : readIn(answer));
    passTime(1);
    return answer;
  };
  const pressed = (who: Person, on: Message, name: string): Interaction =>
    name.startsWith('v1:') ? discord().clickId(who, on, name) : discord().click(who, on, name);
  const submitted = async (who: Person, opened: Interaction, title: string, values: FieldValues): Promise<Message> => {
    const modal = await until(() => opened.modal);
    const lines = modal.components.map((each) => JSON.stringify(each)).filter((each) => !forms.has(each));
    if (lines.length > 0) note(`the form “${modal.title}” ${modal.custom_id}`, lines);
    for (const line of lines) forms.add(line);
    return await noted(`${title} ${JSON.stringify(values)}`, discord().submitModal(who, opened, values));
  };
  return {
    note,
    noted,
    /** Names them wherever their id would be. */
    people: (all: Readonly<Record<string, Person>>) => {
      for (const [name, { userId }] of Object.entries(all)) names.set(userId, name);
    },
    say: (who: Person, command: string, options: Record<string, unknown> = {}): Promise<Message> => {
      const given = Object.entries(options).map(([name, value]) => {
        if (typeof value !== 'string') return name;
        const isWhole = value.length <= 60 || /[CG][A-Z2-7]{55}/.test(value);
        return `${name}: ${isWhole ? value : `${value.slice(0, 8)}…`}`;
      });
      return noted(
        [`${nameOf(who)}: /escrow ${command}`, ...given].join(' '),
        discord().command(who, command, options as never),
      );
    },
    /** @param name of a button: its label, or its `custom_id` */
    press: (who: Person, on: Message, name: string) => noted(`${nameOf(who)} presses ${name}`, pressed(who, on, name)),
    choose: (who: Person, on: Message, name: string, values: readonly string[]) =>
      noted(`${nameOf(who)} chooses :${values.join(', :')} in ${name}`, discord().choose(who, on, name, values)),
    /** Presses what opens a form, and submits that. */
    fill: (who: Person, on: Message, name: string, values: FieldValues) =>
      submitted(who, pressed(who, on, name), `${nameOf(who)} fills in ${name}`, values),
    /** The form that a command opens. */
    begin: (who: Person, command: string, values: FieldValues) =>
      submitted(who, discord().command(who, command), `${nameOf(who)}: /escrow ${command}`, values),
    /** The newest message of a channel. */
    posted: (channel: Channel = discord().channel): Message => {
      const message = channel.messages.at(-1) as Message;
      note(`posted in ${channel.type === 12 ? `the thread “${channel.name}”` : 'a channel'}`, readIn(message));
      return message;
    },
    seen: (title: string, message: Message) => note(title, readIn(message)),
    text: () => part.text(),
  };
}
