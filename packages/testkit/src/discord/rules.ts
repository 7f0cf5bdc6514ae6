/**
 * What Discord refuses: by its own API description (as third-party zod schemas), plus rules of its documentation that
 * the description does not have.
 */
import * as spec from 'discord-api-spec/zod';
import { fieldProblems, isSelect, type Modal, selectProblems } from './components.ts';

export type Plain = Readonly<Record<string, unknown>>;
type Part = Plain & { readonly type: number };

const V2 = 1 << 15;
const EPHEMERAL = 1 << 6;
const ROW = 1;
const BUTTON = 2;
const SECTION = 9;
const TEXT = 10;
const GALLERY = 12;
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
  if ((flags & V2) === 0 && parts.some((part) => part.type > BUTTON && !isSelect(part)))
    problems.push('V2 parts without the flag');
  if ((flags & V2) !== 0 && (content !== undefined || embeds !== undefined)) problems.push('content next to V2');
  if (parts.length > 40) problems.push(`${parts.length} components`);
  const texts = parts.flatMap((part) => (part.type === TEXT ? [String(part['content'])] : []));
  if (texts.some((text) => text.trim() === '')) problems.push('an empty text');
  if (texts.join('').length > 4_000) problems.push(`${texts.join('').length} characters of text`);
  if (Buffer.byteLength(texts.join('')) > 10_000) problems.push('more than 10 kB of text');
  if (files.length > 10) problems.push(`${files.length} files`);
  for (const name of files) {
    if (!attachments?.some(({ filename }) => filename === name)) problems.push(`file ${name} is not listed`);
    if (!parts.some((part) => shownIn(part).includes(`attachment://${name}`))) {
      problems.push(`file ${name} is not shown`);
    }
  }
  for (const url of parts.flatMap(shownIn)) {
    if (!files.includes(url.replace('attachment://', ''))) problems.push(`no file for ${url}`);
  }
  problems.push(...parts.flatMap(galleryProblems));
  problems.push(...rowProblems(parts), ...buttonProblems(parts));
  problems.push(...parts.flatMap((part) => (isSelect(part) ? selectProblems(part, 'message') : [])));
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
    ...(parse?.length === 0 ? [] : ['mentions are allowed that are not in the text']),
    ...users.flatMap((each) => (named.includes(`<@${each}>`) ? [] : [`${each} is notified, and not named in it`])),
    ...(typeof nonce === 'string' && nonce.length > 25 ? ['a nonce over 25 characters'] : []),
  ];
}

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
  if (type === 8) return choiceProblems(body);
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

/** Source: Discord's reference, "Autocomplete". */
function choiceProblems(body: unknown): string[] {
  const { data: { choices = [] } = {} } = body as { data?: { choices?: { name: string; value: string }[] } };
  return [
    ...schemaProblems(spec.ApplicationCommandAutocompleteCallbackRequestSchema, body),
    ...(choices.length > 25 ? [`${choices.length} suggestions`] : []),
    ...choices.flatMap(({ name, value }) => [
      ...(name.trim() === '' || name.length > 100 ? [`the suggestion ${name}`] : []),
      ...(typeof value !== 'string' || value.length > 100 ? [`the suggested value ${value}`] : []),
    ]),
    ...duplicates(choices.map(({ value }) => value)).map((value) => `two suggestions of ${value}`),
  ];
}

export function modalProblems(data: unknown): string[] {
  const { components = [], title = '' } = (data ?? {}) as Partial<Modal>;
  return [
    ...schemaProblems(spec.ModalInteractionCallbackRequestDataSchema, data),
    ...fieldProblems(components),
    ...(title.length < 1 || title.length > 45 ? [`the title ${title}`] : []),
    ...(components.length < 1 || components.length > 5 ? [`${components.length} rows in a modal`] : []),
  ];
}

export function commandsProblems(body: unknown): string[] {
  if (!Array.isArray(body)) return ['not a list'];
  return [
    ...body.flatMap((command) => [
      ...schemaProblems(spec.ApplicationCommandUpdateRequestSchema, command),
      ...optionProblems(command as Plain, ((command as Plain)['type'] ?? SLASH) !== SLASH),
      ...(commandSize(command as Plain) > 8_000 ? ['a command over 8,000 characters'] : []),
    ]),
    ...duplicates(
      body.map(({ name, type = SLASH }: { name: string; type?: number }) =>
        type === SLASH ? name : `${name} of type ${type}`,
      ),
    ).map((name) => `two commands named ${name}`),
  ];
}

const SLASH = 1;
const LOWER_CASE = /^[-_\p{Ll}\p{Lm}\p{Lo}\p{N}]{1,32}$/u;

/** Commands of a person's or a message's menu have free names and no description. */
function menuProblems({ name, description = '', options, description_localizations }: Plain): string[] {
  return [
    ...(/^(?=.*\S).{1,32}$/u.test(String(name)) ? [] : [`the name ${name}`]),
    ...(description === '' && description_localizations === undefined ? [] : [`a description of ${name}`]),
    ...(options === undefined ? [] : [`options of ${name}`]),
  ];
}

