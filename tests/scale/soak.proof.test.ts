/**
 * What `compose.yaml` runs, as processes without Docker: two bots and two MCP servers on one PostgreSQL, one of which
 * is killed every few seconds, while people deploy over both. A model says what the result must be: one escrow per
 * request, reported as settled by every process, and nothing of anybody else's.
 */
import { fileURLToPath } from 'node:url';
import { startSandbox } from '@countersign/escrow-service';
import { openTestDesk } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { newcomer, signWith } from '@countersign/testkit/ledger/newcomer';
import { call, callRefused, type Host } from '@countersign/testkit/mcp/host';
import { connectHost, type HttpServer, startHttp } from '@countersign/testkit/mcp/http-host';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { REQUEST_FOR_XDR } from '@countersign/testkit/mcp/request';
import { createRandom } from '@countersign/testkit/mutation/random';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { freePort } from '@countersign/testkit/processes/ports';
import { type Started, startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { counted, isWhole, SEED } from '@countersign/testkit/proof/share';
import { Server } from '@stellar/stellar-sdk/rpc';
import { describe, expect, onTestFinished, test } from 'vitest';

const SECONDS = isWhole ? 600 : 20;
const ASSISTANTS = isWhole ? ['ada', 'ben', 'eva'] : ['ada', 'ben'];
/** Longer than a start takes. */
const KILL_EVERY_MS = 6_000;
/** The lease of the bot that listens to Discord, plus a start. */
const ANSWERED_MS = 30_000;
const PUBLIC_URL = 'https://escrow.example.org';
const BOT = fileURLToPath(new URL('../../packages/discord-bot/src/cli.ts', import.meta.url));

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Retries if the process that was asked has died, or asks to wait because this person asks too often. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (thrown) {
      if (attempt === 30) throw thrown;
      const [, seconds] = /Wait (\d+) s/.exec(String(thrown)) ?? [];
      await sleep(seconds === undefined ? 700 : Number(seconds) * 1_000);
    }
  }
}

