/**
 * What Discord refuses: its own API description (as zod schemas that nobody here wrote), and beside it what that
 * lets through and the documentation forbids.
 */
import * as spec from 'discord-api-spec/zod';
import { fieldProblems, type Modal } from './modals.ts';

export type Plain = Readonly<Record<string, unknown>>;
type Part = Plain & { readonly type: number };

const V2 = 1 << 15;
const EPHEMERAL = 1 << 6;
const ROW = 1;
const BUTTON = 2;
const SECTION = 9;
const TEXT = 10;
const FILE = 13;
const CONTAINER = 17;
const LINK_STYLE = 5;

/** Problems of a message, created or changed. @param files names of those sent along */
export function messageProblems(body: unknown, files: readonly string[], how: 'create' | 'change'): string[] {
  const schema =
    how === 'create' ? spec.IncomingWebhookRequestPartialSchema : spec.IncomingWebhookUpdateRequestPartialSchema;
  const problems = schemaProblems(schema, body);
  const {
    components = [],
    flags = 0,
    content,
    embeds,
    attachments,
  } = body as {
    components?: Part[];
    flags?: number;
    content?: string;
    embeds?: unknown[];
    attachments?: { filename: string }[];
  };
  const parts = components.flatMap(nested);
  if ((flags & ~(V2 | EPHEMERAL)) !== 0) problems.push('flags that cannot be set');
  if (how === 'change' && (flags & EPHEMERAL) !== 0) problems.push('ephemeral cannot be set by a change');
  if ((flags & V2) === 0 && parts.some(({ type }) => type > BUTTON && type !== 3))
    problems.push('V2 parts without the flag');
  if ((flags & V2) !== 0 && (content !== undefined || embeds !== undefined)) problems.push('content beside V2');
  if (parts.length > 40) problems.push(`${parts.length} components`);
  const texts = parts.flatMap((part) => (part.type === TEXT ? [String(part['content'])] : []));
  if (texts.some((text) => text.trim() === '')) problems.push('an empty text');
  if (texts.join('').length > 4_000) problems.push(`${texts.join('').length} characters of text`);
  if (Buffer.byteLength(texts.join('')) > 10_000) problems.push('more than 10 kB of text');
  if (files.length > 10) problems.push(`${files.length} files`);
  for (const name of files) {
    if (!attachments?.some(({ filename }) => filename === name)) problems.push(`file ${name} is not listed`);
    if (!parts.some((part) => part.type === FILE && urlOf(part) === `attachment://${name}`)) {
      problems.push(`file ${name} is not shown`);
    }
  }
  for (const part of parts.filter(({ type }) => type === FILE)) {
    if (!files.includes(urlOf(part).replace('attachment://', ''))) problems.push(`no file for ${urlOf(part)}`);
  }
  problems.push(...rowProblems(parts), ...buttonProblems(parts));
  return problems;
}

/** Problems of what the bot posts by its own token, or changes. @param before flags that the message had */
export function postProblems(
  body: Plain,
  files: readonly string[],
  how: 'create' | 'change',
  before: number,
): string[] {
  const { allowed_mentions: allowed, nonce, flags = 0, ...message } = body as Plain & { flags?: number };
  const { parse, users = [] } = (allowed ?? {}) as { parse?: unknown[]; users?: string[] };
  const named = JSON.stringify(message);
  return [
    ...schemaProblems(how === 'create' ? spec.MessageCreateRequestSchema : spec.MessageEditRequestPartialSchema, body),
    ...messageProblems({ ...message, flags, allowed_mentions: allowed }, files, how),
    ...(flags & EPHEMERAL ? ['a message in a channel is not ephemeral'] : []),
    ...((before & V2) !== 0 && (flags & V2) === 0 ? ['the V2 flag cannot be taken back'] : []),
    ...(parse?.length === 0 ? [] : ['mentions are allowed that nobody named']),
    ...users.flatMap((each) => (named.includes(`<@${each}>`) ? [] : [`${each} is told of it, and not named in it`])),
    ...(typeof nonce === 'string' && nonce.length > 25 ? ['a nonce over 25 characters'] : []),
  ];
}

/** Problems of a thread that is made without a message. */
export function threadProblems(body: Plain): string[] {
  const { name = '', type, invitable } = body as { name?: string; type?: number; invitable?: boolean };
  return [
    ...schemaProblems(spec.CreateTextThreadWithoutMessageRequestSchema, body),
    ...(name.trim() === '' || name.length > 100 ? [`the name of a thread: ${name}`] : []),
    ...(invitable !== undefined && type !== 12 ? ['invitable is of private threads'] : []),
  ];
}

