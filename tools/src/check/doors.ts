/**
 * The doors of the house: which room may import which. A room is a folder with one purpose, and its row lists all
 * that it may import beside itself. Decision 23 says why this is our own table and not a linter's.
 */

/** Rooms are named by the beginning of their files' paths; the longest name that fits a file is its room. */
const CORE = 'packages/core/src/';
const rooms = (...names: string[]): string[] => names.map((name) => `${CORE}${name}/`);
const room = (name: string): string => `${CORE}${name}/`;

const VOCABULARY = rooms('errors', 'text', 'escrow');
const ENVELOPE = [...VOCABULARY, ...rooms('secrets', 'envelope')];

/** What each room may import beside itself and the registry's packages. `''` is everything. */
export const DOORS: Readonly<Record<string, readonly string[]>> = {
  [room('text')]: [],
  [room('errors')]: rooms('text'),
  [room('escrow')]: rooms('errors', 'text'),
  [room('words')]: VOCABULARY,
  [room('contacts')]: [...VOCABULARY, ...rooms('words')],
  [room('secrets')]: VOCABULARY,
  [room('platform')]: VOCABULARY,
  [room('settings')]: [...VOCABULARY, ...rooms('secrets', 'platform', 'words')],
  [room('envelope')]: [...VOCABULARY, ...rooms('secrets')],
  [room('kinds')]: ENVELOPE,
  [room('signatures')]: [...ENVELOPE, ...rooms('words', 'kinds')],
  [room('actions')]: [...ENVELOPE, ...rooms('kinds', 'words')],
  [room('judgement')]: [...VOCABULARY, ...rooms('words', 'contacts', 'kinds')],
  [room('explain')]: [...ENVELOPE, ...rooms('words', 'kinds', 'signatures', 'actions', 'judgement')],
  [room('service')]: [...VOCABULARY, ...rooms('settings', 'actions')],
  [`${room('service')}quota/postgres-slots.ts`]: rooms('service', 'platform'),
  [room('ledger')]: VOCABULARY,
  [room('workflow')]: [CORE],
  [room('backup')]: [...VOCABULARY, ...rooms('platform', 'settings', 'ledger', 'workflow')],
  [room('metrics')]: rooms('workflow', 'service'),
  [CORE]: [''],
  'packages/local-http/': [],
  'packages/sandbox-ledger/': [...rooms('errors', 'escrow', 'envelope', 'kinds', 'platform'), 'packages/local-http/'],
  'packages/escrow-service/': [CORE, 'packages/local-http/', 'packages/escrow-service/'],
  'packages/escrow-service/src/sandbox.ts': [
    CORE,
    'packages/local-http/',
    'packages/escrow-service/',
    'packages/sandbox-ledger/',
  ],
  'packages/signing-page/': [CORE, 'packages/local-http/'],
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
  'tools/src/pictures/': [''],
  'tools/src/proof/': [''],
  'tools/src/simulation/': [''],
  'packages/testkit/': [''],
  'tests/': [''],
  'evals/': [''],
};

/** Rooms without I/O and without a clock: they also run in a browser. */
export const PURE: readonly string[] = rooms(
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
  'judgement',
  'explain',
);

const OUTSIDE = /^(?:node:(?!crypto$|util$)|undici|hono|@hono\/|bottleneck|pg|ws|discord\.js|@modelcontextprotocol\/)/;

/** An action's words are in its folder, and belong to the words: no code of an action is needed to show them. */
const WORDS_OF_ACTIONS = /^packages\/core\/src\/actions\/(?:[\w-]+\/)?(?:en|es|words)\.ts$/;

/** The room of a file, by its path from the root; none if it is in no room. */
export function roomOf(file: string): string | undefined {
  if (WORDS_OF_ACTIONS.test(file)) return room('words');
  return Object.keys(DOORS)
    .filter((begin) => file.startsWith(begin))
    .sort((one, other) => other.length - one.length)[0];
}

/**
 * Why `file` may not import `target`; nothing if it may. Tests may import everything.
 * @param target a path from the root, or the specifier of a package of the registry
 */
export function brokenDoor(file: string, target: string): string | undefined {
  const own = roomOf(file);
  if (own === undefined || /\.test\.ts$/.test(file)) return undefined;
  if (!/^(?:evals|packages|tests|tools)\//.test(target)) {
    return PURE.includes(own) && OUTSIDE.test(target) ? `${own} is pure and may not import ${target}` : undefined;
  }
  const other = roomOf(target) ?? target;
  const isOpen = other === own || (DOORS[own] ?? []).some((begin) => other.startsWith(begin));
  return isOpen ? undefined : `${own} may not import ${other}`;
}