/** Names in other languages follow the same rules, and differ among themselves as the first ones do. */
function localisationProblems(of: Plain, isMenu: boolean): string[] {
  const names = Object.entries((of['name_localizations'] ?? {}) as Record<string, string>);
  const descriptions = Object.entries((of['description_localizations'] ?? {}) as Record<string, string>);
  const inner = (of['options'] ?? []) as Plain[];
  const choices = (of['choices'] ?? []) as Plain[];
  const locales = new Set(
    inner.flatMap(({ name_localizations }) => Object.keys((name_localizations ?? {}) as Record<string, string>)),
  );
  const nameIn = (option: Plain, locale: string) =>
    (option['name_localizations'] as Record<string, string> | undefined)?.[locale] ?? String(option['name']);
  return [
    ...names.flatMap(([locale, name]) =>
      (isMenu ? /^(?=.*\S).{1,32}$/u : LOWER_CASE).test(name) && (isMenu || name === name.toLowerCase())
        ? []
        : [`the name ${name} (${locale})`],
    ),
    ...descriptions.flatMap(([locale, text]) =>
      text.length < 1 || text.length > 100 ? [`the description ${text} (${locale})`] : [],
    ),
    ...choices.flatMap(({ name, name_localizations }) =>
      [String(name), ...Object.values((name_localizations ?? {}) as Record<string, string>)].flatMap((each) =>
        each.length < 1 || each.length > 100 ? [`the choice ${each}`] : [],
      ),
    ),
    ...[...locales].flatMap((locale) =>
      duplicates(inner.map((option) => nameIn(option, locale))).map((name) => `two options named ${name} (${locale})`),
    ),
  ];
}

function optionProblems(of: Plain, isMenu = false): string[] {
  if (isMenu) return [...menuProblems(of), ...localisationProblems(of, true)];
  const options = (of['options'] ?? []) as Plain[];
  const lastRequired = options.findLastIndex(({ required }) => required === true);
  const firstOptional = options.findIndex(({ type, required }) => (type as number) > 2 && required !== true);
  return [
    ...localisationProblems(of, false),
    ...(of['autocomplete'] === true && of['choices'] !== undefined ? ['choices next to autocompletion'] : []),
    ...(LOWER_CASE.test(String(of['name'])) ? [] : [`the name ${of['name']}`]),
    ...(options.length > 25 ? [`${options.length} options`] : []),
    ...(firstOptional !== -1 && firstOptional < lastRequired ? ['a required option after an optional one'] : []),
    ...duplicates(options.map(({ name }) => String(name))).map((name) => `two options named ${name}`),
    ...options.flatMap((option) => optionProblems(option)),
  ];
}

/**
 * Names, descriptions and values, with all that is nested; of several languages the longest counts. Source: Discord's
 * reference, "Application Commands".
 */
export function commandSize(of: Plain): number {
  const longest = (key: string) =>
    Math.max(
      ...[of[key] ?? '', ...Object.values((of[`${key}_localizations`] ?? {}) as Record<string, string>)].map(
        (text) => String(text).length,
      ),
    );
  const own = longest('name') + longest('description') + String(of['value'] ?? '').length;
  const inner = [...((of['options'] ?? []) as Plain[]), ...((of['choices'] ?? []) as Plain[])];
  return inner.reduce((size, option) => size + commandSize(option), own);
}

function rowProblems(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    const within = (part['components'] ?? []) as Part[];
    const count = within.length;
    if (part.type === ROW && count > 1 && within.some(isSelect)) return ['a select next to another component in a row'];
    if (part.type === ROW && (count < 1 || count > 5)) return [`${count} buttons in a row`];
    if (part.type === SECTION && (count < 1 || count > 3)) return [`${count} texts in a section`];
    return [];
  });
}

function buttonProblems(parts: readonly Part[]): string[] {
  const buttons = parts.filter(({ type }) => type === BUTTON);
  const ids = parts.flatMap((part) => (part['custom_id'] === undefined ? [] : [String(part['custom_id'])]));
  return [
    ...duplicates(ids).map((id) => `two parts with ${id}`),
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

export function allParts(components: readonly unknown[]): readonly Part[] {
  return (components as Part[]).flatMap(nested);
}

export const PART = { ROW, BUTTON, TEXT, FILE, CONTAINER } as const;

/** Of a gallery: one to ten pictures, each with its alternative text. Source: Discord's reference, "Media Gallery". */
function galleryProblems(part: Part): string[] {
  if (part.type !== GALLERY) return [];
  const items = itemsOf(part);
  return [
    ...(items.length < 1 || items.length > 10 ? [`${items.length} pictures in a gallery`] : []),
    ...items.flatMap(({ description = '' }) =>
      description.trim() === '' || description.length > 1_024
        ? ['a picture without an alternative text that fits']
        : [],
    ),
  ];
}

function shownIn(part: Part): string[] {
  if (part.type === FILE) return [urlOf(part)];
  return part.type === GALLERY ? itemsOf(part).map(({ media }) => media.url) : [];
}

function itemsOf(part: Part) {
  return (part['items'] ?? []) as { media: { url: string }; description?: string }[];
}

function urlOf(part: Part): string {
  return String((part['file'] as { url?: string } | undefined)?.url);
}

function duplicates(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

function schemaProblems(schema: typeof spec.ApplicationCommandUpdateRequestSchema, value: unknown): string[] {
  return (schema.safeParse(value).error?.issues ?? []).map(({ path }) => `${path.join('.')}: invalid`);
}
