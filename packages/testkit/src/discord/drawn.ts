/**
 * A message as a phone shows it, drawn from what the bot really sent: the components that our messages are made of, in
 * Discord's dark colours. It is in for Discord's app in pictures, and where a test asks what fits a screen.
 */
import { parse } from 'discord-markdown-parser';
import type { Message } from './messages.ts';

type Part = Readonly<Record<string, unknown>>;
type Node = { readonly type: string; readonly content?: unknown; readonly [field: string]: unknown };

/** Discord's numbers. Source: its reference, "Component Types". */
const TYPE = { row: 1, button: 2, section: 9, text: 10, gallery: 12, file: 13, separator: 14, container: 17 } as const;

export const SCREEN = { width: 390, height: 844 } as const;

const STYLE = `
  * { box-sizing: border-box; margin: 0 }
  body { background: #1a1a1e; color: #dfe0e2; font: 16px/1.3 "Noto Sans", "Liberation Sans", Arial, sans-serif; padding: 12px; width: ${SCREEN.width}px }
  .from { font-weight: 600; margin-bottom: 6px } .from b { background: #5865f2; border-radius: 3px; font-size: 11px; padding: 1px 5px }
  .box { background: #242429; border: 1px solid #36363b; border-left: 4px solid; border-radius: 8px; display: grid; gap: 8px; grid-template-columns: minmax(0, 1fr); padding: 14px }
  h2 { font-size: 21px; line-height: 1.2 } h3 { font-size: 18px } small { color: #9a9ba3; font-size: 13px }
  .text { overflow-wrap: anywhere; white-space: pre-wrap } code { background: #1a1a1e; border-radius: 4px; font-size: 14px; padding: 0 3px }
  q { border-left: 4px solid #4e4f57; display: block; padding-left: 8px; quotes: none }
  hr { border: 0; border-top: 1px solid #3c3c42; width: 100% } .row { display: flex; flex-wrap: wrap; gap: 8px }
  .button { border-radius: 8px; color: #fff; font-size: 14px; font-weight: 500; padding: 8px 14px; background: #3e3e45 }
  .s1 { background: #5865f2 } .s3 { background: #248046 } .s4 { background: #d22d39 } .s5::after { content: " ↗" }
  .file { background: #1f1f23; border: 1px solid #36363b; border-radius: 8px; padding: 10px } .file i { color: #7aa8ff; font-style: normal }
  .choice { background: #1f1f23; border: 1px solid #46464d; border-radius: 8px; color: #9a9ba3; display: flex; gap: 8px; padding: 9px 12px; width: 100% }
  .choice span { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap } .choice .chosen { color: #dfe0e2 }
  .own { color: #9a9ba3; font-size: 12px; margin-top: 8px } .mention { background: #3c4270; border-radius: 3px; color: #c9cdfb }
`;

/** What Discord says itself, by the language of who reads. */
const OWN = { en: { note: 'Only you can see this' }, es: { note: 'Solo tú puedes ver esto' } } as const;
type Reader = keyof typeof OWN;

/** @param note beneath it, such as that only one person sees it */
export function drawn(message: Message, note?: string, reader: Reader = 'en'): string {
  const parts = (message.components ?? []) as readonly Part[];
  return `<!doctype html><meta charset="utf-8"><title>Discord</title><style>${STYLE}</style><p class="from">Countersign <b>APP</b></p>${parts.map((part) => draw(part, reader)).join('')}<p class="own">${escaped(note ?? OWN[reader].note)}</p>`;
}

function draw(part: Part, reader: Reader): string {
  const inside = () => ((part['components'] ?? []) as readonly Part[]).map((each) => draw(each, reader)).join('');
  switch (part['type']) {
    case TYPE.text:
      return `<div class="text">${textOf(String(part['content']), reader)}</div>`;
    case TYPE.button:
      return `<span class="button s${part['style']}">${escaped(String(part['label']))}</span>`;
    case TYPE.file:
      return `<div class="file">📄 <i>${escaped(String((part['file'] as Part)['url']).replace('attachment://', ''))}</i></div>`;
    case TYPE.gallery: {
      const [item] = part['items'] as readonly Part[];
      return `<div class="file">🖼 ${escaped(String(item?.['description'] ?? ''))}</div>`;
    }
    case TYPE.separator:
      return '<hr>';
    case TYPE.row:
      return `<div class="row">${inside()}</div>`;
    case TYPE.container:
      return `<div class="box" style="border-left-color: #${Number(part['accent_color'] ?? 0x36363b)
        .toString(16)
        .padStart(6, '0')}">${inside()}</div>`;
    case TYPE.section: {
      const accessory = part['accessory'] === undefined ? '' : draw(part['accessory'] as Part, reader);
      return `<div>${inside()}</div><div class="row">${accessory}</div>`;
    }
    default:
      return choiceOf(part);
  }
}

/** A select, with what is chosen, else what it asks for; in one line, as Discord shows it. */
function choiceOf(part: Part): string {
  const options = (part['options'] ?? []) as readonly { readonly label: string; readonly default?: boolean }[];
  const chosen = options.filter((option) => option.default === true).map(({ label }) => label);
  const others = ((part['default_values'] ?? []) as readonly Part[]).map(({ type }) =>
    type === 'channel' ? '#channel' : `@${type}`,
  );
  const all = [...chosen, ...others].join(', ');
  const text = all || String(part['placeholder'] ?? 'Choose…');
  return `<div class="choice"><span class="${all === '' ? '' : 'chosen'}">${escaped(text)}</span> ▾</div>`;
}

function textOf(markdown: string, reader: Reader): string {
  // A heading ends its line by itself.
  return markdown
    .split('\n')
    .map((each) => lineOf(each, reader))
    .join('\n')
    .replaceAll(/(<\/h[23]>)\n/g, '$1');
}

/** Headings, small print and quotations are whole lines of ours; the rest is inline. */
function lineOf(text: string, reader: Reader): string {
  for (const [mark, tag] of Object.entries({ '## ': 'h2', '### ': 'h3', '-# ': 'small', '> ': 'q' })) {
    if (text.startsWith(mark)) return `<${tag}>${inline(text.slice(mark.length), reader)}</${tag}>`;
  }
  return text.startsWith('- ') ? `• ${inline(text.slice(2), reader)}` : inline(text, reader);
}

function inline(text: string, reader: Reader): string {
  return html(parse(text, 'normal'), reader);
}

function html(node: unknown, reader: Reader): string {
  if (Array.isArray(node)) return node.map((each) => html(each, reader)).join('');
  if (typeof node === 'string') return escaped(node);
  const { type, content, ...more } = node as Node;
  switch (type) {
    case 'strong':
      return `<strong>${html(content, reader)}</strong>`;
    case 'inlineCode':
      return `<code>${html(content, reader)}</code>`;
    case 'twemoji':
      // Without the mark that asks for a coloured sign, which few fonts here have.
      return escaped(String(more['name']).replace('\ufe0f', ''));
    case 'timestamp':
      return escaped(timeOf(Number(more['timestamp']), more['format'], reader));
    case 'user':
    case 'channel':
      return `<span class="mention">@member</span>`;
    default:
      return html(content ?? '', reader);
  }
}

function timeOf(seconds: number, format: unknown, reader: Reader): string {
  if (format === 't') return new Date(seconds * 1_000).toISOString().slice(11, 16);
  const left = seconds - Date.now() / 1_000;
  const [unit, size] = Math.abs(left) < 90 ? (['second', 1] as const) : (['minute', 60] as const);
  return new Intl.RelativeTimeFormat(reader, { numeric: 'always' }).format(Math.round(left / size), unit);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
