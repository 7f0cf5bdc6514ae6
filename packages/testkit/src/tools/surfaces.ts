/**
 * Where strangers' texts come in: each entry as the product has it, from the text as it arrives to the words that go
 * back, at a desk that reaches no service.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEscrowClient, openSqliteStore } from '@countersign/core';
import { MAX_PASTED_CHARACTERS, readTransaction } from '@countersign/core/envelope';
import { explainTransaction } from '@countersign/core/explain';
import { COMMANDS } from '@countersign/discord-bot/internal/commands/index';
import type { Command } from '@countersign/discord-bot/internal/discord/interaction';
import { FileError, MAX_REQUEST_BYTES } from '@countersign/discord-bot/internal/inputs/request-file';
import type { Task } from '@countersign/discord-bot/internal/task';
import { errorMessage } from '@countersign/discord-bot/internal/views/error-view';
import { wordsOf } from '@countersign/discord-bot/internal/words/index';
import { explanationText } from '@countersign/mcp-server/command-line/texts';
import { readInput } from '@countersign/mcp-server/internal/command-line/read-input';
import { createCallTool } from '@countersign/mcp-server/internal/handlers/call-tool';
import { TOOLS } from '@countersign/mcp-server/tools';
import { createSigningPage } from '@countersign/signing-page';
import { createTestDesk } from '../desk/test-desk.ts';
import { NOW, request, requestInput, sandbox } from '../fixtures/deploy-fixture.ts';
import { warmScanner } from '../fuzz/secret-target.ts';
import { refusedOr } from '../fuzz/target.ts';
import { HONEST_DEPLOY } from '../fuzz/xdr-target.ts';

export type Surface = {
  readonly name: string;
  /** The largest text that it lets in, as `sizeOf` measures it. */
  readonly most: number;
  readonly sizeOf: (text: string) => number;
  /** All that the product does with the text. Throws only where the product is at fault. */
  readonly run: (text: string) => Promise<unknown>;
};

const CREDENTIALS = ['the-token-of-this-installation', 'the-key-of-this-installation'] as const;
const PAGE = 'a'.repeat(32);
const ORIGIN = 'http://127.0.0.1';
/** Of the page, as `signing-page.ts` has it. */
const BODY_BYTES = 200_000;

/** A service that refuses at once: one that is not there would be tried again and again. */
const refusing = createServer((_, response) => {
  response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"refused","statusCode":400}');
})
  .listen(0, '127.0.0.1')
  .unref();
await once(refusing, 'listening');

const service = createEscrowClient({
  baseUrl: `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`,
  accessToken: CREDENTIALS[0],
  apiKey: CREDENTIALS[1],
  requestsPerMinute: 100_000,
});
const store = openSqliteStore(undefined, sandbox.name);
const honest = readTransaction(HONEST_DEPLOY, sandbox.passphrase);
await store.add(
  {
    action: 'deploy',
    id: 'b'.repeat(32),
    pageId: PAGE,
    owner: { tenant: 'local', id: 'local' },
    request: request(),
    requestKey: 'surfaces',
    round: 0,
    terms: 'surfaces',
  },
  {
    hash: honest.hashHex,
    unsignedXdr: honest.xdr,
    contractId: 'C',
    sequence: honest.transaction.seqNum.toString(),
    expiresAt: NOW * 1_000 + 60_000,
    reasons: [],
  },
  { risk: { stops: [], warnings: [], facts: [] } },
);

/** New for each call, so that it finds nothing that an earlier one remembered. */
function open() {
  const scanner = warmScanner(CREDENTIALS);
  const desk = createTestDesk({ service, store, scanner, now: () => NOW * 1_000 });
  return { scanner, desk };
}

async function callTool(name: string, input: unknown): Promise<void> {
  const { scanner, desk } = open();
  const call = createCallTool({
    openDesk: async () => desk,
    findTool: async () => TOOLS.find((tool) => tool.name === name) as (typeof TOOLS)[number],
    network: sandbox,
    feeStop: 2_000,
    readOnly: false,
    scanner,
    log: () => {},
  });
  const reply = await call(name, input, {});
  if (reply.text.includes('"INTERNAL"')) throw new Error(`${name} failed: ${reply.text}`);
}

