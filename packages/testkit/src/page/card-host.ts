/**
 * A host with MCP Apps: a real page that shows the card in a sandboxed frame and speaks to it with the extension's own
 * app-bridge, with the policy that the extension prescribes. Its tool calls go to a real server of ours.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@countersign/escrow-service';
import type { McpUiHostCapabilities, McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { build } from 'esbuild';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { serveHere } from '../mcp/serve-here.ts';
import { answer, startStandIn } from '../service/stand-in.ts';
import { launch, openLoneTab } from './browser.ts';
import { endClean } from './stage.ts';

export const CARD_URI = 'ui://countersign/escrow';

/** What a page that a tool has declared no domains for may do, by the extension. A frame without an address inherits it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
].join('; ');

/** The host's page. Playwright gives it the functions that begin with `host`. */
const SCRIPT = `
  import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
  let bridge;
  window.showCard = async ({ html, capabilities, context, input, reply, width }) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    Object.assign(frame.style, { border: '0', width: width + 'px', height: '200px' });
    document.body.replaceChildren(frame);
    bridge = new AppBridge(null, { name: 'test-host', version: '1.0.0' }, capabilities, { hostContext: context });
    bridge.oncalltool = (params) => window.hostCallTool(params);
    bridge.onopenlink = ({ url }) => window.hostOpenLink(url);
    bridge.onmessage = (params) => window.hostMessage(params);
    bridge.onsizechange = ({ height }) => { frame.style.height = height + 'px'; };
    const ready = new Promise((resolve) => { bridge.oninitialized = resolve; });
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
    frame.srcdoc = html;
    await ready;
    await bridge.sendToolInput({ arguments: input });
    if (reply !== undefined) await bridge.sendToolResult(reply);
  };
  window.changeContext = (context) => bridge.setHostContext(context);
  window.sendReply = (reply) => bridge.sendToolResult(reply);
  window.endCard = () => bridge.teardownResource({});
`;

type Input = Readonly<Record<string, unknown>>;

const EVERYTHING: McpUiHostCapabilities = { openLinks: {}, serverTools: {}, message: { text: {} } };

export type CardOptions = {
  readonly context?: McpUiHostContext;
  readonly capabilities?: McpUiHostCapabilities;
  /** In pixels; default: 600. */
  readonly width?: number;
  /** Whether the host opens what it is asked to open; default: it does. */
  readonly opens?: boolean;
  /** Changes what the card gets from the server, the first result included. */
  readonly alter?: (reply: CallToolResult) => CallToolResult;
};

export type ShownCard = {
  readonly page: Page;
  readonly frame: Frame;
  readonly opened: readonly string[];
  readonly messages: readonly unknown[];
  readonly called: readonly string[];
};

export async function openCardHost() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-card-'));
  const sandbox = await startSandbox({ rateLimit: 0 });
  const { transport } = serveHere({
    COUNTERSIGN_DATA_DIR: folder,
    ESCROW_API_URL: sandbox.url,
    STELLAR_RPC_URL: sandbox.rpcUrl,
    STELLAR_NETWORK: 'sandbox',
  });
  const client = new Client({ name: 'test-host', version: '1.0.0' });
  const [browser, web] = await Promise.all([launch(), serveHostPage(), client.connect(transport)]);
  const [content] = (await client.readResource({ uri: CARD_URI })).contents;
  const html = content !== undefined && 'text' in content ? content.text : '';
  const call = async (name: string, input: Input) =>
    (await client.callTool({ name, arguments: { ...input } })) as CallToolResult;

  async function show(reply: CallToolResult, options: CardOptions = {}) {
    const { context = {}, capabilities = EVERYTHING, width = 600, opens = true, alter = (same) => same } = options;
    const { page, oddities, close } = await openLoneTab(browser, web.url);
    const [opened, messages, called] = [[] as string[], [] as unknown[], [] as string[]];
    await page.exposeFunction('hostCallTool', async (params: { name: string; arguments: Record<string, unknown> }) => {
      called.push(params.name);
      return alter(await call(params.name, params.arguments));
    });
    await page.exposeFunction('hostOpenLink', (url: string) => {
      opened.push(url);
      return opens ? {} : { isError: true };
    });
    await page.exposeFunction('hostMessage', (message: unknown) => {
      messages.push(message);
      return {};
    });
    await page.goto(`${web.url}/`);
    const given = { html, capabilities, context, width, input: {}, reply: alter(reply) };
    await page.evaluate(`showCard(${JSON.stringify(given)})`);
    const frame = page.frames().find((each) => each !== page.mainFrame());
    if (frame === undefined) throw new Error('the host shows no card');
    return { page, frame, opened, messages, called, oddities, close };
  }
  return {
    browser,
    rpcUrl: sandbox.rpcUrl,
    call,
    show,
    close: async () => {
      await browser.close();
      await client.close();
      await web.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One host for the tests of a file. */
export function openCardStage() {
  let opened: Awaited<ReturnType<typeof openCardHost>> | undefined;
  beforeAll(async () => {
    opened = await openCardHost();
  });
  afterAll(() => opened?.close());
  const host = () => opened as NonNullable<typeof opened>;
  async function showReply(reply: CallToolResult, options?: CardOptions): Promise<ShownCard> {
    const { oddities, close, ...card } = await host().show(reply, options);
    endClean({ close, oddities });
    return card;
  }
  return {
    get rpcUrl() {
      return host().rpcUrl;
    },
    call: (name: string, input: Input) => host().call(name, input),
    show: async (name: string, input: Input, options?: CardOptions) =>
      await showReply(await host().call(name, input), options),
    showReply,
  };
}

async function serveHostPage() {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    // Zod would try whether it may compile its schemas, which the policy forbids.
    banner: { js: 'globalThis.__zod_globalConfig = { jitless: true };' },
    platform: 'browser',
  });
  const script = outputFiles[0]?.text ?? '';
  const page =
    '<!doctype html><title>A host</title><link rel="icon" href="data:,"><body><script src="/host.js"></script>';
  return await startStandIn((response, received) => {
    const [type, text] = received.url === '/host.js' ? ['text/javascript', script] : ['text/html; charset=utf-8', page];
    return answer(200, text, { 'content-security-policy': POLICY, 'content-type': type })(response, received);
  });
}
