/** What our messages and modals are made of: the few Components V2, with the limits that hold over all of them together, and text fields. */
import type { EscrowView } from '@countersign/core';
import { format } from '@countersign/core/text/message';
import { firstOf } from '@countersign/core/words';
import {
  type APIButtonComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
  type APILabelComponent,
  type APIMessageTopLevelComponent,
  type APISelectMenuComponent,
  ButtonStyle,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import type { Message, Modal } from '../discord/answers.ts';
import type { Submission } from '../discord/interaction.ts';
import type { Words } from '../words/index.ts';

/** For warnings about recently changed wallets (`members.ts`). */
const KEPT_FREE = 500;
/** Discord's limits over all texts of a message. It counts characters; beyond some 10 kB of UTF-8 it was seen to fail. */
const MAX_CHARACTERS = 4_000 - KEPT_FREE;
const MAX_BYTES = 9_000 - KEPT_FREE;
/** Source: Discord's reference, "Button". */
const MAX_URL = 512;

const COLOURS = { ready: 0x5865f2, good: 0x2d7d46, bad: 0xc0392b, waiting: 0xb7791f, plain: 0x4e5d94 } as const;
export type Colour = keyof typeof COLOURS;

export function text(...lines: readonly string[]): APIComponentInContainer {
  return { type: ComponentType.TextDisplay, content: lines.join('\n') };
}

/** The lines as one text, unless there are none. */
export const textIfAny = (lines: readonly string[]): APIComponentInContainer[] =>
  lines.length === 0 ? [] : [text(...lines)];

/** The first of the lines, and how many others there are. @param more such as “and {left} more” */
export function firstLines(lines: readonly string[], most: number, more: Words['card']['more']): string[] {
  const left = lines.length - most;
  return left > 0 ? [...lines.slice(0, most), format(more, { left })] : [...lines];
}

/** The same as a list, with up to two more lines where these are all that is left. */
export function shortList(lines: readonly string[], most: number, more: Words['card']['more']): string[] {
  const { shown } = firstOf(lines, most);
  return firstLines(lines, shown.length, more).map((each) => `- ${each}`);
}

export function section(content: string, accessory: APIButtonComponentWithCustomId): APIComponentInContainer {
  return { type: ComponentType.Section, components: [{ type: ComponentType.TextDisplay, content }], accessory };
}

export const RULE: APIComponentInContainer = { type: ComponentType.Separator };

export function file(name: string): APIComponentInContainer {
  return { type: ComponentType.File, file: { url: `attachment://${name}` } };
}

export function buttons(...list: readonly APIButtonComponent[]): APIComponentInContainer {
  return { type: ComponentType.ActionRow, components: [...list] };
}

/**
 * What is built with the first cut with which it fits into a message, else with the last.
 * @param cuts from what shows the most to what shows the least
 */
export function fitting<Cut>(cuts: readonly Cut[], build: (cut: Cut) => APIComponentInContainer[]) {
  const cut = cuts.find((each) => fits(build(each))) ?? cuts.at(-1);
  return build(cut as Cut);
}

/** A row of them, unless there are none. */
export const buttonsIfAny = (list: readonly APIButtonComponent[]): APIComponentInContainer[] =>
  list.length === 0 ? [] : [buttons(...list)];

/** It takes a row of its own. */
export const choice = (select: APISelectMenuComponent): APIComponentInContainer => ({
  type: ComponentType.ActionRow,
  components: [select],
});

export type ButtonLook = 'Primary' | 'Secondary' | 'Danger' | 'Success';

/** A button whose `v1:action:id` says all that is needed to act on it, also after a restart. */
export function button(
  label: string,
  action: string,
  id: string,
  look: ButtonLook = 'Secondary',
): APIButtonComponentWithCustomId {
  return { type: ComponentType.Button, style: ButtonStyle[look], label, custom_id: `v1:${action}:${id}` };
}

/** A button that opens a page; nothing where Discord would not take its address. */
export function link(label: string, url: string | undefined): APIButtonComponent[] {
  if (url === undefined || url.length > MAX_URL || !/^https?:\/\//.test(url) || !URL.canParse(url)) return [];
  return [{ type: ComponentType.Button, style: ButtonStyle.Link, label, url }];
}

/** The page of an escrow, which anyone who reads the message may open or pass on. */
export const pageLines = ({ pageUrl }: Pick<EscrowView, 'pageUrl'>, { card }: Words): readonly string[] =>
  pageUrl === undefined ? [] : [`**${card.escrowPage}** <${pageUrl}>`];

export function container(colour: Colour, components: APIComponentInContainer[]): APIMessageTopLevelComponent[] {
  return [{ type: ComponentType.Container, accent_color: COLOURS[colour], components }];
}

/** As Discord counts them, in their order. */
export function textsIn(components: readonly APIComponentInContainer[]): string[] {
  return components.flatMap((part) => {
    if (part.type === ComponentType.Section) return part.components.map(({ content }) => content);
    return part.type === ComponentType.TextDisplay ? [part.content] : [];
  });
}

export function fits(components: readonly APIComponentInContainer[]): boolean {
  const all = textsIn(components).join('');
  return all.length <= MAX_CHARACTERS && Buffer.byteLength(all) <= MAX_BYTES;
}

/** In place of a limit, for a file that has everything. */
export const ALL = Number.POSITIVE_INFINITY;

/** Of a list with more than ten rows eight are shown at once. */
export const MOST_ROWS = 8;
export const rowsShown = (count: number): number => (count <= 10 ? count : MOST_ROWS);

/** @param press what can be done about it */
export function notice(
  heading: string,
  sentences: string,
  colour: Colour = 'plain',
  ...press: readonly APIButtonComponent[]
): Message {
  return { components: container(colour, [text(`### ${heading}`), text(sentences), ...buttonsIfAny(press)]) };
}

/** For an interaction that was not started. */
export const nothingDone = ({ problems }: Words): Message => notice(problems.nothingDone, problems.notInTime, 'bad');

export function refusal(sentence: string, { problems }: Words): Message {
  return notice(problems.notForYou, sentence, 'waiting');
}

/** Long enough for a recovery phrase, so that one pasted by mistake arrives complete and is recognised. */
const SHORT_TEXT = 250;
/** The most that Discord takes. */
export const LONG_TEXT = 4_000;

type Field = {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly isLong?: boolean;
  readonly isOptional?: boolean;
  readonly length?: number;
  readonly value?: string;
};

export function modal(customId: string, title: string, ...fields: readonly APILabelComponent[]): Modal {
  return { custom_id: customId, title, components: [...fields] };
}

/** What was typed into a field of a form. */
export const textOf = (texts: Submission['texts'], id: string): string => texts.get(id)?.trim() ?? '';

/** One of a few, all of them seen at once. @param options labels by their values */
export function radioField<Value extends string>(
  id: string,
  label: string,
  options: Readonly<Record<Value, string>>,
  chosen: NoInfer<Value>,
): APILabelComponent {
  const all = Object.entries<string>(options).map(([value, each]) => ({
    label: each,
    value,
    default: value === chosen,
  }));
  return {
    type: ComponentType.Label,
    label,
    component: { type: ComponentType.RadioGroup, custom_id: id, options: all },
  };
}

export function textField({
  id,
  label,
  description,
  isLong,
  isOptional,
  length,
  value = '',
}: Field): APILabelComponent {
  const max = length ?? (isLong ? LONG_TEXT : SHORT_TEXT);
  return {
    type: ComponentType.Label,
    label,
    description,
    component: {
      type: ComponentType.TextInput,
      custom_id: id,
      style: isLong ? TextInputStyle.Paragraph : TextInputStyle.Short,
      max_length: max,
      required: !isOptional,
      // Discord takes none that is empty or too long.
      ...(value === '' || value.length > max ? {} : { value }),
    },
  };
}
