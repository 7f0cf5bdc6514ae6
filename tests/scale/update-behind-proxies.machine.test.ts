/**
 * Two servers and two bots are updated one after another, behind a proxy, while people use them: each page is whole and
 * signs, each call and each interaction is answered. Both versions are bundles, with a page of their own each.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox } from '@countersign/escrow-service';
import { startDiscord } from '@countersign/testkit/discord/discord';
import { call } from '@countersign/testkit/mcp/host';
import { connectHost } from '@countersign/testkit/mcp/http-host';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { hasBrowser, launch } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { openVisit, type Visit } from '@countersign/testkit/page/visit';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { freePort } from '@countersign/testkit/processes/ports';
import { type Started, startProcess } from '@countersign/testkit/processes/start-process';
import { folderOfFile, temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { isWhole } from '@countersign/testkit/proof/share';
import type { Plugin } from 'esbuild';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { bundleServer, PROGRAMS } from '../../tools/src/build/bundle.ts';
import { PROXIES, startProxy } from '../proxy.ts';

const HOST = 'escrow.example.org';
const ORIGIN = `https://${HOST}`;
/** That either proxy sends nothing to a server that ends is in `proxies.machine.test.ts`. */
const PROXY = 'caddy';
const VERSIONS = ['today', 'next'] as const;
type Version = (typeof VERSIONS)[number];
type Page = Visit['page'];
/** There are five phases. */
const PAGES_A_PHASE = isWhole ? 4 : 1;
const INTERACTIONS_A_PAGE = 5;

const folder = folderOfFile();

/** Another version of the page: its script and its words, each in a file of its own, say which they are of. */
const ofVersion = (version: Version): Plugin => ({
  name: 'of-version',
  setup: ({ onLoad }) => {
    onLoad(
      { namespace: 'file', filter: /browser[\\/](?:sign[\\/]main\.tsx|words[\\/]en\.ts)$/ },
      async ({ path: file }) => ({
        contents: `${await readFile(file, 'utf8')}\nObject.assign(globalThis, { ['pageOf' + ${JSON.stringify(path.extname(file))}]: '${version}' });`,
        loader: file.endsWith('x') ? 'tsx' : 'ts',
      }),
    );
  },
});

describe.runIf(hasBrowser && hasPostgres && PROXIES.includes(PROXY))('an update behind a proxy', () => {
  beforeAll(async () => {
    const { cli, bot } = PROGRAMS;
    for (const version of VERSIONS) {
      await bundleServer(path.join(folder, version), { cli, bot }, [ofVersion(version)]);
    }
  });

  test('goes unnoticed', async () => {
    const world = await openWorld();
    const { discord, browser, host, served } = world;
    const [pages, answered, failed]: [string[], number[], string[]] = [[], [], []];

    const signOne = async () => {
      const { id, signUrl } = await call(host, 'deploy_escrow', {
        ...REQUEST,
        engagementId: `page-${pages.length}`,
      });
      const visit = await openVisit(browser, ORIGIN, 'client', 'Freighter', installFreighter);
      noteFailures(visit.page, failed);
      await visit.page.goto(String(signUrl));
      pages.push(await versionOf(visit.page));
      await visit.sign('The escrow is deployed');
      expect(await call(host, 'get_escrow', { id })).toMatchObject({ status: 'settled' });
      await visit.page.close();
    };
    const interact = async () => {
      const interaction = discord.command(discord.person(), 'wallet');
      await vi.waitFor(() => expect(interaction.replies.length).toBeGreaterThan(0), { timeout: 60_000 });
      answered.push(...interaction.replies.map(({ status }) => status));
    };

    // Each phase lasts as long as its update, and some pages at least. In the third both versions serve.
    for (const update of [undefined, 0, undefined, 1, undefined]) {
      let isOver = false;
      const updated = (update === undefined ? Promise.resolve() : replace(served, update)).finally(() => {
        isOver = true;
      });
      // Where a page fails first, that is what the test reports.
      updated.catch(() => {});
      const first = pages.length;
      while (!isOver || pages.length < first + PAGES_A_PHASE) {
        await Promise.all([signOne(), ...Array.from({ length: INTERACTIONS_A_PAGE }, interact)]);
      }
      await updated;
    }

    expect(failed).toEqual([]);
    expect(answered).toEqual(Array.from({ length: pages.length * INTERACTIONS_A_PAGE }, () => 200));
    // Each page is whole: its script and its words are of one version. Both versions were shown.
    expect([...new Set(pages)].toSorted()).toEqual(['next next', 'today today']);
  });
});

