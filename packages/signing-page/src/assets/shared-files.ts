/**
 * During an update a browser gets a page of one version, and may ask a process of another for the page's files. So each
 * process keeps its own where all of them look. Anyone who can write there must not be able to write the page's
 * code: a file is served only if it, and each file that it loads, has the hash that is in its name.
 */
import type { Desk } from '@countersign/core';
import { hashIn, hashOf, loadedBy } from './file-names.ts';
import { fileOf, type PageFile, pageAssets } from './page-assets.ts';

const KEEP_EVERY_MS = 24 * 60 * 60_000;
const KEEP_AGAIN_MS = 60_000;
/** More than a page has, and than two versions have. */
const MOST = 200;

/** @param note gets failures of the shared place */
export function createSharedFiles(desk: () => Promise<Desk>, note: (thrown: unknown) => void) {
  const checked = new Map<string, PageFile>();
  let keptUntil = 0;
  let keeping: Promise<void> | undefined;
  let reading = Promise.resolve();
  const place = async () => (await desk()).pageFiles;

  const keepNow = async () => {
    const { files } = await pageAssets();
    const hashed = [...files].filter(([, { isHashed }]) => isHashed).map(([name, { text }]) => [name, text] as const);
    try {
      await (await place())?.keep(Object.fromEntries(hashed));
      keptUntil = Date.now() + KEEP_EVERY_MS;
    } catch (thrown) {
      keptUntil = Date.now() + KEEP_AGAIN_MS;
      note(thrown);
    }
  };

  const read = async (name: string): Promise<void> => {
    const shared = await place();
    const texts = new Map<string, string>();
    for (let wanted = [name]; shared !== undefined && wanted.length > 0 && texts.size < MOST; ) {
      const found = await shared.find(wanted);
      for (const [each, text] of found) texts.set(each, text);
      const loaded = [...found.values()].flatMap(loadedBy);
      wanted = [...new Set(loaded)].filter((each) => hashIn(each) !== undefined && !texts.has(each)).slice(0, MOST);
    }
    const isTrue = (each: string) => hashOf(each, (other) => texts.get(other)) === hashIn(each);
    if (!texts.has(name) || ![...texts.keys()].every(isTrue)) return;
    if (checked.size > MOST) checked.clear();
    for (const [each, text] of texts) checked.set(each, fileOf(each, text));
  };

  return {
    /** Before a page that names this process's files is sent. Never fails: without it an update takes a reload. */
    keep: async (): Promise<void> => {
      if (Date.now() < keptUntil) return;
      keeping ??= keepNow().finally(() => {
        keeping = undefined;
      });
      await keeping;
    },
    /** A file of another version. @param onRead called before the shared place is read; what it throws is thrown */
    find: async (name: string, onRead = () => {}): Promise<PageFile | undefined> => {
      // A picture can be opened as a page, so those of others are not served.
      if (hashIn(name) === undefined || name.endsWith('.svg')) return undefined;
      if (!checked.has(name)) {
        onRead();
        // One after the other: the first one of a page finds them all.
        reading = reading.then(() => (checked.has(name) ? undefined : read(name).catch(note)));
        await reading;
      }
      return checked.get(name);
    },
  };
}
