/** How far a language is: which English sentences changed after their translation. */
import { execFileSync } from 'node:child_process';
import { type CatalogueFiles, sentencesOf } from '../check/catalogues.ts';

/** Keys of a language's file whose English sentence changed in a later commit than the translation. */
export function changedSince(root: string, english: string, other: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const commits = git('log', '--reverse', '--format=%H', '--', english, other).split('\n').filter(Boolean);
  const lastChange = { english: new Map<string, number>(), other: new Map<string, number>() };
  const earlier = { english: new Map<string, string>(), other: new Map<string, string>() };
  for (const [at, commit] of commits.entries()) {
    for (const [side, path] of [['english', english] as const, ['other', other] as const]) {
      const sentences = readAt(git, commit, path);
      for (const [key, text] of sentences) if (earlier[side].get(key) !== text) lastChange[side].set(key, at);
      earlier[side] = sentences;
    }
  }
  return [...earlier.other.keys()].filter(
    (key) => (lastChange.english.get(key) ?? 0) > (lastChange.other.get(key) ?? 0),
  );
}

function readAt(git: (...args: string[]) => string, commit: string, path: string): Map<string, string> {
  try {
    return sentencesOf(JSON.parse(git('show', `${commit}:${path}`)));
  } catch {
    return new Map();
  }
}

/** Code of the language that a catalogue's file is in: `es` of `core.es.json`. */
export const languageOfFile = (path: string): string => path.split('.').at(-2) ?? '';

/** For each language, how many sentences it has, and what a translator has to do. */
export function report(root: string, catalogues: readonly CatalogueFiles[]): string[] {
  const languages = [...new Set(catalogues.flatMap(({ others }) => others.map(({ path }) => languageOfFile(path))))];
  return languages.flatMap((language) => {
    const rows = catalogues.map(({ english, others }) => {
      const own = others.find(({ path }) => languageOfFile(path) === language);
      const missing = [...english.sentences.keys()].filter((key) => !own?.sentences.has(key));
      const changed = own === undefined ? [] : changedSince(root, english.path, own.path);
      const path = own?.path ?? english.path.replace(/en\.json$/, `${language}.json`);
      return { count: english.sentences.size, missing, changed, path };
    });
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
    const [all, lacks] = [sum(({ count }) => count), sum(({ missing }) => missing.length)];
    return [
      `${language}: ${all - lacks} of ${all} sentences (${Math.floor(((all - lacks) / all) * 100)} %)`,
      ...rows.flatMap(({ path, missing, changed }) => [
        ...missing.map((key) => `  missing: ${path} ${key}`),
        ...changed.map((key) => `  changed in English since: ${path} ${key}`),
      ]),
    ];
  });
}
