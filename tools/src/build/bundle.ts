/** Programs as files that need no installation: the MCP server alone for hosts, or all of an installation for its image. */
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OTHER_LANGUAGES } from '@countersign/core/secrets/other-wordlists';
import { signingPagePlugin } from '@countersign/signing-page/bundle-plugin';
import { build, type Metafile, type Plugin } from 'esbuild';
import { LICENSES, recordPackages } from './licenses.ts';

export type Outputs = Metafile['outputs'];

const SERVER = { cli: fileURLToPath(import.meta.resolve('@countersign/mcp-server/cli')) };

const tool = (name: string) => join(import.meta.dirname, `../${name}/main.ts`);
/** What runs in an installation, by the name of its file. */
export const PROGRAMS = {
  ...SERVER,
  bot: join(import.meta.dirname, '../../../packages/discord-bot/src/cli.ts'),
  backup: tool('backup'),
  restore: tool('restore'),
  move: tool('move'),
  doctor: tool('doctor'),
};

/** Some CommonJS dependencies load Node's own modules with `require`, which an ES module lacks. */
export const REQUIRE =
  "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);";

/**
 * Writes `cli.js` and its lazily loaded parts into `folder`, which is emptied first, with the licences of what they
 * contain. The first file is tiny, so that an old Node gets as far as the message that it is too old.
 * @param entryPoints the programs to write, as {@link PROGRAMS}; they share their parts
 * @param first plugins that see each file of the signing page before ours
 * @returns what was written, by file, and what it imports
 */
export async function bundleServer(
  folder: string,
  entryPoints: Readonly<Record<string, string>> = SERVER,
  first: readonly Plugin[] = [],
): Promise<Outputs> {
  await rm(folder, { recursive: true, force: true });
  const packages = recordPackages();
  const { metafile } = await build({
    entryPoints,
    outdir: folder,
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    // Parts load faster without white space; names stay, for errors in the log.
    minifyWhitespace: true,
    plugins: [
      packages.plugin,
      signingPagePlugin(packages.plugin, ...first),
      withoutAjv(),
      withWordlists(),
      withoutNative(),
    ],
    banner: { js: REQUIRE },
    legalComments: 'linked',
    metafile: true,
    logLevel: 'warning',
  });
  await writeFile(join(folder, LICENSES), await packages.licenses());
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  return metafile.outputs;
}

/**
 * Both protocol libraries bring a JSON Schema validator of 200 to 300 kB for the answers to questions that a server may
 * ask a person (elicitation). Ours asks none, but would still load it before the first answer to the host.
 */
function withoutAjv(): Plugin {
  return {
    name: 'without-ajv',
    setup: ({ onLoad }) => {
      const validator = (name: string) => `export class ${name} {
        getValidator() { throw new Error('This server was built without a validator for elicitation.'); }
      }`;
      onLoad({ filter: /[\\/]sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
        contents: validator('AjvJsonSchemaValidator'),
        loader: 'js',
      }));
      onLoad({ filter: /[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/ }, () => ({
        contents: `${validator('DefaultJsonSchemaValidator')}
          export { default as process } from 'node:process';`,
        loader: 'js',
      }));
    },
  };
}

/** PostgreSQL's client and discord.js can use native libraries. Ours never do, and these are not installed. */
function withoutNative(): Plugin {
  return {
    name: 'without-native',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^(?:pg-native|zlib-sync|bufferutil|utf-8-validate)$/ }, ({ path }) => ({
        path,
        namespace: 'without-native',
      }));
      onLoad({ filter: /./, namespace: 'without-native' }, () => ({
        contents: "throw new Error('This program was built without native libraries.');",
        loader: 'js',
      }));
    },
  };
}

/** The lists that are loaded on demand are included, and still built only when needed. */
function withWordlists(): Plugin {
  const lists = OTHER_LANGUAGES.map((name) => `['${name}', require('@scure/bip39/wordlists/${name}.js').wordlist]`);
  return {
    name: 'with-wordlists',
    setup: ({ onLoad }) => {
      onLoad({ filter: /[\\/]secrets[\\/]other-wordlists\.ts$/ }, ({ path }) => ({
        contents: `export const otherWordlists = () => [${lists.join()}];`,
        loader: 'js',
        resolveDir: dirname(path),
      }));
    },
  };
}
