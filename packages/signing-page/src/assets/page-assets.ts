/** The page's files ready to be sent, made once a process. */
import { gzipSync } from 'node:zlib';

export type PageFile = { readonly type: string; readonly text: string; readonly gzip: Uint8Array<ArrayBuffer> };
export type PageAssets = { readonly html: PageFile; readonly files: ReadonlyMap<string, PageFile> };

let made: Promise<PageAssets> | undefined;

/** What could not be made is tried again by the next caller. */
export function pageAssets(): Promise<PageAssets> {
  made ??= make().catch((thrown) => {
    made = undefined;
    throw thrown;
  });
  return made;
}

async function make(): Promise<PageAssets> {
  const { buildPage } = await import('./build-page.ts');
  const built = await buildPage();
  const file = (name: keyof typeof built, type: string): PageFile => ({
    type: `${type}; charset=utf-8`,
    text: built[name],
    gzip: new Uint8Array(gzipSync(built[name], { level: 9 })),
  });
  return {
    html: file('page.html', 'text/html'),
    files: new Map([
      ['page.js', file('page.js', 'text/javascript')],
      ['freighter.js', file('freighter.js', 'text/javascript')],
      ['page.css', file('page.css', 'text/css')],
      ['icon.svg', file('icon.svg', 'image/svg+xml')],
    ]),
  };
}
