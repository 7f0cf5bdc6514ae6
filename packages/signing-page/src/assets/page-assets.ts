/** The pages' files ready to be sent, built once per process. */
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ownCommand } from '@countersign/core/platform/launch';
import type { Language } from '@countersign/core/words';
import en from '../messages/page.en.json' with { type: 'json' };
import es from '../messages/page.es.json' with { type: 'json' };
import type { PageFiles, PageName } from './build-page.ts';

/** How a browser may take a file, the smallest first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export type PageFile = {
  readonly type: string;
  readonly text: string;
  /** Whether its name is of its content, so that a browser may keep it. */
  readonly isHashed: boolean;
  /** Compressed as well as possible, once. */
  readonly compressed: (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>;
};
export type PageAssets = {
  readonly files: ReadonlyMap<string, PageFile>;
  /** @param assets where the files are, as seen from the page. @param language of its reader */
  html(page: PageName, assets: string, language: Language): PageFile;
};

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

let made: Promise<PageAssets> | undefined;

/** After a failure, the next caller tries again. */
export function pageAssets(): Promise<PageAssets> {
  made ??= make().catch((thrown) => {
    made = undefined;
    throw thrown;
  });
  return made;
}

let card: Promise<string> | undefined;

/** @param publicUrl where the signing page is; absent: on this machine. The card opens no other address */
export async function cardHtml(publicUrl = ''): Promise<string> {
  card ??= import('./build-card.ts').then(({ buildCard }) => buildCard());
  return (await card).replace('data-page=""', () => `data-page="${attribute(publicUrl)}"`);
}

const attribute = (text: string): string => text.replace(/[&"<]/g, (character) => `&#${character.charCodeAt(0)};`);

async function make(): Promise<PageAssets> {
  const { buildPage } = await import('./build-page.ts');
  const { files, hashed, pages } = await buildPage();
  const named = Object.entries(files).map(([name, text]) => [name, fileOf(name, text, hashed.includes(name))] as const);
  const made = new Map<string, PageFile>();
  return {
    files: new Map(named),
    html: (page, assets, language) => {
      const key = `${page} ${assets} ${language}`;
      const found = made.get(key) ?? file(pageHtml(page, assets, language, pages[page]), typeOf('text/html'));
      made.set(key, found);
      return found;
    },
  };
}

/** One of the page's files, by its name. */
export const fileOf = (name: string, text: string, isHashed = true): PageFile =>
  file(text, typeOf(TYPES[extname(name)] ?? ''), isHashed);

/** Of Brotli, for a text that is sent many times, and for one that is made for each reader. */
const [SENT_OFTEN, SENT_ONCE] = [constants.BROTLI_MAX_QUALITY, 5];

async function compress(text: string, encoding: Encoding, quality: number): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'gzip') return new Uint8Array(await promisify(gzip)(text, { level: 9 }));
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  };
  return new Uint8Array(await promisify(brotliCompress)(text, { params }));
}

const typeOf = (type: string): string => `${type}; charset=utf-8`;

function file(text: string, type: string, isHashed = false, quality = SENT_OFTEN): PageFile {
  const known = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  const compressed = (encoding: Encoding) => {
    const found = known.get(encoding) ?? compress(text, encoding, quality);
    known.set(encoding, found);
    return found;
  };
  return { type, text, isHashed, compressed };
}

/**
 * A page that has its first view in its HTML, as data that no browser runs.
 * @param json of the view, as its own route answers it. @param version of its state: the events of the page begin with another
 */
export function withView(plain: PageFile, json: string, version = ''): PageFile {
  // Without this character neither the end of a script nor a comment can begin in it.
  const escaped = json.replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="view" data-version="${version}">${escaped}</script>`;
  return forOne(plain, '</body>', block);
}

/** A page whose browser asks for its first view at once, and not only when the script runs. @param view its address */
export function askingAhead(plain: PageFile, view: string): PageFile {
  return forOne(plain, '</head>', `<link rel="preload" as="fetch" href="${view}" crossorigin>`);
}

/** A page for one reader. */
function forOne({ text, type }: PageFile, end: string, element: string): PageFile {
  const whole = text.replace(end, () => `  ${element}\n  ${end}`);
  return file(whole, type, false, SENT_ONCE);
}

/** What a page shows until its script has drawn it, or where none runs. */
const SHELLS = { en: en.shell, es: es.shell } satisfies Record<Language, unknown>;

function pageHtml(page: PageName, assets: string, language: Language, files: PageFiles): string {
  const { title, skip, loading, noScript, blocked } = SHELLS[language];
  const script = files.scripts[language];
  const skipLink = page === 'sign' ? `\n    <a class="skip" id="skip" href="#sign" hidden>${skip}</a>` : '';
  // That page is served only on the person's own computer.
  const command = page === 'escrows' ? ` data-command="${attribute(`${ownCommand()} escrows`)}"` : '';
  return `<!doctype html>
<html lang="${language}"${command}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>${title[page]} · Countersign</title>
    <script type="module" src="${assets}/${script}"></script>
    <link rel="icon" href="${assets}/${files.icon}" type="image/svg+xml">
    <link rel="stylesheet" href="${assets}/${files.style}">
    <script type="module" fetchpriority="low" src="${assets}/start.js" data-module="${script}"></script>
  </head>
  <body>${skipLink}
    <header class="band" id="band"></header>
    <main id="main">
      <noscript><p class="card">${noScript[page]}</p></noscript>
      <p class="loading" id="loading">${loading[page]}</p>
      <p class="blocked">${blocked}</p>
    </main>
  </body>
</html>
`;
}
