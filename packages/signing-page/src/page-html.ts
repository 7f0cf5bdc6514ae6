/** Sends the pages' files, and each page's HTML with the view that it shows first. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import type { PageName } from './assets/build-page.ts';
import { askingAhead, ENCODINGS, type PageFile, pageAssets, withView } from './assets/page-assets.ts';
import { languageIn } from './http.ts';

/** Reads what a page shows first; `version` where events follow. Nothing: the page has to ask for it. */
export type FirstView = () => Promise<{ readonly view: object; readonly version?: string } | undefined>;

/** Longer than a store takes. A read of the ledger that takes longer goes on, and serves the page's own request. */
const LONGEST_MS = 250;

/** @param json what the view's own route answers. @param keep before the page's files are named */
export function createPageHtml(
  countView: (c: Context) => Promise<void>,
  json: (view: object) => string,
  keep: () => Promise<void>,
) {
  /** A view that cannot be read, or not in time, is left to its own route, which also reports why. */
  const firstIn = async (c: Context, read: FirstView) => {
    const reading = countView(c).then(read);
    return await Promise.race([reading.catch(() => undefined), sleep(LONGEST_MS, undefined, { ref: false })]);
  };
  return async (c: Context, page: PageName, assets: string, read?: FirstView): Promise<Response> => {
    await keep();
    const plain = (await pageAssets()).html(page, assets, languageIn(c));
    if (read === undefined || !isVisit(c)) return await sendFile(c, plain, VARY);
    const first = await firstIn(c, read);
    const view = `${c.req.path.replace(/^.*\//, '')}/view`;
    return await sendFile(
      c,
      first === undefined ? askingAhead(plain, view) : withView(plain, json(first.view), first.version),
      VARY,
    );
  };
}

const VARY = 'Accept-Encoding, Accept-Language';

/**
 * Whether a browser opens this address for its reader. Previews of links send no such header, and what is fetched ahead
 * may be shown much later.
 */
function isVisit({ req }: Context): boolean {
  const isAhead = req.header('sec-purpose') !== undefined;
  return req.method === 'GET' && req.header('sec-fetch-dest') === 'document' && !isAhead;
}

export async function sendFile(c: Context, found: PageFile | undefined, vary = 'Accept-Encoding'): Promise<Response> {
  if (found === undefined) return c.notFound();
  const accepted = c.req.header('accept-encoding') ?? '';
  const encoding = ENCODINGS.find((each) => accepted.includes(each));
  const headers = {
    'Content-Type': found.type,
    Vary: vary,
    ...(found.isHashed ? { 'Cache-Control': 'public, max-age=31536000, immutable' } : {}),
  };
  return encoding === undefined
    ? c.body(found.text, 200, headers)
    : c.body(await found.compressed(encoding), 200, { ...headers, 'Content-Encoding': encoding });
}