async function submitOnPage(text: string): Promise<void> {
  const { scanner, desk } = open();
  const page = createSigningPage({ desk, scanner, now: () => NOW * 1_000 });
  const response = await page.fetch(
    new Request(`${ORIGIN}/sign/${PAGE}/submit`, {
      method: 'POST',
      headers: { Host: '127.0.0.1', Origin: ORIGIN },
      body: bodyOf(text),
    }),
  );
  if (![400, 409, 413].includes(response.status))
    throw new Error(`the page: ${response.status} ${await response.text()}`);
}

/** What Discord's file server would have of a person's attachment. */
let attached = '';
const files = createServer((_, response) => response.end(attached))
  .listen(0, '127.0.0.1')
  .unref();
await once(files, 'listening');

async function command(name: string, text: string): Promise<void> {
  const { scanner, desk } = open();
  const cdnUrl = `${ORIGIN}:${(files.address() as AddressInfo).port}`;
  attached = text;
  const file = { url: `${cdnUrl}/attachments/a.txt`, size: Buffer.byteLength(text), filename: 'a.txt' };
  const asked = {
    name,
    texts: new Map(),
    files: new Map([['file', file]]),
    chosen: new Set(),
  } as unknown as Command;
  const state = { wallet: () => undefined, servers: { settingsOf: () => ({}) } };
  const bot = { scanner, desk, feeStop: 2_000, settings: { cdnUrl }, state };
  const own = desk.for({ tenant: 'guild', id: 'person' });
  const task = { bot, desk: own, person: {}, words: wordsOf('en'), call: {} };
  try {
    await COMMANDS.get(name)?.run(task as unknown as Task, asked);
  } catch (thrown) {
    const [cause, lineOf] = thrown instanceof FileError ? [thrown.cause, thrown.lineOf] : [thrown];
    refusedOr(() => {
      throw cause;
    });
    errorMessage(cause, { redact: scanner.redact, lineOf }, wordsOf('en'));
  }
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-surfaces-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

async function explainFile(text: string): Promise<void> {
  const path = join(folder, 'tx.txt');
  writeFileSync(path, text);
  const read = await readInput(path).catch((thrown: unknown) => thrown);
  refusedOr(() => {
    if (typeof read !== 'string') throw read;
    return explanationText(explainTransaction(read, sandbox, NOW), 100);
  });
}

const third = (text: string) =>
  [0, 1, 2].map((part) => text.slice((part * text.length) / 3, ((part + 1) * text.length) / 3));

const bodyOf = (signedXdr: string) => JSON.stringify({ signedXdr });
const characters = (text: string) => text.length;
const PASTED = { most: MAX_PASTED_CHARACTERS, sizeOf: characters };

export const SURFACES: readonly Surface[] = [
  {
    name: 'MCP explain_xdr',
    ...PASTED,
    run: (xdr) => callTool('explain_xdr', { xdr }),
  },
  {
    name: 'MCP submit_signed_xdr',
    ...PASTED,
    run: (signedXdr) => callTool('submit_signed_xdr', { signedXdr }),
  },
  {
    name: 'MCP deploy_escrow',
    ...PASTED,
    run: (text) => {
      const [title, description, milestone] = third(text);
      const milestones = [{ description: milestone, amount: '1' }];
      return callTool('deploy_escrow', requestInput({ title, description, milestones }));
    },
  },
  { name: 'page submit', most: BODY_BYTES, sizeOf: (text) => Buffer.byteLength(bodyOf(text)), run: submitOnPage },
  { name: 'Discord explain file', ...PASTED, run: (text) => command('explain', text) },
  { name: 'Discord submit file', ...PASTED, run: (text) => command('submit', text) },
  {
    name: 'Discord deploy file',
    most: MAX_REQUEST_BYTES,
    sizeOf: Buffer.byteLength,
    run: (text) => command('deploy', text),
  },
  { name: 'explain a file', ...PASTED, run: explainFile },
];