export function callbackProblems(body: unknown): string[] {
  const { type, data } = body as { type: number; data?: { flags?: number } };
  if (type === 9) return modalProblems(data);
  const problems = schemaProblems(
    type === 6 || type === 7
      ? spec.UpdateMessageInteractionCallbackRequestSchema
      : spec.CreateMessageInteractionCallbackRequestSchema,
    body,
  );
  if ((type === 5 || type === 6) && data !== undefined && Object.keys(data).some((key) => key !== 'flags')) {
    problems.push('a deferral with more than flags');
  }
  if (type === 5 && ((data?.flags ?? 0) & ~EPHEMERAL) !== 0) problems.push('a deferral may set only EPHEMERAL');
  return problems;
}

export function modalProblems(data: unknown): string[] {
  const { components = [] } = (data ?? {}) as Partial<Modal>;
  return [
    ...schemaProblems(spec.ModalInteractionCallbackRequestDataSchema, data),
    ...fieldProblems(components),
    ...(components.length < 1 || components.length > 5 ? [`${components.length} rows in a modal`] : []),
  ];
}

export function commandsProblems(body: unknown): string[] {
  if (!Array.isArray(body)) return ['not a list'];
  return [
    ...body.flatMap((command) => [
      ...schemaProblems(spec.ApplicationCommandUpdateRequestSchema, command),
      ...optionProblems(command as Plain),
      ...(commandSize(command as Plain) > 8_000 ? ['a command over 8,000 characters'] : []),
    ]),
    ...duplicates(body.map(({ name }: { name: string }) => name)).map((name) => `two commands named ${name}`),
  ];
}

function optionProblems(of: Plain): string[] {
  const options = (of['options'] ?? []) as Plain[];
  const lastRequired = options.findLastIndex(({ required }) => required === true);
  const firstOptional = options.findIndex(({ type, required }) => (type as number) > 2 && required !== true);
  return [
    ...(/^[-_\p{Ll}\p{Lo}\p{N}]{1,32}$/u.test(String(of['name'])) ? [] : [`the name ${of['name']}`]),
    ...(options.length > 25 ? [`${options.length} options`] : []),
    ...(firstOptional !== -1 && firstOptional < lastRequired ? ['a required option after an optional one'] : []),
    ...duplicates(options.map(({ name }) => String(name))).map((name) => `two options named ${name}`),
    ...options.flatMap(optionProblems),
  ];
}

/** Names, descriptions and values, with all that is nested. Source: Discord's reference, "Application Commands". */
function commandSize(of: Plain): number {
  const own =
    String(of['name'] ?? '').length + String(of['description'] ?? '').length + String(of['value'] ?? '').length;
  const inner = [...((of['options'] ?? []) as Plain[]), ...((of['choices'] ?? []) as Plain[])];
  return inner.reduce((size, option) => size + commandSize(option), own);
}

function rowProblems(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    const count = ((part['components'] ?? []) as unknown[]).length;
    if (part.type === ROW && (count < 1 || count > 5)) return [`${count} buttons in a row`];
    if (part.type === SECTION && (count < 1 || count > 3)) return [`${count} texts in a section`];
    return [];
  });
}

function buttonProblems(parts: readonly Part[]): string[] {
  const buttons = parts.filter(({ type }) => type === BUTTON);
  const ids = buttons.flatMap((button) => (button['custom_id'] === undefined ? [] : [String(button['custom_id'])]));
  return [
    ...duplicates(ids).map((id) => `two buttons with ${id}`),
    ...buttons.flatMap((button) => {
      const isLink = button['style'] === LINK_STYLE;
      if (isLink === (button['custom_id'] !== undefined)) return ['a button with both or none of custom_id and url'];
      if (button['label'] === undefined) return ['a button without a label'];
      const url = String(button['url'] ?? '');
      return isLink && (!/^(https?|discord):\/\//.test(url) || url.length > 512) ? [`a button to ${url}`] : [];
    }),
  ];
}

function nested(part: Part): Part[] {
  const accessory = part['accessory'] === undefined ? [] : [part['accessory'] as Part];
  return [part, ...[...((part['components'] ?? []) as Part[]), ...accessory].flatMap(nested)];
}

/** Every component of a message, with what is nested. */
export function allParts(components: readonly unknown[]): readonly Part[] {
  return (components as Part[]).flatMap(nested);
}

export const PART = { ROW, BUTTON, TEXT, FILE, CONTAINER } as const;

function urlOf(part: Part): string {
  return String((part['file'] as { url?: string } | undefined)?.url);
}

function duplicates(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

function schemaProblems(schema: typeof spec.ApplicationCommandUpdateRequestSchema, value: unknown): string[] {
  return (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}
