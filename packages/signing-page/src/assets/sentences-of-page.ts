/**
 * A page carries the sentences that it shows, and none of the rest of the catalogues: which these are is read from the
 * modules that it is made of. Until they are known, the script has a name in place of each catalogue.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@countersign/core/words';
import type { Metafile, Plugin } from 'esbuild';

/** The folder of core's words. */
const WORDS = fileURLToPath(new URL('.', import.meta.resolve('@countersign/core/words'))).replace(/.$/, '');
/** Core's words in its default language, of which a page has those of its own. */
const ENGLISH = [join(WORDS, 'en.ts'), join(WORDS, 'en-core.ts')];

/** For these the page has remedies of its own, where their words are the usual ones (parts/problem.tsx). */
const WITH_OWN_REMEDY = ['HANDLE_NOT_FOUND', 'OUTCOME_UNKNOWN', 'TRANSACTION_DISPLACED', 'TRANSACTION_EXPIRED'];

type Json = Readonly<Record<string, object>>;
type Shown = {
  readonly has: (catalogue: string, section: string) => boolean;
  /** Codes of the errors that arise in the page itself. */
  readonly ownErrors: ReadonlySet<string>;
};

/** @param browser the folder of the pages' modules */
export function sentencesOfPage(browser: string) {
  const catalogues = new Map<string, string>();
  const placeOf = (path: string) => {
    const name = `SENTENCES_${basename(path, '.en.json')}`;
    catalogues.set(name, path);
    return name;
  };
  const plugin: Plugin = {
    name: 'sentences-of-page',
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: /[\\/]en(?:-core)?\.ts$/ }, ({ path, resolveDir }) =>
        ENGLISH.includes(resolve(resolveDir, path)) ? { path, namespace: 'english' } : undefined,
      );
      onLoad({ filter: /./, namespace: 'english' }, () => ({
        contents: 'export const [summaryWords, ROLE_WORDS] = [];',
      }));
      onLoad({ filter: /[\\/]messages[\\/]\w+\.en\.json$/ }, ({ path }) => ({
        contents: `export default ${placeOf(path)};`,
      }));
    },
  };
  /** @returns what puts the sentences of a language into a script of the page */
  const shownIn = async ({ outputs }: Metafile) => {
    const paths = Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    );
    const modules = paths.map((path) => path.replace(/^later:/, '')).filter((path) => /^[^:]+\.tsx?$/.test(path));
    const sources = new Map<string, string>();
    for (const path of modules) sources.set(resolve(browser, path), await readFile(resolve(browser, path), 'utf8'));
    const shown = shownBy(sources, browser);
    return async (language: Language) => {
      const texts = new Map<string, string>();
      for (const [name, path] of catalogues)
        texts.set(name, await sentences(path.replace(/en(?=\.json$)/, language), shown));
      return (script: string) => script.replace(/\bSENTENCES_\w+/g, (name) => texts.get(name) ?? name);
    };
  };
  return { plugin, shownIn };
}

/** @param sources of all modules of a page, by their paths. @param browser the folder of the pages' own */
function shownBy(sources: ReadonlyMap<string, string>, browser: string): Shown {
  const textIn = (isMeant: (path: string) => boolean) =>
    [...sources].flatMap(([path, source]) => (isMeant(path) ? source : [])).join('\n');
  const [all, ofPages] = [textIn(() => true), textIn((path) => path.startsWith(browser))];
  const found = (pattern: RegExp, text = all) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const names = (lists: readonly string[]) =>
    lists.flatMap((list) => list.replaceAll(/(?:\s+as|:)\s*\w+/g, '').match(/\w+(?=\s*(?:,|$))/g) ?? []);
  const alone = found(/\bwords\(\)\.(\w+)/g);
  const lists = found(/\{([^{}]*)\} = words\(\);/g);
  // Core's words in any other way than `core.name`: given on, taken apart, or under another name.
  const others = [...sources].flatMap(([path, source]) =>
    path.startsWith(browser) && /\bcore\b[^;]*\} from '[./]+(?:words\/)?words\.ts'/.test(source)
      ? (source.replaceAll(/^import [^;]*;$/gm, '').match(/(?<![\w./])core(?![\w./’'])/g) ?? [])
      : [],
  );
  if (found(/(\bwords\(\))/g).length !== alone.length + lists.length || others.length > 0)
    throw new Error(
      'Write words().section or const { section } = words(), and core.turnText: the build reads what a page shows.',
    );
  const own = new Set([...alone, ...names(lists)]);
  const wordsOfCore = [...sources].flatMap(([path, source]) => (dirname(path) === WORDS ? [source] : []));
  const ofCore = sectionsOfCore(found(/(?<!\/)\bcore\.(\w+)/g, ofPages), wordsOfCore);
  return {
    has: (catalogue, section) =>
      catalogue === 'page' ? own.has(section) : !PARTS_OF_CORE.includes(catalogue) || ofCore.has(section),
    ownErrors: new Set([...WITH_OWN_REMEDY, ...found(/Error\('([A-Z_]+)'/g)]),
  };
}

/** Catalogues of core of which a page needs what its words name. Of others, and of these a language's code, all. */
const PARTS_OF_CORE = ['steps', 'errors'];

/** Sections that functions of core's words take from their messages, and so do all that they call. */
function sectionsOfCore(functions: readonly string[], sources: readonly string[]): ReadonlySet<string> {
  const declared = sources.flatMap((source) => source.split(/^(?=(?:export )?(?:function|const) \w)/m));
  const texts = Map.groupBy(declared, (text) => /^(?:export )?(?:function|const) (\w+)/.exec(text)?.[1] ?? '');
  // Some words are properties of an object: `LOOK_ALIKE: createLookAlike(messages)`.
  const textOf = (name: string) =>
    texts.get(name)?.join() ?? sources.flatMap((source) => source.match(new RegExp(`\\b${name}: .*`)) ?? []).join();
  const sections = new Set(['language', 'original', 'errors', 'xdrReasons']);
  const done = new Set<string>();
  const read = (name: string): void => {
    if (done.has(name)) return;
    done.add(name);
    const text = textOf(name);
    for (const [, one = '', several = ''] of text.matchAll(OF_MESSAGES))
      for (const section of `${one} ${several}`.match(/\w+/g) ?? []) sections.add(section);
    for (const next of text.match(/\w+/g) ?? []) if (texts.has(next)) read(next);
  };
  functions.forEach(read);
  return sections;
}

/** `messages.stops`, `{ stops, parties }: Messages` and `{ stops } = messages`. */
const OF_MESSAGES = /\bmessages\.(\w+)|\{([^=;]*?)\}(?:: (?:Pick<)?(?:Core)?Messages\b| = messages;)/gi;

async function sentences(path: string, { has, ownErrors }: Shown): Promise<string> {
  const json: Json = JSON.parse(await readFile(path, 'utf8'));
  const [catalogue = ''] = basename(path).split('.');
  const shown = Object.fromEntries(Object.entries(json).filter(([section]) => has(catalogue, section)));
  // What the server reports comes with its words.
  if (catalogue === 'errors')
    shown['errors'] = Object.fromEntries(
      Object.entries(shown['errors'] ?? {}).map(([code, texts]) => [code, ownErrors.has(code) ? texts : NO_TEXTS]),
    );
  // A name of a property needs no quotes.
  return JSON.stringify(shown).replace(/"([a-z]\w*)":/gi, '$1:');
}

const NO_TEXTS = { message: '', remedy: '' };
