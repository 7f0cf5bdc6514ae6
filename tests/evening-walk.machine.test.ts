/** The walk of docs/operations.md from nothing to a signed-in person's settled escrow: its lines are run, with a stopwatch. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { call } from '@countersign/testkit/mcp/host';
import { connectHost } from '@countersign/testkit/mcp/http-host';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { hasBrowser, launch } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { openVisit } from '@countersign/testkit/page/visit';
import { postgresPrograms, startCluster } from '@countersign/testkit/postgres/cluster';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PROXIES } from './proxy.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const HOST = 'escrow.example.org';
const ORIGIN = `https://${HOST}`;
const programs = postgresPrograms();

/** The lines of the walk, with names, ports and folders of this test. */
async function readWalk() {
  const text = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8');
  const [, lines = ''] = /^## An evening’s walk\n[^`]*(?:`[^`]+`[^`]*)*?```sh\n([\s\S]*?)```/m.exec(text) ?? [];
  const cluster = await startCluster(programs as string);
  onTestFinished(() => cluster.remove());
  const issuer = await startIssuer();
  const ports = { service: await freePort(), ledger: await freePort(), mcp: await freePort(), proxy: await freePort() };
  const folder = temporaryFolder();
  const proxy = path.join(folder, 'Caddyfile');
  // A certificate that no authority on the internet gave, and no port that belongs to the machine.
  const local = '{\nadmin off\nlocal_certs\nskip_install_trust\nauto_https disable_redirects\n}\n';
  writeFileSync(proxy, local + readFileSync(path.join(ROOT, 'distribution/proxy/page-and-mcp.Caddyfile'), 'utf8'));
  const replaced = [
    [/\b4010\b/g, String(ports.service)],
    [/\b4011\b/g, String(ports.ledger)],
    [/\b4030\b/g, String(ports.mcp)],
    [/https:\/\/login\.example\.org/g, issuer.url],
    [/postgres:\/\/127\.0\.0\.1\/countersign/g, cluster.url.replace(/postgres$/, 'countersign')],
    [/\/tmp\/(?=play|data)/g, `${folder}/`],
    [/(COUNTERSIGN_HOST)=\S+/g, `$1=${ORIGIN}:${ports.proxy}`],
    [/distribution\/proxy\/\S+/g, proxy],
  ] as const;
  const walk = replaced.reduce((changed, [from, to]) => changed.replaceAll(from, to), lines).trim();
  const { hostname, port, username } = new URL(cluster.url);
  const env = {
    HOME: folder,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    COUNTERSIGN_PAGE_PORT: String(await freePort()),
  };
  return { lines: walk.split('\n'), env, issuer, ports };
}

/** As a shell would: a line that ends in & goes on beside the next. */
async function run(lines: readonly string[], env: Record<string, string>, ports: Readonly<Record<string, number>>) {
  for (const line of lines) {
    const [command = '', ...args] = line.split(' ');
    if (command === 'export') {
      for (const each of args) env[each.slice(0, each.indexOf('='))] = each.slice(each.indexOf('=') + 1);
    } else if (args.at(-1) === '&') {
      const started = startProcess(args.slice(0, -1), { command, cwd: ROOT, env });
      const ended = started.ended.then(() => Promise.reject(new Error(`${line}\n${started.output()}`)));
      const named = Object.values(ports).find((port) => line.includes(String(port))) ?? ports['proxy'];
      const listens = vi.waitFor(() => bareRequest(Number(named), '/'), { timeout: 100_000, interval: 200 });
      await Promise.race([ended, listens]);
    } else {
      execFileSync(path.join(String(programs), command), args, { env: { ...process.env, ...env }, stdio: 'pipe' });
    }
  }
}

test.runIf(programs !== undefined && hasBrowser && PROXIES.includes('caddy'))(
  'leads from nothing to a settled escrow of a signed-in person',
  async () => {
    const { lines, env, issuer, ports } = await readWalk();
    expect(lines).toHaveLength(8);
    const begun = performance.now();
    const times: string[] = [];
    const stopwatch = (what: string) =>
      times.push(`${what} after ${((performance.now() - begun) / 1_000).toFixed(1)} s`);

    await run(lines, env, ports);
    stopwatch('everything runs');
    const host = await connectHost(`http://127.0.0.1:${ports.mcp}/mcp`, await issuer.token('ada', `${ORIGIN}/mcp`));
    const { id, signUrl } = await call(host, 'deploy_escrow', REQUEST);
    expect(signUrl).toMatch(/^https:\/\/escrow\.example\.org\/sign\/[0-9a-f]{32}$/);
    stopwatch('an escrow is prepared');
    const browser = await launch(`--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${ports.proxy}`);
    onTestFinished(() => browser.close());
    const visit = await openVisit(browser, ORIGIN, 'client', 'Freighter', installFreighter);
    await visit.page.goto(String(signUrl));
    await visit.sign('The escrow is deployed');
    stopwatch('it is signed and settled');
    expect(await call(host, 'get_escrow', { id })).toMatchObject({ status: 'settled' });
    process.stdout.write(`${times.join('; ')}\n`);
  },
);
