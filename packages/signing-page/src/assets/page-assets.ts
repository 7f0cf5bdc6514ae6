/** The pages' files ready to be sent, built once per process. */
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Language } from '@countersign/core/words';
import type { PageName } from './build-page.ts';
import { pageHtml } from './page-html.ts';

export type PageFile = { readonly type: string; readonly text: string; readonly gzip: Uint8Array<ArrayBuffer> };
export type PageAssets = {
  readonly files: ReadonlyMap<string, PageFile>;
  /** @param assets where the files are, as seen from the page. @param language of the one who reads it */
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

async function make(): Promise<PageAssets> {
  const { buildPage } = await import('./build-page.ts');
  const { files, needed } = await buildPage();
  const named = Object.entries(files).map(([name, text]) => [name, file(text, TYPES[extname(name)] ?? '')] as const);
  const pages = new Map<string, PageFile>();
  return {
    files: new Map(named),
    html: (page, assets, language) => {
      const key = `${page} ${assets} ${language}`;
      const found = pages.get(key) ?? file(pageHtml(page, assets, language, needed[page]), 'text/html');
      pages.set(key, found);
      return found;
    },
  };
}

function file(text: string, type: string): PageFile {
  return { type: `${type}; charset=utf-8`, text, gzip: new Uint8Array(gzipSync(text, { level: 9 })) };
}