/** What the page's files say they are of; a page that loaded itself again is not whole. */
async function versionOf(page: Page): Promise<string> {
  const versions = async () => await page.evaluate(`[globalThis['pageOf.tsx'], globalThis['pageOf.ts']].join(' ')`);
  await expect.poll(versions).toMatch(/^\w+ \w+$/);
  const how = await page.evaluate(`performance.getEntriesByType('navigation')[0].type`);
  if (how !== 'navigate') throw new Error(`the page was loaded by ${how}`);
  return String(await versions());
}

function noteFailures(page: Page, failed: string[]): void {
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
}

type Served = {
  readonly start: (version: Version) => Promise<Started>;
  process: Started;
};

/** The next version in place of one server and one bot, at their ports. */
async function replace(served: readonly (readonly Served[])[], at: number): Promise<void> {
  for (const kind of served) {
    const one = kind[at] as Served;
    one.process.child.kill('SIGTERM');
    expect(await one.process.ended, one.process.output().slice(-2_000)).toBe(0);
    one.process = await one.start('next');
  }
}

async function openWorld() {
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
  const program = async (name: string, args: readonly string[], port: number, env: Record<string, string>) => {
    const start = async (version: Version) => {
      const own = { COUNTERSIGN_DATA_DIR: temporaryFolder(), COUNTERSIGN_PAGE_PORT: String(await freePort()) };
      const started = startProcess([path.join(folder, version, name), ...args], {
        env: { ...shared, ...env, ...own },
      });
      const isReady = async () => expect((await bareRequest(port, '/readyz')).status).toBe(200);
      const ended = started.ended.then(() => Promise.reject(new Error(started.output())));
      await Promise.race([ended, vi.waitFor(isReady, { timeout: 100_000, interval: 200 })]);
      return started;
    };
    return { port, start, process: await start('today') };
  };
  const server = async () => {
    const port = await freePort();
    const env = { COUNTERSIGN_OAUTH_ISSUER: issuer.url, COUNTERSIGN_PUBLIC_URL: ORIGIN };
    return await program('cli.js', ['http', '--port', String(port)], port, env);
  };
  const bot = async () => {
    const port = await freePort();
    return await program('bot.js', [], port, { ...discord.env, ...discord.overHttp, DISCORD_HTTP_PORT: String(port) });
  };
  const servers = [await server(), await server()];
  const bots = [await bot(), await bot()];
  const ports = (each: readonly { readonly port: number }[]) => each.map(({ port }) => port);
  const secure = await startProxy(PROXY, 'page-and-mcp', HOST, ports(servers), true);
  // The same file, without TLS, for a host that trusts no certificate of its own.
  const plain = await startProxy(PROXY, 'page-and-mcp', '127.0.0.1', ports(servers));
  const toBots = await startProxy(PROXY, 'discord', '127.0.0.1', ports(bots));
  const enter = () => discord.endpoint.enter(`http://127.0.0.1:${toBots.port}/discord/interactions`);
  await vi.waitFor(enter, { timeout: 20_000 });
  const browser = await launch(`--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${secure.port}`);
  onTestFinished(() => browser.close());
  const token = await issuer.token('ada', `${ORIGIN}/mcp`);
  const host = await connectHost(`http://127.0.0.1:${plain.port}/mcp`, token);
  return { discord, browser, host, served: [servers, bots] };
}
