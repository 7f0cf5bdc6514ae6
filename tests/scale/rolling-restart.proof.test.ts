/**
 * Servers and bots on one database are restarted one after another with a newer version while people keep using them:
 * no call is lost or refused, nothing is submitted twice, and what the older version left continues.
 *
 * No older program is kept here, so today's is the older one, and those that follow are today's with a step more of the
 * tables; `rolling/tables-hook.ts` changes the list of steps as it is loaded. The database is one that the former steps
 * made, with a row in every table. A second test holds every real step to what such a restart needs: it only expands.
 */
import { STORE_TABLES } from '@countersign/core/internal/workflow/store/postgres/schema';
import { BOT_TABLES } from '@countersign/discord-bot/tables';
import { startSandbox } from '@countersign/escrow-service';
import { answered, type Discord, startDiscord, textOf } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { newcomer, signWith } from '@countersign/testkit/ledger/newcomer';
import { call } from '@countersign/testkit/mcp/host';
import { connectHost } from '@countersign/testkit/mcp/http-host';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { REQUEST_FOR_XDR } from '@countersign/testkit/mcp/request';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import type { Started } from '@countersign/testkit/processes/start-process';
import { counted, isWhole } from '@countersign/testkit/proof/share';
import type { Keypair } from '@stellar/stellar-sdk/base';
import { Server } from '@stellar/stellar-sdk/rpc';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startRecorder } from '../recorder.ts';
import { startBalancer } from './rolling/balancer.ts';
import { makeFormerTables } from './rolling/former-tables.ts';
import { contractionsIn, tablesIn } from './rolling/only-expands.ts';
import { endWell, replaceServer, type Served, startBot, startServer, type Version } from './rolling/processes.ts';
import { emptiedOf, fillEveryTable, openSql, versionsIn } from './rolling/rows.ts';

const SERVERS = isWhole ? 3 : 2;
const ASSISTANTS = isWhole ? ['ada', 'ben', 'eva'] : ['ada'];
const UPDATES: readonly Version[] = isWhole ? ['next', 'later'] : ['next'];
const PUBLIC_URL = 'https://escrow.example.org';
/** A busy machine is slow; this only tests whether there is an answer. */
const ANSWERED_MS = 60_000;

type Life = { readonly id: string; readonly transactionHash: string };
type Person = { readonly key: Keypair; readonly before: bigint; readonly lives: Life[]; calls: number };

