/**
 * Two tenants on one store who ask for the same, by chance and with all that they could have of each other: over MCP, on
 * the signing page, in Discord. No answer to one holds anything of the other.
 *
 * Looked for: every id, page, token, session, hash, contract and transaction that one was given, from its birth on, and
 * a mark in every text that one wrote (terms, reasons, reports, names in the address book, wallets, limits, drafts).
 * Looked through: whole answers with their headers, event streams, cards and files, suggestions, forms, the server's log
 * of the call, and at the end every card and channel that changed meanwhile.
 *
 * What an answer may contain, and nothing else:
 * - What the ledger tells everybody of an escrow that has settled (its address, its terms, the hash of its deploy),
 *   to anyone who asks for it by its address or by a wallet. Never its request, its page or its transaction's text.
 * - The address of an escrow that both ask for in the same words for the same signer, and what the ledger has there: it
 *   follows from what the asker entered.
 * - What is in a transaction, to anyone who holds it and has it explained or sends it.
 * - An address of the ledger that the asker gave, and in the operator's log an id that the asker gave.
 * A link to a page is its right: anyone who was given it sees the page. So no step opens the other's link; it is guessed.
 * How long an answer takes is not looked at.
 */
import { startSandbox } from '@countersign/escrow-service';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { counted, isWhole, SEED } from '@countersign/testkit/proof/share';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runRound } from './isolation/round.ts';
import { createSecrets } from './isolation/secrets.ts';
import type { Tenant } from './isolation/tenant.ts';
import { common, startWorld, type World } from './isolation/world.ts';

const SEQUENCES = 2_000;
/** Each round has two new tenants. In a sample each pair has one round. */
const SEQUENCES_OF_A_ROUND = isWhole ? 25 : 15;
/** A single one can be run again by its number. */
const ONLY = process.env['COUNTERSIGN_ISOLATION_ROUND'];
const ELSEWHERE = ['112233445566778899', '112233445566778900'] as const;

type Pair = readonly [title: string, open: (world: World, name: string) => Promise<[Tenant, Tenant]>];

const PAIRS: readonly Pair[] = [
  ['two people of an issuer', async ({ first }, name) => [await first(`ada-${name}`), await first(`ben-${name}`)]],
  [
    'one name of two issuers',
    async ({ first, second }, name) => [await first(`ada-${name}`), await second(`ada-${name}`)],
  ],
  ['two servers', async ({ member }) => [member({}), member({ guildId: ELSEWHERE[0] })]],
  ['two people of a public server', async ({ second }, name) => [await second(`a-${name}`), await second(`b-${name}`)]],
  ['an assistant and a member', async ({ first, member }, name) => [await first(`ada-${name}`), member({})]],
  [
    'one person in two servers',
    async ({ member }) => {
      const one = member({ guildId: ELSEWHERE[0] });
      return [one, member({ userId: String(one.userId), guildId: ELSEWHERE[1] })];
    },
  ],
  ['two members of a server', async ({ member }) => [member({}), member({})]],
  [
    'the person at this machine and one of an issuer',
    async ({ local, first }, name) => [local(), await first(`ada-${name}`)],
  ],
];

async function open(store: Record<string, string>): Promise<World> {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const service = { ESCROW_API_URL: sandbox.url, STELLAR_RPC_URL: sandbox.rpcUrl };
  return await startWorld(store, service);
}

/** Texts that two unrelated people both receive are public: contracts, hashes of code. */
async function calibrate(world: World): Promise<void> {
  const shared: string[][] = [];
  for (const tenants of [
    [await world.first('zoe'), await world.first('yan')],
    [world.member({ guildId: '112233445566778801' }), world.member({ guildId: '112233445566778802' })],
  ]) {
    const all = [];
    for (const tenant of tenants as [Tenant, Tenant]) {
      let received = '';
      const random = { below: () => 0, pick: <T>(items: readonly T[]) => items[0] as T };
      for (const name of [
        'deploy what both ask for',
        'explain it',
        'send it',
        'ask for its escrow',
        'show it',
        'fund it',
      ]) {
        const output = await tenant.own[name]?.({ other: tenant, random });
        received += output?.raw ?? '';
      }
      all.push(received);
    }
    shared.push(common(String(all[0]), String(all[1])));
  }
  for (const text of shared.flat()) world.everybodys.add(text);
}

