/** Plugins that give modules other contents than their files have; which loader reads them, the files' names say. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** @param contentsOf the contents of a module, by its path; nothing: those of its file */
export function replacing(paths: RegExp, contentsOf: (path: string) => Promise<string | undefined>): Plugin {
  return {
    name: `replacing ${paths}`,
    setup: ({ onLoad }) => {
      onLoad({ filter: paths }, async ({ path }) => {
        const contents = await contentsOf(path);
        return contents === undefined ? undefined : { contents, loader: 'default' };
      });
    },
  };
}

/** @param edit nothing: the file stays as it is */
export const editing = (paths: RegExp, edit: (source: string, path: string) => string | undefined): Plugin =>
  replacing(paths, async (path) => edit(await readFile(path, 'utf8'), path));
