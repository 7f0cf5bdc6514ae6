/**
 * The parts of the Stellar SDK that read our transactions. The pages and the card are sent these alone: the SDK has the
 * types of everything on the network, and what builds and prints transactions.
 */
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { editing, replacing } from './replacing.ts';

const sdk = (name: string) =>
  JSON.stringify(fileURLToPath(import.meta.resolve('@stellar/stellar-sdk/base')).replace(/base.index\.js$/, name));

/** Where the SDK has what our code imports from it; what is missing here builds transactions, which no page does. */
const PARTS: Readonly<Record<string, string>> = {
  Address: 'base/address.js',
  Asset: 'base/asset.js',
  hash: 'base/hashing.js',
  Keypair: 'base/keypair.js',
  scValToBigInt: 'base/numbers/index.js',
  verify: 'base/signing.js',
};

const IMPORT = /^import \{([^}]*)\} from '@stellar\/stellar-sdk\/base';$/m;

function partImport(text: string): string {
  const [name = '', local = name] = text.split(' as ');
  if (name === 'xdr') return `import * as xdr from ${sdk('xdr/index.js')};`;
  const part = PARTS[name];
  return part === undefined ? `const ${local} = undefined;` : `import { ${text} } from ${sdk(part)};`;
}

/** Each part is imported from its own file: the index of the SDK would put all of them where one is needed. */
const namedParts = editing(/(?:core[\\/]src|browser)[\\/].*\.ts$/, (source) => {
  const [whole, names] = IMPORT.exec(source) ?? [];
  if (whole === undefined || names === undefined) return undefined;
  const used = names.split(',').map((name) => name.trim());
  const imports = used.filter((name) => !name.startsWith('type ')).map(partImport);
  return source.replace(whole, () => imports.join(' '));
});

/** Transactions are read as XDR alone; the SDK can write them as JSON, too. */
const noJson = replacing(
  /[\\/]xdr[\\/]values[\\/]to-json\.js$/,
  async () =>
    'const none = () => { throw new TypeError("the page knows no JSON of XDR"); };\nexport { none as walkFromJson, none as walkToJson };',
);

/** Integers are read alone; the SDK's class also makes and checks them. Their words begin with the lowest, and only the highest has a sign. */
const ownIntegers = replacing(
  /[\\/]numbers[\\/]xdr_large_int\.js$/,
  async () => `export class XdrLargeInt {
    static getType = (type) => type;
    constructor(type, words) {
      this.value = [words].flat().reduceRight((high, low) => (high << 64n) | low);
    }
    toBigInt() {
      return this.value;
    }
  }`,
);

/** Results, the network's settings and messages between its nodes, how ledgers are closed, contracts' descriptions. */
const UNREAD =
  /-result(?:-|$)|^(?:config-setting-(?!id$)|contract-cost-|diagnostic-event|sc-spec-|stellar-message|peer-|time-sliced-|scp-|survey-|topology-|bucket-|hot-archive-|persisted-scp-|stellar-value|ledger-(?:upgrade|header|close|scp)|transaction-(?:meta|history)|soroban-transaction-meta)/;

/** A transaction that has any of these is none of ours: it cannot be read here, and so it does not match. */
const NOT_OURS =
  /^(?!change-trust-|invoke-host-|manage-data-).*-op(?:-|$)|^(?:account-entry|offer-entry|data-entry|trust-line-entry|contract-(?:code-|executable-external-)|claim|fee-bump-|hash-id-preimage-(?!contract-id$)|liquidity-pool-|preconditions-v2$|revoke-|sc-error$|signer-key|soroban-(?:delegate-|address-credentials-with-)|transaction-v0|config-|ledger-key-(?:claimable|config|data$|liquidity|offer|ttl))/;

/** Of what is left: checks for people who write code with the SDK, and the arms of an operation that none of ours has. */
const NOT_NEEDED: readonly RegExp[] = [
  / {2}constructor\(\) \{\n {4}super\(\);\n {4}if \(new\.target[\s\S]*?\n {4}\}\n {2}\}\n/g,
  / {2}static is\(value\) \{[\s\S]*?\n {2}\}\n/g,
  /class OperationBody(?!Base|ChangeTrust|InvokeHostFunction|ManageData)\w+ extends OperationBodyBase \{[\s\S]*?\n\}\n/g,
  / {2}static \w+\([^)]*\) \{\n {4}return new OperationBody(?!ChangeTrust|InvokeHostFunction|ManageData)\w+\([^)]*\);\n {2}\}\n/g,
  / {6}case \d+:\n {8}return new OperationBody(?!ChangeTrust|InvokeHostFunction|ManageData)\w+\([\s\S]*?\);\n(?= {6}case| {4}\})/g,
  /, OperationBody(?!Base|ChangeTrust|InvokeHostFunction|ManageData)\w+/g,
];

const EXPORTS = 'export {';

const fewTypes = editing(/[\\/]xdr[\\/](?:index|generated[\\/][\w-]+)\.js$/, (source, path) => {
  const name = basename(path, '.js');
  if (!UNREAD.test(name) && !NOT_OURS.test(name))
    return NOT_NEEDED.reduce((text, part) => text.replace(part, ''), source);
  const begin = source.indexOf(EXPORTS) + EXPORTS.length;
  const names = source.slice(begin, source.indexOf('};', begin)).split(',');
  const empty = names.map((each) => `const ${each.trim().split(' as ')[0]} = {};`);
  return `${empty.join('\n')}\nexport {${names}};`;
});

const STR_KEY = JSON.stringify(fileURLToPath(import.meta.resolve('@countersign/core/escrow')));

/** The SDK's classes for addresses and assets, with core's alphabet. */
const ownStrKey = replacing(
  /[\\/]esm[\\/]base[\\/]strkey\.js$/,
  async () => `import { decodeStrKey, encodeStrKey } from ${STR_KEY};
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
);

/** Without the class that can also sign: what signs and verifies is loaded later, with a SHA-512 of its own. */
const publicKeys: Plugin = {
  name: 'public-keys',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^@noble\/hashes\/sha2\.js$/ }, ({ importer }) =>
      /[\\/](?:keypair|signing)\.js$/.test(importer)
        ? { path: createRequire(importer).resolve('@noble/hashes/sha2.js'), suffix: '?512' }
        : undefined,
    );
    onResolve({ filter: /^\.\/keypair\.js$/ }, ({ importer }) =>
      basename(importer) === 'asset.js' ? { path: join(dirname(importer), 'key'), namespace: 'public-key' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'public-key' }, ({ path }) => ({
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

export const sdkParts: readonly Plugin[] = [namedParts, noJson, fewTypes, ownStrKey, publicKeys, ownIntegers];
