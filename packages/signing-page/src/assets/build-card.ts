/**
 * The card for hosts with MCP Apps (decision 101) as one file: its script bundled with core's own code for reading and
 * comparing, its style, and a policy that lets nothing else run. A bundle of the server carries the outcome instead of
 * this file (bundle-plugin.ts).
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERROR_CATALOGUE, XDR_REASONS } from '@countersign/core/errors';
import { build, type Plugin } from 'esbuild';
import { withoutUnread, withoutWordlists, withoutXdrAsJson } from './build-page.ts';

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
    plugins: [
      withoutWordlists(),
      withoutXdrAsJson(),
      withoutUnread(NOT_ON_CARD),
      withFewNames(),
      withoutErrorWords(),
      withOwnStrKey(),
    ],
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

/** A transaction that has any of these is none of ours: it cannot be read here, and so it does not match. */
const NOT_ON_CARD =
  /^(?!change-trust-|invoke-host-).*-op(?:-|$)|^(?:claim|fee-bump-|hash-id-preimage-(?!contract-id$)|liquidity-pool-|preconditions-v2$|revoke-|sc-error$|signer-key|transaction-v0|config-|ledger-key-(?:claimable|config|data$|liquidity|offer|ttl))/;

/** Not what finds out what a person pasted, nor what reads a contract’s code. */
const IN_CARD = /^(?!pasted|contract-interface).*(?<!\.test)\.ts$/;

/** What core uses of the SDK’s types by name. The library would bring the names of all of them. */
async function namesInUse(): Promise<ReadonlySet<string>> {
  const folders = ['actions', 'envelope', 'kinds'].map((name) =>
    fileURLToPath(new URL(`${name}/`, import.meta.resolve('@countersign/core'))),
  );
  const sources = folders.map(async (folder) => {
    const files = (await readdir(folder, { recursive: true })).filter((name) => IN_CARD.test(name));
    return await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  });
  const text = (await Promise.all(sources)).flat().join('\n');
  // Called, built, or given to a function; types leave no trace in a bundle.
  return new Set(
    [...text.matchAll(/\bxdr\.([A-Z]\w*)[.(]|\(xdr\.([A-Z]\w*),/g)].map(([, one, other]) => one ?? other ?? ''),
  );
}

/** Of the SDK, what reads transactions; core builds them with the last three, which the card never does. */
const BASE = `import * as xdr from '../xdr/index.js';
  export { xdr };
  export { Address } from './address.js';
  export { Asset } from './asset.js';
  export { hash } from './hashing.js';
  export { scValToBigInt } from './numbers/index.js';
  export const [Account, Operation, TransactionBuilder] = [];`;

const GENERATED = /^export \{ (.*) \} from '(\.\/generated\/.*)';$/;

/** Of what is left: checks for people who write code with the SDK, and the arms of an operation that none of ours has. */
const NOT_NEEDED: readonly RegExp[] = [
  / {2}constructor\(\) \{\n {4}super\(\);\n {4}if \(new\.target[\s\S]*?\n {4}\}\n {2}\}\n/g,
  / {2}static is\(value\) \{[\s\S]*?\n {2}\}\n/g,
  /class OperationBody(?!Base|ChangeTrust|InvokeHostFunction)\w+ extends OperationBodyBase \{[\s\S]*?\n\}\n/g,
  / {2}static \w+\([^)]*\) \{\n {4}return new OperationBody(?!ChangeTrust|InvokeHostFunction)\w+\([^)]*\);\n {2}\}\n/g,
  / {6}case \d+:\n {8}return new OperationBody(?!ChangeTrust|InvokeHostFunction)\w+\([\s\S]*?\);\n(?= {6}case| {4}\})/g,
  /, OperationBody(?!Base|ChangeTrust|InvokeHostFunction)\w+/g,
];

