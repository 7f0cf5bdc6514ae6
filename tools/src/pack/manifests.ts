/** The manifests for registries and hosts. Versions, variables and tools come from their definitions. */

import { IMAGE_NAME, type Launch, NPM_NAME, REGISTRY_NAME } from '@countersign/core/platform/launch';
import { parseSettings } from '@countersign/core/settings';
import { abilitiesOf } from '@countersign/core/settings/abilities';
import { VARIABLES, type Variable } from '@countersign/core/settings/variables';
import { DESCRIPTION, SERVER_NAME, TITLE } from '@countersign/mcp-server/command-line/hosts';
import { ICON_SIZES } from '@countersign/mcp-server/icons';
import packageJson from '@countersign/mcp-server/package.json' with { type: 'json' };
import { EVERY_TOOL, readOnlyTools, toolsFor } from '@countersign/mcp-server/tools-for';
import { LICENSES } from '../build/licenses.ts';

export const VERSION = packageJson.version;
export const ARCHIVE = `${NPM_NAME}-${VERSION}`;
/** The folder of the icons, in a bundle and next to it. */
export const ICONS = 'icons';
export const READ_ONLY_BUNDLE = `${SERVER_NAME}-read-only-${VERSION}.mcpb`;

const NODE = packageJson.engines.node;
const AUTHOR = { name: 'The Countersign authors' };
const KEYWORDS = ['mcp', 'stellar', 'escrow', 'soroban', 'wallet'];
const LICENSE = 'MIT';

/** The text of a variable without its Markdown. */
const plain = (text: string) => text.replaceAll('`', '');
const sentence = ({ meaning, otherwise }: Variable) =>
  plain(`${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}. Default: ${otherwise}.`);

/** For the npm registry. Nothing else has to be installed. */
export function npmManifest() {
  return {
    name: NPM_NAME,
    version: VERSION,
    description: DESCRIPTION,
    mcpName: REGISTRY_NAME,
    keywords: KEYWORDS,
    author: AUTHOR.name,
    license: LICENSE,
    type: 'module',
    bin: { [NPM_NAME]: 'cli.js' },
    files: ['cli.js', 'parts', '*.LEGAL.txt', LICENSES],
    engines: { node: NODE },
  };
}

/** For the MCP bundle (`.mcpb`): its settings are a form in the host. */
export function mcpbManifest() {
  const offered = VARIABLES.filter(({ isOffered }) => isOffered);
  return bundleManifest({
    name: NPM_NAME,
    display_name: TITLE,
    description: DESCRIPTION,
    env: {},
    form: Object.fromEntries(offered.map((variable) => [variable.name, field(variable)])),
    tools: EVERY_TOOL,
  });
}

/** What a person who only reads may set: no key of a service is among it, since the ledger alone is asked. */
const READING = ['STELLAR_NETWORK', 'STELLAR_RPC_URL', 'ESCROW_DEFAULT_SIGNER', 'COUNTERSIGN_DATA_DIR'];

const READ_ONLY_ENV = { COUNTERSIGN_READ_ONLY: 'true', ESCROW_SERVICE: 'direct' };

/** Unless a person chooses another network. */
const READ_ONLY_TESTNET = { ...READ_ONLY_ENV, STELLAR_NETWORK: 'testnet', COUNTERSIGN_DATA_DIR: '.' };

/** For the bundle that only reads, for directories that list nothing that moves money. */
export function readOnlyManifest() {
  const offered = VARIABLES.filter(({ name }) => READING.includes(name));
  const fields = Object.fromEntries(offered.map((variable) => [variable.name, field(variable)]));
  return bundleManifest({
    name: `${NPM_NAME}-read-only`,
    display_name: `${TITLE} (read-only)`,
    description: 'Shows milestone escrows on Stellar and explains transactions; prepares, signs and sends nothing',
    env: READ_ONLY_ENV,
    form: { ...fields, STELLAR_NETWORK: { ...fields['STELLAR_NETWORK'], default: 'testnet' } },
    tools: readOnlyTools(toolsFor(abilitiesOf(parseSettings(READ_ONLY_TESTNET)))),
  });
}

type Bundle = {
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  /** What cannot be changed in the form. */
  readonly env: Readonly<Record<string, string>>;
  /** Fields, by their variables. */
  readonly form: Readonly<Record<string, object>>;
  readonly tools: readonly { readonly name: string; readonly description: string }[];
};

function bundleManifest({ env, form, tools, ...named }: Bundle) {
  const names = Object.keys(form);
  return {
    manifest_version: '0.3',
    ...named,
    version: VERSION,
    author: AUTHOR,
    license: LICENSE,
    keywords: KEYWORDS,
    icon: `${ICONS}/${ICON_SIZES.at(-1)}.png`,
    icons: ICON_SIZES.map((size) => ({ src: `${ICONS}/${size}.png`, size: `${size}x${size}` })),
    server: {
      type: 'node',
      entry_point: 'server/cli.js',
      mcp_config: {
        command: 'node',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills it in
        args: ['${__dirname}/server/cli.js'],
        env: { ...env, ...Object.fromEntries(names.map((name) => [name, `\${user_config.${name.toLowerCase()}}`])) },
      },
    },
    tools: tools.map(({ name, description }) => ({ name, description })),
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: NODE } },
    user_config: Object.fromEntries(names.map((name) => [name.toLowerCase(), form[name]])),
  };
}

function field(variable: Variable) {
  const { title, kind, isSecret } = variable;
  return {
    type: kind === 'flag' ? 'boolean' : kind === 'folder' ? 'directory' : 'string',
    title,
    description: sentence(variable),
    required: false,
    ...(kind === 'flag' ? { default: false } : {}),
    ...(isSecret ? { sensitive: true } : {}),
  };
}

/** For the MCP registry (`server.json`). */
export function registryManifest() {
  const common = {
    transport: { type: 'stdio' },
    environmentVariables: VARIABLES.map((variable) => ({
      name: variable.name,
      description: sentence(variable),
      format: variable.kind === 'flag' ? 'boolean' : variable.kind === 'folder' ? 'filepath' : 'string',
      isRequired: false,
      isSecret: variable.isSecret ?? false,
      ...(variable.choices === undefined ? {} : { choices: variable.choices }),
    })),
  };
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: REGISTRY_NAME,
    title: TITLE,
    description: DESCRIPTION,
    version: VERSION,
    packages: [
      { registryType: 'npm', identifier: NPM_NAME, version: VERSION, runtimeHint: 'npx', ...common },
      // The version of an image is its tag.
      { registryType: 'oci', identifier: `${IMAGE_NAME}:${VERSION}`, runtimeHint: 'docker', ...common },
    ],
  };
}

/** For a plugin: Claude Code and Cursor need the same. */
export function pluginManifest() {
  return {
    name: SERVER_NAME,
    version: VERSION,
    description: DESCRIPTION,
    author: AUTHOR,
    license: LICENSE,
    keywords: KEYWORDS,
  };
}

/** For a folder with that plugin, from which Claude Code installs: `claude plugin marketplace add <folder>`. */
export function marketplaceManifest(source: string) {
  return { name: SERVER_NAME, owner: AUTHOR, plugins: [{ name: SERVER_NAME, source, description: DESCRIPTION }] };
}

/** Its server, in the form that most hosts share. */
export const pluginServers = (launch: Omit<Launch, 'env'>) => ({ mcpServers: { [SERVER_NAME]: launch } });
