/**
 * The page as a browser gets it: its TypeScript bundled with core's own code for reading and comparing, its style
 * made small. Run from source this happens once a process, when the first page is opened; a bundle of an adapter
 * carries the outcome instead of this file (bundle-plugin.ts).
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { sdkParts } from './sdk-parts.ts';

const here = (name: string) => fileURLToPath(new URL(`../browser/${name}`, import.meta.url));

/** The pages that have a script: signing, the list of one's escrows, an escrow for anyone, and proving a wallet. */
export const PAGES = ['sign', 'escrows', 'escrow', 'prove'] as const;
export type PageName = (typeof PAGES)[number];

export type BuiltPage = {
  /** Text of the scripts, the styles and the icon, by the name under which they are served. */
  readonly files: Readonly<Record<string, string>>;
  /** What a page's script cannot start without: fetched in parallel with it. */
  readonly needed: Readonly<Record<PageName, readonly string[]>>;
};

/** What several pages need, or is loaded on demand (a wallet's library, another language), is a file of its own. */
export async function buildPage(): Promise<BuiltPage> {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    entryPoints: {
      ...Object.fromEntries(PAGES.map((name) => [name, here(`${name}/main.tsx`)])),
      page: here('style/page.css'),
    },
    outdir: here('out'),
    absWorkingDir: here('.'),
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    // With this, the build fails if core imports anything of Node's.
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    plugins: [withoutWordlists(), withoutOperatorRemedies(), withBytes(), ...sdkParts],
    logLevel: 'silent',
  });
  const built = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]));
  const importsOf = (name: string) =>
    (metafile.outputs[`out/${name}`]?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => basename(path));
  const neededBy = (name: string): string[] => importsOf(name).flatMap((each) => [each, ...neededBy(each)]);
  return {
    files: { ...built, 'icon.svg': await readFile(here('icon.svg'), 'utf8') },
    needed: {
      sign: distinct(neededBy('sign.js')),
      escrows: distinct(neededBy('escrows.js')),
      escrow: distinct(neededBy('escrow.js')),
      prove: distinct(neededBy('prove.js')),
    },
  };
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)];

/** Of BIP-39's lists the page knows the English one; see browser/state/words-alone.ts. */
export function withoutWordlists(): Plugin {
  return {
    name: 'without-wordlists',
    setup: ({ onLoad }) => {
      onLoad({ filter: /[\\/]secrets[\\/]other-wordlists\.ts$/ }, () => ({
        contents: 'export const otherWordlists = () => [];',
        loader: 'js',
      }));
    },
  };
}

/** The page shows the remedies for a person, and needs none of those for the operator. */
export function withoutOperatorRemedies(): Plugin {
  return {
    name: 'without-operator-remedies',
    setup: ({ onLoad }) => {
      onLoad({ filter: /[\\/]operator-remedies\.json$/ }, () => ({ contents: '{}', loader: 'json' }));
    },
  };
}

/** Ledger's libraries expect Node's Buffer; the build gives the part that they use to them alone. */
function withBytes(): Plugin {
  return {
    name: 'with-bytes',
    setup: ({ onLoad }) => {
      onLoad({ filter: /[\\/]@ledgerhq[\\/]/ }, async ({ path }) => {
        if (!path.endsWith('.js')) return undefined;
        const source = await readFile(path, 'utf8');
        if (!/\bBuffer\./.test(source)) return undefined;
        return {
          contents: `import { Buffer } from ${JSON.stringify(here('ways/ledger/bytes.ts'))};\n${source}`,
          loader: 'js',
        };
      });
    },
  };
}
