/**
 * How Discord would render a text, by a third-party parser and, for what that does not know (lists, commands, guides,
 * mentions of any length), by our own.
 */
import { parse } from 'discord-markdown-parser';

type Node = { readonly type: string; readonly content?: unknown; readonly target?: string };

/** Plain text, emoji as anybody may write them, and what our own messages are made of. */
const OURS: ReadonlySet<string> = new Set([
  'text',
  'twemoji',
  'br',
  'strong',
  'inlineCode',
  'heading',
  'subtext',
  'timestamp',
  'blockQuote',
]);

/** As evidence is linked: nothing in it means anything else to Discord. */
const LINK = /(?<!\\)<(https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+)>/g;

export function readMarkdown(given: string) {
  const links = [...given.matchAll(LINK)].flatMap(([, link]) => link ?? []);
  const markdown = given.replace(LINK, 'link');
  const nodes: Node[] = [];
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(walk);
    else if (typeof part === 'object' && part !== null && 'type' in part) {
      nodes.push(part as Node);
      walk((part as Node).content);
    }
  };
  walk(parse(markdown, 'extended'));
  const all = (type: string) => nodes.filter((node) => node.type === type);
  return {
    /** Links, mentions, spoilers, emphasis and whatever else a message of ours never has. */
    foreign: [...nodes.filter(({ type }) => !OURS.has(type)).map(({ type }) => type), ...unparsed(markdown)],
    bold: all('strong').map(({ content }) => textOf(content)),
    code: all('inlineCode').map(({ content }) => textOf(content)),
    headings: all('heading').length,
    timestamps: all('timestamp').length,
    links,
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(textOf).join('');
  return textOf((content as Node | undefined)?.content ?? '');
}

/** Markdown that remains active without escapes and our own marks. */
function unparsed(markdown: string): string[] {
  const rest = markdown
    .replace(/\\[^0-9A-Za-z\s]/g, '')
    .replace(/<t:\d{10}:[tR]>/g, '')
    .replace(/`[\w:.-]*`/g, '')
    .split('\n')
    .map((line) => line.replace(/^(?:#{2,3} |-# |> |- |\d{1,2}\. )/, '').replace(/\*\*([^*]*)\*\*/g, '$1'));
  return rest.flatMap((line) => [
    ...(/[*_~`|<>@#[\]\\]|:\/\/|\bwww\.|discord\.gg/.exec(line) ?? []),
    ...(/^\s*(?:[-+*•] |\d+[.)] |#{1,3} |>)/.exec(line) ?? []),
  ]);
}
