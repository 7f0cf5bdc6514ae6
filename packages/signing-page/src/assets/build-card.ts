/**
 * The card for hosts with MCP Apps (decision 101) as one file: its script bundled with core's own code for reading and
 * comparing, its style, and a policy that lets nothing else run. A bundle of the server carries the outcome instead of
 * this file (bundle-plugin.ts).
 */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { withoutUnused } from './build-page.ts';
import { editing, replacing } from './replacing.ts';
import { sdkParts } from './sdk-parts.ts';

const here = (name: string) => fileURLToPath(new URL(`../browser/card/${name}`, import.meta.url));

/** @param first plugins that see each file before ours */
export async function buildCard(first: readonly Plugin[] = []): Promise<string> {
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
    plugins: [...first, ...withoutUnused, ...withoutSentences, ...sdkParts],
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
    '<body><main><p class="network"></p><p role="status"></p><div id="card"></div></main>',
    `<script type="module">${script}</script></body></html>`,
  ].join('\n');
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Of the page's sentences, those of the modules that draw the card as well. */
const OF_PAGE: Readonly<Record<string, readonly string[]>> = {
  deal: [
    ...['tokens', 'milestone', 'you', 'youDo', 'youName', 'below', 'noRole', 'stranger', 'platformFee', 'service'],
    ...['pays', 'youPay', 'mayHold', 'roles', 'yourRoles', 'nameless', 'payIn', 'receivers', 'firstTime', 'lookTwice'],
    ...['people', 'report', 'receiverMemo', 'token', 'escrow', 'details', 'atMost'],
  ],
  'deal.headline': ['add', 'addFor', 'change', 'andMore', 'all'],
  'deal.money': ['title', 'to'],
  'deal.pay': ['unknown'],
  page: ['and'],
  'status.titles': ['to-confirm'],
  status: ['against', 'how', 'partly', 'hash'],
  'panel.fields': ['Network fee', 'What it changes'],
  escrows: ['held', 'heldLabel'],
};

type Json = { readonly [name: string]: string | Json };

function pickedOf(page: Json): Json {
  const picked: Record<string, Record<string, unknown>> = {};
  for (const [path, names] of Object.entries(OF_PAGE)) {
    const [section = '', part] = path.split('.');
    const own = picked[section] ?? {};
    picked[section] = own;
    const from = page[section] as Json;
    const pick = (json: Json) => Object.fromEntries(names.map((name) => [name, json[name]]));
    Object.assign(own, part === undefined ? pick(from) : { [part]: pick(from[part] as Json) });
  }
  return picked as Json;
}

/** Of core's words, what only lists, outcomes and problems say. */
const NOT_OF_CARD = {
  core: [
    ...['fields', 'archived', 'outcomes', 'kinds', 'sources'],
    ...['partyAtStart', 'payments', 'toParty', 'alsoToParty', 'alsoParty'],
  ],
  actions: ['life', 'did', 'outcomes', 'function', 'transaction', 'label'],
};

function usedOf({ actions, ...core }: Json): object {
  const without = (json: Json | string, names: readonly string[]) =>
    Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
  const used = Object.entries(actions ?? {}).map(([name, words]) => [name, without(words, NOT_OF_CARD.actions)]);
  return { ...without(core, NOT_OF_CARD.core), actions: Object.fromEntries(used) };
}

const editingJson = (paths: RegExp, edit: (json: Json) => object): Plugin =>
  editing(paths, (source) => JSON.stringify(edit(JSON.parse(source))));

const withoutSentences: readonly Plugin[] = [
  // The card shows no error of its own: whatever cannot be read does not match. It names no field.
  replacing(/[\\/]errors\.en\.json$/, async () => '{ "errors": {}, "xdrReasons": {} }'),
  editingJson(/[\\/]core\.\w+\.json$/, usedOf),
  // Core's default language; the card gives its own wherever core makes sentences.
  replacing(/[\\/]words[\\/]en-core\.ts$/, async () => 'export const [summaryWords, ROLE_WORDS] = [];'),
  editingJson(/[\\/]page\.\w+\.json$/, pickedOf),
];
