/**
 * Import boundaries: which module may import which. A module is a folder with one purpose, and its row lists all
 * that it may import except itself. Decision 23 says why this is our own table and not a linter's.
 */

/** Modules are named by the beginning of their files' paths; the longest name that fits a file is its module. */
const CORE = 'packages/core/src/';
const modules = (...names: string[]): string[] => names.map((name) => `${CORE}${name}/`);
const module = (name: string): string => `${CORE}${name}/`;

const VOCABULARY = modules('errors', 'text', 'escrow');
const ENVELOPE = [...VOCABULARY, ...modules('secrets', 'envelope')];

/** What each module may import in addition to itself and the registry's packages. `''` is everything. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  [module('text')]: [],
  [module('errors')]: modules('text'),
  [module('escrow')]: modules('errors', 'text'),
  [module('words')]: VOCABULARY,
  [module('contacts')]: [...VOCABULARY, ...modules('words')],
  [module('secrets')]: VOCABULARY,
  [module('platform')]: VOCABULARY,
  [module('settings')]: [...VOCABULARY, ...modules('secrets', 'platform', 'words')],
  [module('envelope')]: [...VOCABULARY, ...modules('secrets')],
  [module('kinds')]: ENVELOPE,
  [module('signatures')]: [...ENVELOPE, ...modules('words', 'kinds')],
  [module('actions')]: [...ENVELOPE, ...modules('kinds', 'words')],
  [module('risk')]: [...VOCABULARY, ...modules('words', 'contacts', 'kinds')],
  [module('explain')]: [...ENVELOPE, ...modules('words', 'kinds', 'signatures', 'actions', 'risk')],
  [module('service')]: [...VOCABULARY, ...modules('settings', 'actions')],
  [`${module('service')}quota/postgres-slots.ts`]: modules('service', 'platform'),
  [module('ledger')]: VOCABULARY,
  [module('workflow')]: [CORE],
  [module('backup')]: [...VOCABULARY, ...modules('platform', 'settings', 'ledger', 'workflow')],
  [module('metrics')]: modules('platform', 'workflow', 'service'),
  [CORE]: [''],
  'packages/local-http/': [],
  'packages/sandbox-ledger/': [...modules('errors', 'escrow', 'envelope', 'kinds', 'platform'), 'packages/local-http/'],
  'packages/escrow-service/': [CORE, 'packages/local-http/', 'packages/escrow-service/'],
  'packages/escrow-service/src/sandbox.ts': [
    CORE,
    'packages/local-http/',
    'packages/escrow-service/',
    'packages/sandbox-ledger/',
  ],
  'packages/signing-page/': [CORE, 'packages/local-http/'],
  'packages/signing-page/test/': [''],
  'packages/mcp-server/': [CORE, 'packages/signing-page/', 'packages/mcp-server/'],
  'packages/mcp-server/src/sandbox.ts': ['packages/escrow-service/'],
  'packages/mcp-server/src/http/': [CORE, 'packages/local-http/', 'packages/mcp-server/', 'packages/signing-page/'],
  'packages/mcp-server/src/command-line/': [
    CORE,
    'packages/escrow-service/',
    'packages/mcp-server/',
    'packages/signing-page/',
  ],
  'packages/discord-bot/': [CORE, 'packages/local-http/', 'packages/signing-page/', 'packages/discord-bot/'],
  'packages/discord-bot/src/sandbox.ts': ['packages/escrow-service/'],
  'tools/': [
    'tools/',
    CORE,
    'packages/discord-bot/',
    'packages/escrow-service/',
    'packages/mcp-server/',
    'packages/sandbox-ledger/',
    'packages/signing-page/',
  ],
  // They measure and attack the product, so they use what the tests use.
  'tools/src/bench/': [''],
  'tools/src/expressions/': [''],
  'tools/src/fuzz/': [''],
  'tools/src/mutate/': [''],
  'tools/src/pictures/': [''],
  'tools/src/proof/': [''],
  'tools/src/record/': [''],
  'packages/testkit/': [''],
  'tests/': [''],
  'evals/': [''],
};

/**
 * The layers inside a module, lowest first: a file imports from its own row and the rows above it here. `''` is every
 * other file of the module. Two folders of one row do not import each other. Decision 109 says what each layer of the
 * workflow is for, decision 111 those of the MCP server and the page.
 */
