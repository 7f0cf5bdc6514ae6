/** The catalogues of sentences: their parameters as types, and what a language lacks. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parametersOf } from '@countersign/core/text/message';

/** The path of a sentence, such as `obstacles.NOT_APPROVED.remedy`, and its text. */
type Sentences = ReadonlyMap<string, string>;

export type LanguageFile = { readonly path: string; readonly sentences: Sentences };
export type CatalogueFiles = {
  /** Such as `core`. */
  readonly name: string;
  readonly english: LanguageFile;
  readonly others: readonly LanguageFile[];
};

/** @param root of the repository */
export function cataloguesIn(root: string): CatalogueFiles[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages/*/messages/*.json'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean)
    .map((path) => ({ path, sentences: sentencesOf(JSON.parse(readFileSync(join(root, path), 'utf8'))) }));
  return files
    .filter(({ path }) => path.endsWith('.en.json'))
    .map((english) => {
      const begin = english.path.slice(0, -'en.json'.length);
      const others = files.filter((file) => file !== english && file.path.startsWith(begin));
      return { name: basename(begin).slice(0, -1), english, others };
    });
}

export function sentencesOf(json: unknown, path = ''): Map<string, string> {
  if (typeof json === 'string') return new Map([[path, json]]);
  if (typeof json !== 'object' || json === null) throw new Error(`${path} is neither a sentence nor a group of them.`);
  const inside = path === '' ? '' : `${path}.`;
  return new Map(Object.entries(json).flatMap(([key, value]) => [...sentencesOf(value, `${inside}${key}`)]));
}

/** The types of the parameters of its sentences, in a file next to the English one; none where no sentence has any. */
export function parametersFile({ name, english: { path, sentences } }: CatalogueFiles) {
  const rows = [...sentences].flatMap(([key, text]) => {
    const names = parametersOf(text).map((each) => `'${each}'`);
    return names.length === 0 ? [] : `  '${key}': ${names.join(' | ')};`;
  });
  if (rows.length === 0) return [];
  const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Parameters`;
  const content = [`/** Made from ${basename(path)} by \`pnpm fix\`. */`, `export type ${type} = {`, ...rows, '};', ''];
  return [{ path: path.replace(/en\.json$/, 'parameters.ts'), content: content.join('\n') }];
}

/** What is wrong with a language: a sentence or parameter that it lacks, or that English does not have. */
export function languageProblems({ english, others }: CatalogueFiles): string[] {
  return others.flatMap(({ path, sentences }) => [
    ...[...english.sentences].flatMap(([key, text]) => {
      const own = sentences.get(key);
      if (own === undefined) return `${path} lacks ${key}: “${text}”`;
      const [wanted, found] = [parametersOf(text).sort(), parametersOf(own).sort()];
      return String(wanted) === String(found)
        ? []
        : `${path}: ${key} needs the parameters ${wanted.join(', ') || 'none'}, and has ${found.join(', ') || 'none'}`;
    }),
    ...[...sentences.keys()].flatMap((key) =>
      english.sentences.has(key) ? [] : `${path} has ${key}, which English lacks`,
    ),
  ]);
}
