/** Commands that go on until a signal: what they print, and how they end. */
import { Readable, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { openDesk } from '@countersign/core';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskWithPage } from '@countersign/signing-page';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { freePort } from '@countersign/testkit/processes/ports';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { endClock, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { runMcpHere } from '@countersign/testkit/tools/run-tool-here';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

const EVENTS = ['SIGINT', 'SIGTERM', 'uncaughtException'] as const;
const listeners = () =>
  new Map<string, readonly unknown[]>(EVENTS.map((event) => [event, process.rawListeners(event)]));
const atStart = listeners();

/** Those that a command has added. */
const added = (event: string, before = atStart) =>
  process.rawListeners(event).filter((each) => !before.get(event)?.includes(each)) as (() => void)[];

afterEach(() => {
  endClock();
  for (const event of EVENTS) for (const listener of added(event)) process.off(event, listener);
});

/** After this a server that does not close ends its process, which is the one of these tests. */
const CLOSE_MS = 60_000;

/** Sends a command a signal as soon as it listens for one. @returns what it printed */
async function stopped(signal: 'SIGINT' | 'SIGTERM', args: readonly string[], env: Record<string, string>) {
  const before = listeners();
  const { setTimeout: usual } = globalThis;
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms?: number) => usual(ms === CLOSE_MS ? () => {} : run, ms)) as never);
  const running = runMcpHere(args, { env });
  const ended = running.then(() => true);
  try {
    while (added(signal, before).length === 0) {
      if (await Promise.race([ended, new Promise((again) => usual(again, 5, false))])) break;
    }
    for (const listener of added(signal, before)) listener();
    return await running;
  } finally {
    timers.mockRestore();
  }
}

async function transcript() {
  const part = createPart();
  const env = { COUNTERSIGN_DATA_DIR: temporaryFolder(), COUNTERSIGN_PAGE_PORT: String(await freePort()) };
  const note = (title: string, { code, stdout, stderr }: Awaited<ReturnType<typeof runMcpHere>>) => {
    const shown = [stderr, stdout].map((text) =>
      stripVTControlCharacters(text)
        .replaceAll(env.COUNTERSIGN_DATA_DIR, '<data>')
        .replaceAll(/(?<= port {6})\d+/g, '<port>')
        // How a command is called is shown once, by --help.
        .replace(code === 2 ? /^usage:.*/ms : '', code === 2 ? 'usage: …' : '')
        .trimEnd(),
    );
    part.note(`$ ${title}: exit code ${code}`, shown.filter((text) => text !== '').join('\n'));
  };
  return { part, env, note };
}

const TOKEN = '0123456789abcdef'.repeat(4);

test('serves over HTTP until a signal, and prints where and for whom', async () => {
  restartClock();
  const { part, env, note } = await transcript();
  for (const args of [
    ...['--help', 'x', '--port 65536', '--port 1.5', '--port -1', '--metrics-port 65536', '--host ', '--colour'],
    ...['--host a/b', `--host ${'a'.repeat(254)}`, '--metrics-host a/b', '--port=00000x'],
  ])
    note(`http ${args}`, await runMcpHere(['http', ...args.split(' ')], { env }));
  note('http, without a token', await runMcpHere(['http', '--port', '0'], { env }));
  note(
    'http, for other machines',
    await runMcpHere(['http', '--host', '10.0.0.7'], { env: { ...env, COUNTERSIGN_HTTP_TOKEN: TOKEN } }),
  );
  note(
    'http, with wrong settings',
    await runMcpHere(['http'], { env: { ...env, STELLAR_NETWORK: 'x', COUNTERSIGN_FEE_STOP: 'x' } }),
  );
  const serve = async (title: string, more: Record<string, string>, signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') =>
    note(title, await stopped(signal, ['http', '--port', '0'], { ...env, ...more }));
  await serve('http, with a token', { COUNTERSIGN_HTTP_TOKEN: TOKEN });
  const { url } = await startIssuer();
  await serve('http, with an issuer', {
    COUNTERSIGN_OAUTH_ISSUER: url,
    COUNTERSIGN_PUBLIC_URL: 'https://sign.example',
  });
  await serve('http, with both and figures', {
    ...{ COUNTERSIGN_OAUTH_ISSUER: url, COUNTERSIGN_HTTP_TOKEN: TOKEN, COUNTERSIGN_METRICS: 'true' },
  });
  const began = performance.now();
  await serve('http, ended by SIGTERM', { COUNTERSIGN_HTTP_TOKEN: TOKEN, COUNTERSIGN_READ_ONLY: 'true' }, 'SIGTERM');
  expect(performance.now() - began).toBeGreaterThan(1_900);
  const DATABASE_URL = 'postgresql://ana@127.0.0.1:9/none';
  await serve('http, whose database is away', {
    DATABASE_URL,
    COUNTERSIGN_HTTP_TOKEN: TOKEN,
    COUNTERSIGN_LOG: 'error',
  });
  await expect(part.text()).toMatchFileSnapshot('recorded/http.txt');
});

test('prints a link to the list of escrows, and takes the word of a person that a transaction failed', async () => {
  restartClock();
  const { part, env, note } = await transcript();
  for (const args of ['--help', 'failed', 'x', 'failed x y', '--colour', 'failed none'])
    note(`escrows ${args}`, await runMcpHere(['escrows', ...args.split(' ')], { env }));
  note(
    'escrows, behind a public address',
    await runMcpHere(['escrows'], { env: { ...env, COUNTERSIGN_PUBLIC_URL: 'https://sign.example' } }),
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    note(`escrows, until ${signal}`, await stopped(signal, ['escrows'], env));

  const settings = parseSettings(env);
  const sandbox = () => startSandbox({ dataDir: settings.dataDir, network: settings.network });
  const desk = await openDesk(settings, { startSandbox: sandbox });
  const { id, transactionHash: hash } = await desk.prepare('deploy', REQUEST).finally(() => desk.close());
  const failed = async (title: string, input: string, isTerminal = true) => {
    for (const stream of [Readable.prototype, Writable.prototype])
      if (isTerminal) Object.defineProperty(stream, 'isTTY', { value: true, configurable: true });
    try {
      note(`escrows failed ${id}, ${title}`, await runMcpHere(['escrows', 'failed', id], { env, input }));
    } finally {
      for (const stream of [Readable.prototype, Writable.prototype]) Reflect.deleteProperty(stream, 'isTTY');
    }
  };
  await failed('through a pipe', `${hash.slice(-6)}\n`, false);
  await failed('and the last 5 characters', `${hash.slice(-5)}\n`);
  await failed('and nothing', '\n');
  await failed('and its last 6 characters', `${hash.slice(-6).toUpperCase()}\n`);

  onTestFinished((await openDeskWithPage(settings, { startSandbox: sandbox, log: () => {} })).close);
  note('escrows, which another process serves', await runMcpHere(['escrows'], { env }));
  const ends = [6, 5].map((count) => new RegExp(hash.slice(-count), 'gi'));
  const text = ends.reduce((shown, end) => shown.replaceAll(end, '<end>'), part.text());
  await expect(text).toMatchFileSnapshot('recorded/escrows.txt');
});
