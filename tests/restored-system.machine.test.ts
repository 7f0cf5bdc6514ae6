/**
 * A whole system is backed up while people work with it, continues, is lost, and is restored from the backup: the
 * ledger tells every outcome, nothing is submitted twice, and cards, wallets and links are as they were.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '@countersign/escrow-service';
import { answered, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { newcomer, signWith } from '@countersign/testkit/ledger/newcomer';
import { call, callRefused, type Host } from '@countersign/testkit/mcp/host';
import { connectHost, startHttp } from '@countersign/testkit/mcp/http-host';
import { REQUEST_FOR_XDR } from '@countersign/testkit/mcp/request';
import { hasPostgres, newDatabase, runSql } from '@countersign/testkit/postgres/databases';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { Server } from '@stellar/stellar-sdk/rpc';
import { expect, onTestFinished, test } from 'vitest';

const TOKEN = '0123456789abcdef'.repeat(4);
const PEOPLE = 3;
/** How many lives each person has before, during and after the backup. */
const LIVES = 2;
const fileOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

type Life = {
  readonly request: typeof REQUEST_FOR_XDR;
  readonly id: string;
  readonly signUrl: string;
  readonly transactionHash: string;
};

/** Loses everything, and leaves the same place empty. */
const ENGINES = [
  [
    'files',
    async (folder: string) => ({
      env: {} as Record<string, string>,
      lose: async () => rmSync(folder, { recursive: true }),
    }),
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await newDatabase();
      const lose = async () => {
        const { pathname } = new URL(url);
        const server = url.replace(pathname, '/postgres');
        await runSql(server, `DROP DATABASE ${pathname.slice(1)} WITH (FORCE)`);
        await runSql(server, `CREATE DATABASE ${pathname.slice(1)}`);
      };
      return { env: { DATABASE_URL: url }, lose };
    },
  ],
] as const;

