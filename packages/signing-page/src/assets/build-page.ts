/**
 * The pages as a browser gets them: their TypeScript bundled with core's own code for reading and comparing, their
 * styles made small. Run from source this happens once a process, when the first page is opened; a bundle of an adapter
 * carries the outcome instead of this file (bundle-plugin.ts).
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES, type Language } from '@countersign/core/words';
import type { BuildOptions, OutputFile, Plugin } from 'esbuild';
import { hashOf, LOADS } from './file-names.ts';
import { editing, replacing } from './replacing.ts';
import { sdkParts } from './sdk-parts.ts';
import { sentencesOfPage } from './sentences-of-page.ts';

const here = (name: string) => fileURLToPath(new URL(`../browser/${name}`, import.meta.url));

/** The pages that have a script: signing, the lists of one's and of a wallet's escrows, an escrow for anyone, and proving a wallet. */
export const PAGES = ['sign', 'escrows', 'wallet', 'escrow', 'prove'] as const;
export type PageName = (typeof PAGES)[number];
/** Those with the style of the lists. */
const LISTS: readonly PageName[] = ['escrows', 'wallet', 'escrow'];

/** Names of files. */
export type PageFiles = {
  /** All that the page needs before it draws anything, in each language. */
  readonly scripts: Readonly<Record<Language, string>>;
  readonly style: string;
  readonly icon: string;
};

export type BuiltPage = {
  /** Texts of all files, by the name under which they are served. A name in `hashed` never gets another content. */
  readonly files: Readonly<Record<string, string>>;
  readonly hashed: readonly string[];
  readonly pages: Readonly<Record<PageName, PageFiles>>;
};