const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  // Decision 110 says what each layer of the bot is for.
  'packages/discord-bot/src/': [
    ['settings.ts', 'words/'],
    ['discord/', 'fair-share/'],
    ['state/'],
    ['views/'],
    ['background/'],
    ['task.ts'],
    ['inputs/', 'server/', 'team/'],
    ['draft/'],
    ['commands/'],
    ['buttons/', 'registration/'],
    ['interactions/'],
    ['gateway/', 'http/'],
    [''],
  ],
  [module('workflow')]: [
    ['model/', 'rpc-urls.ts'],
    ['store/', 'services.ts'],
    ['context.ts', 'watched-rpcs.ts'],
    ['people/'],
    ['read/'],
    ['outcome/'],
    ['risk/'],
    ['status/'],
    ['carriers/'],
    ['prepare/'],
    ['submit/'],
    ['follow/'],
    ['page/'],
    ['answers/'],
    [''],
  ],
  'packages/mcp-server/src/': [
    ['desk-holder.ts', 'sandbox.ts'],
    ['views/'],
    ['tools/'],
    ['handlers/'],
    ['transport/'],
    ['http/'],
    ['command-line/'],
    [''],
  ],
  // The browser takes nothing of the server but the types of its answers.
  'packages/signing-page/src/': [['card-data.ts', 'escrows-view.ts', 'messages/', 'page-view.ts'], ['browser/'], ['']],
  'packages/signing-page/src/browser/': [
    ['transaction/'],
    ['words/'],
    ['parts/'],
    ['ways/'],
    ['state/'],
    ['deal/'],
    ['escrow-parts/'],
    ['afterwards/'],
    ['prove/'],
    ['sign/', 'card/', 'escrow/', 'escrows/', 'wallet/'],
  ],
};

/** Modules without I/O and without a clock: they also run in a browser. */
export const PURE: readonly string[] = modules(
  'errors',
  'text',
  'escrow',
  'words',
  'contacts',
  'secrets',
  'envelope',
  'kinds',
  'signatures',
  'actions',
  'risk',
  'explain',
);

const OUTSIDE = /^(?:node:(?!crypto$|util$)|undici|hono|@hono\/|bottleneck|pg|ws|discord\.js|@modelcontextprotocol\/)/;

/** What the actions are called belongs to the words: no code of an action is needed to show it. */
const WORDS_OF_ACTIONS = /^packages\/core\/src\/actions\/(?:en|es|words)\.ts$/;

/** The module of a file, by its path from the root; none if it is in no module. */
export function moduleOf(file: string): string | undefined {
  if (WORDS_OF_ACTIONS.test(file)) return module('words');
  return Object.keys(MAY_IMPORT)
    .filter((begin) => file.startsWith(begin))
    .sort((one, other) => other.length - one.length)[0];
}

/**
 * Why `file` may not import `target`; nothing if it may. Tests may import everything.
 * @param target a path from the root, or the specifier of a package of the registry
 */
export function whyForbidden(file: string, target: string): string | undefined {
  const own = moduleOf(file);
  if (own === undefined || /\.test\.ts$/.test(file)) return undefined;
  if (!/^(?:evals|packages|tests|tools)\//.test(target)) {
    return PURE.includes(own) && OUTSIDE.test(target) ? `${own} is pure and may not import ${target}` : undefined;
  }
  const other = moduleOf(target) ?? target;
  const isOpen = other === own || (MAY_IMPORT[own] ?? []).some((begin) => other.startsWith(begin));
  return isOpen ? undefined : `${own} may not import ${other}`;
}

/**
 * Why `file` may not import `target` of the same module: its layer is higher, or it is in another folder of the same
 * layer; nothing if it may. Tests may import everything.
 */
export function whyUpward(file: string, target: string): string | undefined {
  // A script in a text of the builds imports .js.
  if (/\.test\.ts$/.test(file) || !/\.tsx?$/.test(target)) return undefined;
  for (const [name, layers] of Object.entries(LAYERS)) {
    if (!file.startsWith(name) || !target.startsWith(name)) continue;
    const [from = '', to = ''] = [file, target].map((path) => path.slice(name.length));
    const layerOf = (path: string) => layers.findIndex((row) => row.some((begin) => path.startsWith(begin)));
    const [own, other] = [layerOf(from), layerOf(to)];
    if (other > own) return `${layers[own]?.join(', ')} is below ${layers[other]?.join(', ') || 'the rest'} in ${name}`;
    const [folder, another] = [from, to].map((path) => /^[^/]+\//.exec(path)?.[0]);
    if (own === other && folder !== another && folder !== undefined && another !== undefined) {
      return `${folder} and ${another} are in one layer of ${name}`;
    }
  }
  return undefined;
}