test.each(ENGINES.filter(([name]) => hasPostgres || name === 'files'))(
  'a running system on %s that is backed up, goes on and is lost comes back as it was',
  async (_, engine) => {
    const sandbox = await startSandbox({ rateLimit: 0 });
    onTestFinished(() => sandbox.close());
    const discord = await startDiscord();
    const folder = path.join(temporaryFolder(), 'data');
    const { env: ofEngine, lose } = await engine(folder);
    const env = {
      ...ofEngine,
      COUNTERSIGN_DATA_DIR: folder,
      COUNTERSIGN_PAGE_PORT: String(await freePort()),
      ESCROW_API_URL: sandbox.url,
      STELLAR_NETWORK: 'sandbox',
      STELLAR_RPC_URL: sandbox.rpcUrl,
      ESCROW_RATE_LIMIT: '1000',
    };
    /** The bot has the signing page. */
    const startAll = async () => {
      const bot = startProcess([fileOf('packages/discord-bot/src/cli.ts')], { env: { ...discord.env, ...env } });
      await until(() => bot.stderr().includes('"ready"'));
      return { bot, server: await startHttp({ ...env, COUNTERSIGN_HTTP_TOKEN: TOKEN }) };
    };
    const tool = async (script: string, ...args: string[]) => {
      const { ended, output } = startProcess([fileOf(`tools/src/${script}/main.ts`), ...args], { env });
      expect([await ended, output()]).toEqual([0, expect.any(String)]);
      return output();
    };
    const rpc = new Server(sandbox.rpcUrl, { allowHttp: true });
    const sequenceOf = async (address: string) => BigInt((await rpc.getAccount(address)).sequenceNumber());

    const first = await startAll();
    const host = await connectHost(first.server.url, TOKEN);
    const person = discord.person();
    const keys: Awaited<ReturnType<typeof newcomer>>[] = [];
    for (let index = 0; index <= PEOPLE; index++) keys.push(await newcomer(sandbox.rpcUrl, '1000'));
    const [inDiscord, ...people] = keys as [(typeof keys)[number], ...typeof keys];
    await answered(discord.command(person, 'wallet', { address: inDiscord.publicKey() }));
    const deploy = (changes: Record<string, unknown> = {}) =>
      answered(discord.command(person, 'deploy', { file: requestFile({ signer: inDiscord.publicKey(), ...changes }) }));
    const card = await deploy();
    expect(textOf(card)).toContain('Ready to sign');

    const prepare = async (asked: Host, request: typeof REQUEST_FOR_XDR) => {
      const prepared = (await call(asked, 'deploy_escrow', request)) as Record<string, string>;
      const { id = '', signUrl = '', transactionHash = '', unsignedXdr = '' } = prepared;
      return { request, id, signUrl, transactionHash, unsignedXdr };
    };
    /** They deploy one escrow after another until the test stops them or the system is gone. */
    let isOver = false;
    let livesBefore = 0;
    const work = async (key: (typeof keys)[number], index: number) => {
      const before = await sequenceOf(key.publicKey());
      const lives: Life[] = [];
      while (!isOver) {
        const engagementId = `p${index}-${lives.length}`;
        const { unsignedXdr, ...life } = await prepare(host, {
          ...REQUEST_FOR_XDR,
          signer: key.publicKey(),
          engagementId,
        });
        const sent = await call(host, 'submit_signed_xdr', { id: life.id, signedXdr: signWith(key, unsignedXdr) });
        expect(sent).toMatchObject({ status: 'settled' });
        lives.push(life);
        livesBefore += 1;
      }
      return { key, before, lives };
    };
    const working = Promise.all(people.map(work));
    await until(() => livesBefore >= PEOPLE * LIVES);
    const open = await prepare(host, { ...REQUEST_FOR_XDR, engagementId: 'not-signed-yet' });
    const backup = path.join(temporaryFolder(), 'backup');
    await tool('backup', backup);
    const known = livesBefore;
    await until(() => livesBefore >= known + PEOPLE);
    isOver = true;
    const worked = await working;
    for (const { child, ended } of [first.bot, first.server]) {
      child.kill('SIGKILL');
      await ended;
    }
    await lose();

    expect(await tool('restore', backup)).toContain('Start Countersign now');
    const second = await startAll();
    const again = await connectHost(second.server.url, TOKEN);
    let forgotten = 0;
    for (const { key, before, lives } of worked) {
      for (const { id, request, transactionHash, signUrl } of lives) {
        const report = await again.client.callTool({ name: 'get_escrow', arguments: { id, waitSeconds: 10 } });
        if (report.isError !== true) {
          expect(report.structuredContent).toMatchObject({ id, status: 'settled', transactionHash });
          expect((await callRefused(again, 'deploy_escrow', request)).code).toBe('ALREADY_SETTLED');
          expect((await fetch(signUrl)).status).toBe(200);
          continue;
        }
        // Prepared after the backup. The ledger's events tell of it, and a second one needs a confirmation.
        forgotten += 1;
        const asked = await call(again, 'deploy_escrow', request);
        expect(asked).toMatchObject({
          status: 'to-confirm',
          judgement: { stops: [expect.stringContaining('exists already')] },
        });
      }
      expect(await sequenceOf(key.publicKey())).toBe(before + BigInt(lives.length));
    }
    expect(forgotten).toBeGreaterThan(0);
    expect(forgotten).toBeLessThanOrEqual(livesBefore - PEOPLE * LIVES);

    // Unsigned transactions continue under the same request and link.
    expect(await call(again, 'get_escrow', { id: open.id })).toMatchObject({ status: 'prepared' });
    const renewed = await prepare(again, open.request);
    expect(renewed).toMatchObject({ id: open.id, signUrl: open.signUrl });
    expect((await fetch(open.signUrl)).status).toBe(200);

    // The bot knows the wallet, and updates the card that an earlier process showed.
    expect(textOf(await answered(discord.command(person, 'wallet')))).toContain(inDiscord.publicKey());
    await deploy({ platformFee: 7 });
    await until(() => textOf(card).includes('Replaced by a newer version'));
  },
);