function withFewNames(): Plugin {
  return {
    name: 'with-few-names',
    setup: ({ onLoad }) => {
      onLoad({ filter: /[\\/]esm[\\/]base[\\/]index\.js$/ }, ({ path }) => ({
        contents: BASE,
        loader: 'js',
        resolveDir: dirname(path),
      }));
      onLoad({ filter: /[\\/]esm[\\/]xdr[\\/]index\.js$/ }, async ({ path }) => {
        const used = await namesInUse();
        const lines = (await readFile(path, 'utf8')).split('\n').map((line) => {
          const [, names, from] = GENERATED.exec(line) ?? [];
          if (names === undefined) return line;
          const kept = names.split(', ').filter((name) => used.has(name));
          return kept.length === 0 ? '' : `export { ${kept.join(', ')} } from '${from}';`;
        });
        return { contents: lines.join('\n'), loader: 'js' };
      });
      onLoad({ filter: /[\\/]xdr[\\/]generated[\\/][\w-]+\.js$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        return { contents: NOT_NEEDED.reduce((text, part) => text.replace(part, ''), source), loader: 'js' };
      });
    },
  };
}

/** The SDK's classes for addresses and assets, with core's alphabet and without the class that can also sign. */
function withOwnStrKey(): Plugin {
  const strKey = JSON.stringify(fileURLToPath(import.meta.resolve('@countersign/core/escrow')));
  return {
    name: 'with-own-strkey',
    setup: ({ onLoad }) => {
      onLoad({ filter: /[\\/]esm[\\/]base[\\/]strkey\.js$/ }, ({ path }) => ({
        contents: `import { decodeStrKey, encodeStrKey } from ${strKey};
          const is = (kind) => (text) => decodeStrKey(text)?.kind === kind;
          const decode = (kind) => (text) => {
            if (!is(kind)(text)) throw new TypeError('invalid address');
            return decodeStrKey(text).payload;
          };
          const no = () => false;
          export const StrKey = {
            isValidEd25519PublicKey: is('account'), isValidContract: is('contract'),
            isValidMed25519PublicKey: is('muxedAccount'), isValidClaimableBalance: no, isValidLiquidityPool: no,
            decodeEd25519PublicKey: decode('account'), decodeContract: decode('contract'),
            decodeMed25519PublicKey: decode('muxedAccount'),
            encodeEd25519PublicKey: (bytes) => encodeStrKey('account', bytes),
            encodeContract: (bytes) => encodeStrKey('contract', bytes),
            encodeMed25519PublicKey: (bytes) => encodeStrKey('muxedAccount', bytes),
          };`,
        loader: 'js',
        resolveDir: dirname(path),
      }));
      onLoad({ filter: /[\\/]esm[\\/]base[\\/]keypair\.js$/ }, ({ path }) => ({
        contents: `import { PublicKey } from '../xdr/generated/public-key.js';
          import { StrKey } from './strkey.js';
          export const Keypair = { fromPublicKey: (address) => ({
            xdrAccountId: () => PublicKey.publicKeyTypeEd25519(StrKey.decodeEd25519PublicKey(address)),
          }) };`,
        loader: 'js',
        resolveDir: dirname(path),
      }));
    },
  };
}

/** The card shows no error of its own: whatever cannot be read does not match. */
function withoutErrorWords(): Plugin {
  const emptied = (name: string, table: object) => ({
    contents: `export const ${name} = Object.fromEntries('${Object.keys(table).join(' ')}'.split(' ').map((code) => [code, { message: '', remedy: '' }]));`,
    loader: 'js' as const,
  });
  return {
    name: 'without-error-words',
    setup: ({ onLoad }) => {
      onLoad({ filter: /[\\/]errors[\\/]catalogue\.ts$/ }, () => emptied('ERROR_CATALOGUE', ERROR_CATALOGUE));
      onLoad({ filter: /[\\/]errors[\\/]xdr-reasons\.ts$/ }, () => emptied('XDR_REASONS', XDR_REASONS));
    },
  };
}