describe.runIf(hasPostgres)('servers and bots of two versions on one database', () => {
  test('are restarted one after another with the newer version, and no one notices', async ({ task }) => {
    const sandbox = await startSandbox({ rateLimit: 0 });
    onTestFinished(() => sandbox.close());
    const road = await startRecorder(sandbox.url);
    const [discord, issuer, balancer] = [await startDiscord(), await startIssuer(), await startBalancer()];
    const DATABASE_URL = await newDatabase();
    const shared = {
      DATABASE_URL,
      ESCROW_API_URL: road.url,
      STELLAR_NETWORK: 'sandbox',
      STELLAR_RPC_URL: sandbox.rpcUrl,
      ESCROW_RATE_LIMIT: '1000',
    };
    const ofServer = { ...shared, COUNTERSIGN_OAUTH_ISSUER: issuer.url, COUNTERSIGN_PUBLIC_URL: PUBLIC_URL };
    const ofBot = { ...discord.env, ...shared };
    const server = (version: Version) => startServer(ofServer, version);
    const bot = (version: Version) => startBot(ofBot, version);
    const rpc = new Server(sandbox.rpcUrl, { allowHttp: true });
    const sequenceOf = async ({ key }: Pick<Person, 'key'>) =>
      BigInt((await rpc.getAccount(key.publicKey())).sequenceNumber());
    const connect = async (subject: string) =>
      connectHost(`${balancer.url}/mcp`, await issuer.token(subject, `${PUBLIC_URL}/mcp`));
    const person = async (): Promise<Person> => {
      const key = await newcomer(sandbox.rpcUrl, '1000');
      return { key, before: await sequenceOf({ key }), lives: [], calls: 0 };
    };

    // Made by the former steps.
    const sql = await openSql(DATABASE_URL);
    const former = await makeFormerTables(DATABASE_URL);
    const filled = await fillEveryTable(sql);
    expect(await emptiedOf(sql, filled)).toEqual([]);

    const served: Served[] = [];
    for (let at = 0; at < SERVERS; at++) {
      served.push({ name: `today ${at}`, server: await server('today') });
      balancer.add(`today ${at}`, served[at]?.server.port as number);
    }
    const bots: Started[] = [await bot('today'), await bot('today')];
    const versions = await versionsIn(sql);
    expect(versions[0]).toBeGreaterThan(former);
    expect(await emptiedOf(sql, filled)).toEqual([]);

    // What the version before left: unsent, settled, and two of which it never heard what became of them.
    const left = await person();
    const host = await connect('left');
    const prepare = (engagementId: string) =>
      call(host, 'deploy_escrow', { ...REQUEST_FOR_XDR, signer: left.key.publicKey(), engagementId });
    for (const state of ['settled', 'sending', 'unknown']) {
      const { id, unsignedXdr, transactionHash } = (await prepare(state)) as Record<string, string>;
      const signedXdr = signWith(left.key, String(unsignedXdr));
      await call(host, 'submit_signed_xdr', { id: String(id), signedXdr });
      if (state !== 'settled') {
        await sql('UPDATE offer SET state = $1, settlement = NULL WHERE hash = $2', state, String(transactionHash));
      }
      left.lives.push({ id: String(id), transactionHash: String(transactionHash) });
    }
    const unsent = (await prepare('unsent')) as Record<string, string>;

    const problems: string[] = [];
    let isOver = false;
    const withoutPause = async (who: string, work: () => Promise<void>) => {
      while (!isOver) await work().catch((thrown: unknown) => problems.push(`${who}: ${thrown}`));
    };
    const assistant = async (subject: string, about: Person) => {
      const mine = await connect(subject);
      await withoutPause(subject, async () => {
        const ask = (tool: string, input: object) => {
          about.calls += 1;
          return call(mine, tool, input as Record<string, unknown>);
        };
        const request = {
          ...REQUEST_FOR_XDR,
          signer: about.key.publicKey(),
          engagementId: `${subject}-${about.calls}`,
        };
        const { id, unsignedXdr, transactionHash, signUrl } = (await ask('deploy_escrow', request)) as Record<
          string,
          string
        >;
        await page(String(signUrl));
        const signedXdr = signWith(about.key, String(unsignedXdr));
        const sent = await ask('submit_signed_xdr', { id, signedXdr });
        if (sent['status'] !== 'settled') throw new Error(`it was reported as ${sent['status']}`);
        await ask('find_escrows', { query: request.engagementId });
        about.lives.push({ id: String(id), transactionHash: String(transactionHash) });
      });
    };
    let pages = 0;
    const page = async (signUrl: string) => {
      const { status } = await fetch(`${balancer.url}${new URL(signUrl).pathname}/view`);
      pages += 1;
      if (status !== 200) throw new Error(`its page answered ${status}`);
    };
    const member = (about: Person) => withoutPause('the member', () => liveInDiscord(discord, about));
    const waiting = async () => {
      const mine = await connect('left');
      await withoutPause('who waits', async () => {
        const { status } = await call(mine, 'get_escrow', { id: String(unsent['id']), waitSeconds: 3 });
        if (!['prepared', 'expired'].includes(String(status))) throw new Error(`what was not sent is ${status}`);
      });
    };

    const people: Person[] = [];
    const running = [];
    for (const subject of ASSISTANTS) {
      const about = await person();
      people.push(about);
      running.push(assistant(subject, about));
    }
    const inDiscord = await person();
    running.push(member(inDiscord), waiting());

    let [besides, replaced] = [0, 0];
    let from: Version = 'today';
    for (const version of UPDATES) {
      const known = await versionsIn(sql);
      for (let at = 0; at < SERVERS; at++) {
        await replaceServer(served, at, balancer, () => server(version), version);
        replaced += 1;
        if (at > 0) continue;
        // Its tables are new, and the earlier processes still serve.
        expect(await versionsIn(sql)).not.toEqual(known);
        const olds = () => served.slice(1).reduce((sum, { name }) => sum + (balancer.answered[name] ?? 0), 0);
        const before = olds();
        await expect.poll(olds, { timeout: ANSWERED_MS }).toBeGreaterThan(before + 10);
        besides += olds() - before;
      }
      for (const at of bots.keys()) {
        const next = await bot(version);
        await endWell(bots[at] as Started);
        bots[at] = next;
        replaced += 1;
      }
      from = version;
    }
    isOver = true;
    await Promise.all(running);

    expect(problems).toEqual([]);
    expect(balancer.lost).toEqual([]);
    expect(served.every(({ name }) => name.startsWith(from))).toBe(true);
    expect((await versionsIn(sql))[0]).toBe((versions[0] as number) + UPDATES.length);
    expect(await emptiedOf(sql, filled)).toEqual([]);
    // Every request is as the model says, on any server.
    for (const [index, about] of [left, ...people].entries()) {
      const mine = await connect(['left', ...ASSISTANTS][index] as string);
      expect(about.lives.length).toBeGreaterThan(1);
      expect(await sequenceOf(about)).toBe(about.before + BigInt(about.lives.length));
      for (const { id, transactionHash } of about.lives.slice(-6)) {
        expect(await call(mine, 'get_escrow', { id })).toMatchObject({ status: 'settled', transactionHash });
      }
    }
    expect(inDiscord.calls).toBeGreaterThan(1);
    expect(await sequenceOf(inDiscord)).toBe(inDiscord.before + BigInt(inDiscord.calls));
    const sent = road.requests.filter(({ url }) => url.includes('send-transaction')).map(({ body }) => body);
    expect(new Set(sent).size).toBe(sent.length);
    const open = await call(await connect('left'), 'deploy_escrow', {
      ...REQUEST_FOR_XDR,
      signer: left.key.publicKey(),
      engagementId: 'unsent',
    });
    expect(open['id']).toBe(unsent['id']);

    task.meta.figures = {
      proof: 'Restarted one after another with newer tables',
      rows: {
        'servers and bots replaced, over two updates': counted(replaced),
        'tables with a row of the former steps, which is there at the end': 'all',
        'calls and pages meanwhile': counted(isWhole ? 'over 200' : ''),
        'answers of servers of the version before on the newer tables': counted(isWhole ? 'over 20' : ''),
        'calls lost or refused; transactions sent twice; requests reported with a wrong state': 0,
      },
    };
    if (isWhole) {
      expect(pages + people.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThan(200);
      expect(besides).toBeGreaterThan(20);
    }
  });
});

/** From a command to the settled card. */
async function liveInDiscord(discord: Discord, about: Person): Promise<void> {
  const who = discord.person();
  const file = requestFile({ signer: about.key.publicKey(), engagementId: `discord-${about.calls}` });
  const card = await answered(discord.command(who, 'deploy', { file }), ANSWERED_MS);
  const unsigned = card.files.find(({ name }) => name === 'unsigned.xdr.txt')?.text;
  if (unsigned === undefined) throw new Error(textOf(card));
  const signed = { file: signWith(about.key, unsigned.trim()) };
  const sent = await answered(discord.command(who, 'submit', { file: signed }), ANSWERED_MS);
  if (!textOf(sent).includes('Settled')) throw new Error(textOf(sent));
  about.calls += 1;
}

describe('a step of the tables', () => {
  test.each([
    ['store', STORE_TABLES],
    ['bot', BOT_TABLES],
  ])('only expands the tables of the %s, after the first step', (_, { steps }) => {
    const standing = new Set<string>();
    for (const [index, { version, sql }] of steps.entries()) {
      if (index > 0) expect(contractionsIn(sql, standing), `version ${version}`).toEqual([]);
      for (const table of tablesIn(sql)) standing.add(table);
    }
    expect(standing.size).toBeGreaterThan(5);
  });

  test.each([
    ['DROP TABLE handle', false],
    ['ALTER TABLE handle DROP COLUMN series', false],
    ['ALTER TABLE handle ADD COLUMN more TEXT NOT NULL', false],
    ['ALTER TABLE handle ADD COLUMN more TEXT UNIQUE', false],
    ['ALTER TABLE handle ALTER COLUMN series SET NOT NULL', false],
    ['CREATE UNIQUE INDEX one_series ON handle (series)', false],
    ['CREATE TRIGGER refused BEFORE INSERT ON handle FOR EACH ROW EXECUTE FUNCTION f()', false],
    ['UPDATE handle SET series = NULL', false],
    ["ALTER TABLE handle ADD COLUMN more TEXT NOT NULL DEFAULT 'a, b', ADD COLUMN other BIGINT", true],
    ['CREATE INDEX by_series ON handle (series) -- DROP nothing', true],
    [
      'CREATE TABLE more (id TEXT PRIMARY KEY); CREATE UNIQUE INDEX one ON more (id); ALTER TABLE more ADD UNIQUE (id)',
      true,
    ],
    ['CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DROP TABLE handle; $$', true],
  ])('%s: expands, %s', (sql, expands) => {
    expect(contractionsIn(sql, new Set(['handle'])).length === 0).toBe(expands);
  });
});
