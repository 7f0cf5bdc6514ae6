/**
 * The card for hosts with MCP Apps (decision 101) as one file: its script bundled with core's own code for reading and
 * comparing, its style, and a policy that lets nothing else run. A bundle of the server carries the outcome instead of
 * this file (bundle-plugin.ts).
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { withoutOperatorRemedies, withoutWordlists } from './build-page.ts';
import { sdkParts } from './sdk-parts.ts';

const here = (name: string) => fileURLToPath(new URL(`../browser/card/${name}`, import.meta.url));

export async function buildCard(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [here('main.ts'), here('card.css')],
    outdir: here('out'),
    write: false,
    bundle: true,
    format: 'esm',
    // With this, the build fails if core imports anything of Node's.
    platform: 'browser',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    plugins: [withoutWordlists(), withoutOperatorRemedies(), withoutSentences(), ...sdkParts],
    logLevel: 'silent',
  });
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text.trim() ?? '';
  const [script, style] = [textOf('.js'), textOf('.css')];
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return [
    '<!doctype html><html lang="en" data-page=""><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Countersign</title>',
    `<style>${style}</style></head>`,
    '<body><main><p role="status"></p><div id="card"></div></main>',
    `<script type="module">${script}</script></body></html>`,
  ].join('\n');
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The card shows no error of its own: whatever cannot be read does not match. In English it names no field. */
function withoutSentences(): Plugin {
  return {
    name: 'without-sentences',
    setup: ({ onLoad }) => {
      onLoad({ filter: /[\\/]errors\.en\.json$/ }, () => ({
        contents: '{ "errors": {}, "xdrReasons": {} }',
        loader: 'json',
      }));
      onLoad({ filter: /[\\/]core\.en\.json$/ }, async ({ path }) => {
        const { fields: _, ...shown } = JSON.parse(await readFile(path, 'utf8'));
        return { contents: JSON.stringify(shown), loader: 'json' };
      });
    },
  };
}