/** @param first plugins that see each file before ours */
export async function buildPage(first: readonly Plugin[] = []): Promise<BuiltPage> {
  const { build } = await import('esbuild');
  const common = {
    outdir: here('out'),
    absWorkingDir: here('.'),
    write: false as const,
    metafile: true as const,
    bundle: true,
    splitting: true,
    format: 'esm' as const,
    // With this, the build fails if core imports anything of Node's.
    platform: 'browser' as const,
    target: ['chrome120', 'firefox121', 'safari17'],
    jsx: 'automatic' as const,
    jsxImportSource: 'preact',
    minify: true,
    charset: 'utf8',
    legalComments: 'none' as const,
    logLevel: 'silent' as const,
  } satisfies BuildOptions;
  const builtPage = async (page: PageName) => {
    const sentences = sentencesOfPage(here('.'));
    const { outputFiles, metafile } = await build({
      ...common,
      entryPoints: { [page]: here(`${page}/main.tsx`) },
      plugins: [...first, sentences.plugin, inOneFile(page), ...withoutUnused, withBytes, ...sdkParts],
    });
    const texts = textsOf(outputFiles);
    // The browser needs no file for the helpers of the bundler that it does not call.
    for (const [path, { inputs }] of Object.entries(metafile.outputs)) {
      if (Object.keys(inputs).length > 0) continue;
      for (const [name, text] of texts) texts.set(name, text.replace(`import"./${basename(path)}";`, ''));
    }
    // Where a page loads anything later, its entry does nothing but import what all files share.
    const [, shared] = /^import\b[^"]*"\.\/([^"]+)";/.exec(texts.get(`${page}.js`) ?? '') ?? [];
    const whole = shared ?? `${page}.js`;
    if (/\b(?:from|import)"\./.test(texts.get(whole) ?? 'from"."'))
      throw new Error(`The page ${page} needs more than one file before it draws anything.`);
    const main = `${page}-00000000.js`;
    if (shared !== undefined) texts.delete(`${page}.js`);
    const shown = await sentences.shownIn(metafile);
    const inLanguages = LANGUAGES.map(async (language) => {
      const inLanguage = await shown(language);
      const named = [...texts].map(
        ([name, text]) =>
          [name === whole ? main : name, inLanguage(text.replaceAll(`"./${whole}"`, `"./${main}"`))] as const,
      );
      const { files, nameOf } = withHashes(new Map(named));
      return { language, files, script: nameOf(main) };
    });
    return { page, built: await Promise.all(inLanguages) };
  };
  const styles = { page: here('style/page.css'), list: here('style/list.css') };
  const [shared, ...pages] = await Promise.all([
    build({ ...common, entryPoints: { start: here('parts/start.ts'), ...styles } }),
    ...PAGES.map(builtPage),
  ]);
  const plain = textsOf(shared.outputFiles).set('icon.svg', await readFile(here('icon.svg'), 'utf8'));
  const { files: hashedStyles, nameOf } = withHashes(plain);
  const hashed = Object.assign({}, hashedStyles, ...pages.flatMap(({ built }) => built.map(({ files }) => files)));
  const all = pages.map(({ page, built }) => [
    page,
    {
      scripts: Object.fromEntries(built.map(({ language, script }) => [language, script])),
      style: nameOf(LISTS.includes(page) ? 'list.css' : 'page.css'),
      icon: nameOf('icon.svg'),
    },
  ]);
  return {
    // Some have their plain names, too: pages of another version, and pages without a script, ask for these.
    files: { ...hashed, ...Object.fromEntries(plain) },
    hashed: Object.keys(hashed),
    pages: Object.fromEntries(all),
  };
}

type Texts = Map<string, string>;
const textsOf = (outputs: readonly OutputFile[]): Texts =>
  new Map(outputs.map(({ path, text }) => [basename(path), text]));

/** Files under names with a hash of their content and of all files that they load. */
function withHashes(texts: Texts) {
  const names = [...texts.keys()].map((name) => {
    const [, stem, end] = /^(.*?)(?:-[A-Z0-9]{8})?(\.\w+)$/.exec(name) ?? [];
    return [name, `${stem}-${hashOf(name, (each) => texts.get(each))}${end}`] as const;
  });
  const hashedNames = new Map(names);
  const renamed = (text: string) =>
    text.replace(LOADS, (whole, name) => (hashedNames.has(name) ? `"./${hashedNames.get(name)}"` : whole));
  return {
    files: Object.fromEntries([...texts].map(([name, text]) => [hashedNames.get(name), renamed(text)])),
    nameOf: (name: string) => String(hashedNames.get(name)),
  };
}

/**
 * What a page needs before it draws anything is one file. A file of its own would be cut out for each group of modules
 * that is needed at once and by some of the files that are loaded later, so all of these depend on the whole.
 */
function inOneFile(page: PageName): Plugin {
  return {
    name: 'in-one-file',
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: /\.tsx?$/ }, ({ kind, path, resolveDir }) => {
        // The bundler orders a shared file by the distance from an entry, so nothing of the page may be nearer than its words.
        if (kind === 'entry-point') return { path: 'at-once', namespace: 'at-once' };
        const isOwn = kind === 'dynamic-import' && resolveDir.startsWith(here('.'));
        return isOwn ? { path: resolve(resolveDir, path), namespace: 'later' } : undefined;
      });
      onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
        contents: `import 'at-once';\nexport * from ${JSON.stringify(path)};`,
        resolveDir: dirname(path),
      }));
      onResolve({ filter: /^at-once$/ }, ({ path }) => ({ path, namespace: 'at-once' }));
      onLoad({ filter: /./, namespace: 'at-once' }, () => ({
        contents: ['words/en.ts', `${page}/main.tsx`].map((name) => `import ${JSON.stringify(here(name))};`).join('\n'),
        resolveDir: here('.'),
      }));
    },
  };
}

export const withoutUnused: readonly Plugin[] = [
  // Of BIP-39's lists the page knows the English one; see browser/state/read-given.ts.
  replacing(/[\\/]secrets[\\/]other-wordlists\.ts$/, async () => 'export const otherWordlists = () => [];'),
  // The page shows the remedies for a person, and needs none of those for the operator.
  replacing(/[\\/]operator-remedies\.json$/, async () => '{}'),
];

/** Ledger's libraries expect Node's Buffer; the build gives the part that they use to them alone. */
const withBytes = editing(/[\\/]@ledgerhq[\\/].*\.js$/, (source) =>
  /\bBuffer\./.test(source)
    ? `import { Buffer } from ${JSON.stringify(here('ways/ledger/bytes.ts'))};\n${source}`
    : undefined,
);
