/** Files of another version of the page: served if they are what their names say, and not if someone changed them. */
import type { Desk } from '@countersign/core';
import { expect, test } from 'vitest';
import { hashOf } from './file-names.ts';
import { pageAssets } from './page-assets.ts';
import { createSharedFiles } from './shared-files.ts';

/** What all processes share, as a database would keep it. */
function openPlace() {
  const texts = new Map<string, string>();
  const counts = { kept: 0, found: 0 };
  const pageFiles: NonNullable<Desk['pageFiles']> = {
    keep: async (files) => {
      counts.kept += 1;
      for (const [name, text] of Object.entries(files)) texts.set(name, text);
    },
    find: async (names) => {
      counts.found += 1;
      return new Map(names.flatMap((name) => (texts.has(name) ? [[name, String(texts.get(name))]] : [])));
    },
    sweep: async () => {},
  };
  const problems: unknown[] = [];
  const open = () =>
    createSharedFiles(
      async () => ({ pageFiles }) as unknown as Desk,
      (thrown) => void problems.push(thrown),
    );
  return { texts, counts, problems, open, pageFiles };
}

const NAMES = { 'main.js': 'main', 'words.js': 'words' };

/** A script and the words that it loads, each of which names the other, as another version would have built them. */
function foreignFiles(words = 'export const hello = "Hello";'): readonly (readonly [string, string])[] {
  const plain: Readonly<Record<string, string>> = {
    'main.js': 'import("./words.js");export const page = 1;',
    'words.js': `import"./main.js";${words}`,
  };
  const named = Object.entries(NAMES).map(
    ([name, stem]) => [name, `${stem}-${hashOf(name, (each) => plain[each])}.js`] as const,
  );
  return named.map(([name, hashed]) => [
    hashed,
    named.reduce((text, [from, to]) => text.replaceAll(`"./${from}"`, `"./${to}"`), String(plain[name])),
  ]);
}

test('serves the files of another version once they are where all processes look', async () => {
  const { texts, counts, open } = openPlace();
  const files = foreignFiles();
  for (const [name, text] of files) texts.set(name, text);
  const { find } = open();
  for (const [name, text] of files) {
    expect(await find(name)).toMatchObject({ text, isHashed: true, type: 'text/javascript; charset=utf-8' });
  }
  // The first one is read with all that it loads, and what was checked is kept.
  expect(counts.found).toBe(2);
  texts.clear();
  for (const [name, text] of files) expect((await find(name))?.text).toBe(text);
});

test.each([
  ['changed code', (text: string) => `${text}fetch("/sign/x/submit");`],
  ['another file to load', (text: string) => text.replace(/"\.\/main-[0-9a-f]{32}\.js"/, '"./evil.js"')],
  ['no text', () => ''],
])('serves neither a file with %s nor one that loads it', async (_, change) => {
  const { texts, open } = openPlace();
  const [[main = '', mainText = ''] = [], [words = '', wordsText = ''] = []] = foreignFiles();
  texts.set(main, mainText).set(words, change(wordsText));
  expect([await open().find(main), await open().find(words)]).toEqual([undefined, undefined]);
  texts.delete(words);
  expect(await open().find(main)).toBeUndefined();
});

test('does not take a file of the same content under another name for the one that is loaded', async () => {
  const { texts, open } = openPlace();
  const [[main = '', mainText = ''] = [], [words = '', wordsText = ''] = []] = foreignFiles();
  const [, [evil = '', evilText = ''] = []] = foreignFiles('export const hello = "Evil";');
  // At the check it has the words' own text; afterwards its own could be put there.
  texts.set(evil, wordsText.replaceAll(words, evil)).set(main, mainText.replaceAll(words, evil));
  expect(await open().find(main)).toBeUndefined();
  expect(evilText).toContain('Evil');
});

test('asks for no name without a hash, and serves no picture of another version', async () => {
  const { texts, counts, open } = openPlace();
  const text = '<svg xmlns="http://www.w3.org/2000/svg"><script href="x.js"/></svg>';
  const picture = `icon-${hashOf('icon.svg', (name) => (name === 'icon.svg' ? text : undefined))}.svg`;
  texts.set(picture, text).set('start.js', 'alert(1)');
  for (const name of [picture, 'start.js', '../view', '']) expect(await open().find(name)).toBeUndefined();
  expect(counts.found).toBe(0);
});

test('keeps all hashed files of its own once a day, and another process serves them', async () => {
  const { texts, counts, problems, open } = openPlace();
  const { keep } = open();
  await Promise.all([keep(), keep()]);
  await keep();
  expect([counts.kept, problems]).toEqual([1, []]);
  const { files } = await pageAssets();
  const own = [...files].filter(([, { isHashed }]) => isHashed).map(([name]) => name);
  expect([...texts.keys()].toSorted()).toEqual(own.toSorted());
  const other = open();
  for (const name of own.filter((each) => !each.endsWith('.svg'))) {
    expect((await other.find(name))?.text, name).toBe(files.get(name)?.text);
  }
});

test('sends the page although the shared place does not answer, and reports why', async () => {
  const { open, problems, pageFiles } = openPlace();
  pageFiles.keep = () => Promise.reject(new Error('away'));
  pageFiles.find = () => Promise.reject(new Error('away'));
  const { keep, find } = open();
  await keep();
  const [[main = ''] = []] = foreignFiles();
  expect(await find(main)).toBeUndefined();
  expect(problems).toHaveLength(2);
  const tooOften = () => {
    throw new Error('too often');
  };
  await expect(find(main, tooOften)).rejects.toThrow('too often');
});