describe.runIf(hasPostgres)('two bots and two MCP servers on one database, killed by chance', () => {
  test('each request becomes one escrow, and its true state is reported', async ({ task }) => {
    const sandbox = await startSandbox({ rateLimit: 0 });
    onTestFinished(() => sandbox.close());
    const [discord, issuer] = [await startDiscord(), await startIssuer()];
    const shared = {
      DATABASE_URL: await newDatabase(),
      ESCROW_API_URL: sandbox.url,
      STELLAR_NETWORK: 'sandbox',
      STELLAR_RPC_URL: sandbox.rpcUrl,
      ESCROW_RATE_LIMIT: '1000',
    };
    const startServer = async () =>
      startHttp({
        ...shared,
        COUNTERSIGN_OAUTH_ISSUER: issuer.url,
        COUNTERSIGN_PUBLIC_URL: PUBLIC_URL,
        COUNTERSIGN_PAGE_PORT: String(await freePort()),
      });
    const startBot = async (): Promise<Started> => {
      const bot = startProcess([BOT], { env: { ...discord.env, ...shared, COUNTERSIGN_DATA_DIR: temporaryFolder() } });
      await until(() => bot.stderr().includes('"ready"'), ANSWERED_MS);
      return bot;
    };
    const servers: HttpServer[] = [await startServer(), await startServer()];
    const bots: Started[] = [await startBot(), await startBot()];

    const random = createRandom(SEED);
    const endsAt = performance.now() + SECONDS * 1_000;
    const isOver = () => performance.now() > endsAt;
    let killed = 0;
    const killing = (async () => {
      while (!isOver()) {
        await sleep(KILL_EVERY_MS);
        const which = random.below(2);
        const isBot = random.below(2) === 0;
        (isBot ? bots : servers)[which]?.child.kill('SIGKILL');
        killed += 1;
        if (isBot) bots[which] = await startBot();
        else servers[which] = await startServer();
      }
    })();

    /** Does work at one of the servers. Its end is a failure at once: the SDK would wait for a minute. */
    const at = async <T>(subject: string, work: (host: Host) => Promise<T>): Promise<T> => {
      const token = await issuer.token(subject, `${PUBLIC_URL}/mcp`);
      const { port, ended } = servers[random.below(2)] as HttpServer;
      const killed = ended.then(() => Promise.reject(new Error('the server was killed')));
      return await Promise.race([connectHost(`http://127.0.0.1:${port}/mcp`, token).then(work), killed]);
    };
    const rpc = new Server(sandbox.rpcUrl, { allowHttp: true });
    const sequenceOf = async (address: string) => BigInt((await rpc.getAccount(address)).sequenceNumber());

    /** Each deploys one escrow after another, and asks any server that runs. */
    const assistant = async (subject: string) => {
      const key = await newcomer(sandbox.rpcUrl, '1000');
      const before = await sequenceOf(key.publicKey());
      const lives: { readonly id: string; readonly transactionHash: string }[] = [];
      while (!isOver()) {
        const request = { ...REQUEST_FOR_XDR, signer: key.publicKey(), engagementId: `${subject}-${lives.length}` };
        const settled = await again(async () => {
          const prepared = await at(subject, (host) => call(host, 'deploy_escrow', request)).catch(() => undefined);
          // A submission whose server died is reported as settled, or as not known yet.
          return await at(subject, async (host) => {
            if (prepared?.['unsignedXdr'] !== undefined) {
              const signedXdr = signWith(key, String(prepared['unsignedXdr']));
              await call(host, 'submit_signed_xdr', { id: String(prepared['id']), signedXdr });
            }
            const found = await call(host, 'find_escrows', { query: request.engagementId });
            const [escrow] = (found['escrows'] ?? []) as { id: string; transactionHash: string }[];
            const report = await call(host, 'get_escrow', { id: String(escrow?.id) });
            if (report['status'] !== 'settled') throw new Error(`${report['status']}`);
            return { id: String(escrow?.id), transactionHash: String(report['transactionHash']) };
          });
        });
        lives.push(settled);
      }
      return { subject, key, before, lives };
    };

    const member = async () => {
      const key = await newcomer(sandbox.rpcUrl, '1000');
      const before = await sequenceOf(key.publicKey());
      const person = discord.person();
      const third = await openTestDesk({ ...shared, COUNTERSIGN_DATA_DIR: temporaryFolder() });
      onTestFinished(third.close);
      let lives = 0;
      while (!isOver()) {
        const file = requestFile({ signer: key.publicKey(), engagementId: `discord-${lives}` });
        // A bot that dies between showing a card and storing it leaves a card that changes no more: the member asks again.
        await again(async () => {
          const card = await answered(discord.command(person, 'deploy', { file }), ANSWERED_MS);
          const unsigned = card.files.find(({ name }) => name === 'unsigned.xdr.txt')?.text;
          if (unsigned !== undefined) await third.desk.submit({ signedXdr: signWith(key, unsigned.trim()) });
          await until(() => /settled/i.test(textOf(card)), ANSWERED_MS);
        });
        lives += 1;
      }
      return { key, before, lives };
    };

    // One after another: one account creates all of theirs.
    const running = [];
    for (const subject of ASSISTANTS) {
      running.push(assistant(subject));
      await sleep(1_500);
    }
    const inDiscord = member();
    const people = await Promise.all(running);
    const { key, before, lives } = await inDiscord;
    await killing;

    const deployed = people.reduce((sum, person) => sum + person.lives.length, lives);
    expect(killed).toBeGreaterThan(isWhole ? 30 : 0);
    expect(deployed).toBeGreaterThan(isWhole ? 60 : 1);
    expect(await sequenceOf(key.publicKey())).toBe(before + BigInt(lives));
    expect(lives).toBeGreaterThan(0);
    for (const person of people) {
      expect(person.lives.length).toBeGreaterThan(0);
      // Each transaction of an account takes one number: no request was sent as two.
      expect(await sequenceOf(person.key.publicKey())).toBe(person.before + BigInt(person.lives.length));
      const stranger = ASSISTANTS.find((name) => name !== person.subject) as string;
      for (const { id, transactionHash } of person.lives.slice(-5)) {
        const own = await again(() => at(person.subject, (host) => call(host, 'get_escrow', { id })));
        expect(own).toMatchObject({ status: 'settled', transactionHash });
        const others = await again(() => at(stranger, (host) => callRefused(host, 'get_escrow', { id })));
        expect(others.code).toBe('HANDLE_NOT_FOUND');
      }
    }
    task.meta.figures = {
      proof: 'Two bots and two MCP servers, killed by chance',
      rows: {
        minutes: counted(SECONDS / 60),
        'processes killed': counted('over 30'),
        'escrows that people deployed meanwhile': counted('over 60'),
        'requests that became two escrows, or none; escrows not reported as settled': 0,
      },
    };
  });
});