async function prove(world: World, rounds: number, offset: number) {
  let [steps, across, secrets] = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    const number = offset + round;
    if (ONLY !== undefined && Number(ONLY) !== number) continue;
    const [title, pair] = PAIRS[number % PAIRS.length] as Pair;
    const tenants = await pair(world, String(number));
    const ran = await runRound(tenants, SEED + number, SEQUENCES_OF_A_ROUND);
    expect(ran.leaks, `${title}; COUNTERSIGN_ISOLATION_ROUND=${number} runs it alone`).toEqual([]);
    steps += ran.steps;
    across += ran.across;
    secrets += ran.secrets;
  }
  return { steps, across, secrets };
}

describe.runIf(hasPostgres)('two tenants on one store', () => {
  test('no answer to one holds anything of the other', async ({ task }) => {
    const rounds = isWhole ? SEQUENCES / SEQUENCES_OF_A_ROUND : PAIRS.length + 1;
    const onFile = Math.ceil(rounds / (PAIRS.length + 1));
    const database = await open({ DATABASE_URL: await newDatabase() });
    await calibrate(database);
    const shared = await prove(database, rounds - onFile, 0);
    const file = await open({ COUNTERSIGN_DATA_DIR: temporaryFolder() });
    await calibrate(file);
    const alone = await prove(file, onFile, rounds - onFile);
    const across = shared.across + alone.across;
    const secrets = shared.secrets + alone.secrets;
    if (ONLY === undefined) {
      expect(across).toBeGreaterThan(isWhole ? 3_000 : rounds * SEQUENCES_OF_A_ROUND);
      expect(secrets).toBeGreaterThan(isWhole ? 3_500 : 200);
    }
    task.meta.figures = {
      proof: 'Two tenants on one store',
      rows: {
        'random sequences of four steps, over MCP, on the page and in Discord': SEQUENCES,
        'steps with something of the other tenant': counted('over 3,000'),
        'ids, links, transactions and marked texts looked for': counted('over 3,500'),
        'answers with anything of the other tenant': 0,
      },
    };
  });
});

describe('the search itself', () => {
  const deal = () => ({ isOnLedger: false });
  const ID = '0123456789abcdef0123456789abcdef';

  test('lets ledger data pass once it is on the ledger, but never a handle or a link', () => {
    const secrets = createSecrets(new Set(['f'.repeat(32)]));
    const [open, settled] = [deal(), deal()];
    const hash = 'a1'.repeat(32);
    secrets.plant('a title', 'kestrel-open', open);
    secrets.plant('a title', 'kestrel-settled', settled);
    secrets.learn(`${ID} ${hash} ${'f'.repeat(32)}`, settled);
    settled.isOnLedger = true;
    const answer = `kestrel-open kestrel-settled ${ID} ${hash} ${'f'.repeat(32)}`;
    expect(secrets.foundIn(answer)).toHaveLength(4);
    expect(secrets.foundIn(answer, { ledger: true })).toEqual([
      expect.stringContaining('a title (kestrel-open)'),
      expect.stringContaining(`an id, a page, a token or a session (${ID})`),
    ]);
    expect(secrets.foundIn(answer, { holds: open })).toHaveLength(3);
  });

  test.each(['an answer', 'a log', 'what is seen later'])(
    'reports a leak planted in %s, with its seed',
    async (where) => {
      const tenant = (name: string, theirs: () => string): Tenant => {
        const secrets = createSecrets(new Set());
        const say = async () => ({ raw: where === 'an answer' ? theirs() : 'ok' });
        return {
          name,
          secrets,
          handles: [],
          marks: [],
          own: { say },
          across: { say },
          seen: () => (where === 'what is seen later' ? theirs() : ''),
          log: () => (where === 'a log' ? theirs() : ''),
        };
      };
      const quiet = tenant('quiet', () => '');
      quiet.secrets.plant('a title', 'kestrel-of-the-quiet');
      const leaky = tenant('leaky', () => 'it was kestrel-of-the-quiet');
      const { leaks } = await runRound([quiet, leaky], 7, 3);
      expect(leaks).toHaveLength(1);
      expect(leaks[0]).toContain('kestrel-of-the-quiet');
      expect(leaks[0]).toContain('seed 7');
      expect(leaks[0]).toContain('leaky (1)');
      expect((await runRound([quiet, tenant('silent', () => '')], 7, 3)).leaks).toEqual([]);
    },
  );
});
