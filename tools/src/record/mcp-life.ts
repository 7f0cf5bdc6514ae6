/** One escrow from its first request to its last payment, over MCP: on streams and over HTTP. */

import { createLog } from '@countersign/core/platform/log';
import { parseSettings } from '@countersign/core/settings';
import { type DemoAccountName, startSandbox } from '@countersign/escrow-service';
import { planHttp, serveHttp } from '@countersign/mcp-server/http';
import { createDeskHolder } from '@countersign/mcp-server/internal/desk-holder';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signAs } from '@countersign/testkit/mcp/request';
import { serveHere } from '@countersign/testkit/mcp/serve-here';
import { passTime } from '@countersign/testkit/record/fixed-clock';
import { createPart, type Part } from '@countersign/testkit/record/part';
import { startFaultyService } from '@countersign/testkit/service/faulty-service';
import type { ReceivedRequest } from '@countersign/testkit/service/stand-in';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type Resources, withResources } from '../command-line/resources.ts';

/** A sandbox whose service and ledger are reached by way of the part, and an empty data folder. @returns the settings */
export async function recordedSandbox(
  { sent }: Pick<Part, 'sent'>,
  resources: Resources,
): Promise<Record<string, string>> {
  const folder = await resources.folder();
  const sandbox = resources.use(await startSandbox({ rateLimit: 0, now: () => Date.now() }));
  const noted = async (to: string, address: string): Promise<string> => {
    const { origin, pathname } = new URL(address);
    const note = ({ method, url, body }: ReceivedRequest) => sent({ to, method, path: url, body });
    const road = resources.use(await startFaultyService(origin, note));
    return new URL(pathname, road.url).href.replace(/\/$/, '');
  };
  return {
    COUNTERSIGN_DATA_DIR: folder,
    ESCROW_API_URL: await noted('service', sandbox.url),
    ESCROW_RATE_LIMIT: '10000',
    STELLAR_NETWORK: 'sandbox',
    STELLAR_RPC_URL: await noted('rpc', sandbox.rpcUrl),
  };
}

async function connect(transport: Transport, resources: Resources): Promise<Client> {
  const client = resources.use(new Client({ name: 'record', version: '1.0.0' }));
  await client.connect(transport);
  return client;
}

/** What a host reads before any call, and the life with the bytes that it sends. */
export const overMcp = () =>
  withResources(async (resources) => {
    const part = createPart();
    const env = await recordedSandbox(part, resources);
    const client = await connect(serveHere(env).transport, resources);
    const lists = createPart();
    lists.note('instructions', client.getInstructions());
    for (const [title, list] of Object.entries({
      tools: (await client.listTools()).tools.map(({ icons: _, ...tool }) => tool),
      prompts: (await client.listPrompts()).prompts,
      resources: (await client.listResources()).resources,
      templates: (await client.listResourceTemplates()).resourceTemplates,
    })) {
      for (const each of list) lists.note(`${title}: ${each.name}`, each);
    }
    await wholeLife(client, part);
    return { 'mcp-lists.txt': lists.text(), 'life-over-mcp.txt': part.text() };
  });

const TOKEN = 'record'.repeat(8);

/** The same with what HTTP adds: status, content type, and the message itself. */
export const overHttp = () =>
  withResources(async (resources) => {
    const part = createPart();
    const sandbox = await recordedSandbox({ sent: () => undefined }, resources);
    const settings = parseSettings({ ...sandbox, COUNTERSIGN_HTTP_TOKEN: TOKEN });
    const log = createLog({ level: 'error', redact: (text) => text, write: (line) => process.stderr.write(line) });
    const holder = createDeskHolder(settings, log);
    resources.use(holder);
    const plan = planHttp(settings, { host: '127.0.0.1', port: 0 });
    const served = await serveHttp(plan, { settings, desk: await holder.open(), log });
    resources.defer(served.stop);
    const noted: typeof fetch = async (address, init) => {
      const response = await fetch(address, init);
      if (init?.method !== 'POST') return response;
      const text = await response.clone().text();
      part.note(`POST ${new URL(String(address)).pathname}`, String(init.body));
      const { message, events } = messagesIn(text);
      part.note(`${response.status} ${response.headers.get('content-type')} ${events}`.trim(), message);
      return response;
    };
    const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
    const transport = new StreamableHTTPClientTransport(new URL(served.url), { requestInit, fetch: noted });
    await wholeLife(await connect(transport as Transport, resources), undefined);
    return { 'life-over-http.txt': part.text() };
  });

/** The message of a response, and how many events it came in. What repeats the structured content is shortened. */
function messagesIn(text: string): { readonly message: unknown; readonly events: string } {
  if (!/^(?:event|data|id):/.test(text)) return { message: text, events: '' };
  const data = [...text.matchAll(/^data: ?(.+)$/gm)].map(([, each = '']) => each);
  const content = JSON.stringify(JSON.parse(data.at(-1) ?? '{}').result?.structuredContent);
  const shortened = (key: string, value: unknown) =>
    key !== 'structuredContent' && (value === content || JSON.stringify(value) === content)
      ? '<structuredContent>'
      : value;
  return { message: data.map((each) => JSON.parse(each, shortened)), events: `(${data.length} events)` };
}

type Result = Readonly<Record<string, unknown>>;

/** @param part absent: anyone who opened the client notes what is sent */
async function wholeLife(client: Client, part: Part | undefined): Promise<void> {
  const call = async (name: string, input: Result): Promise<Result> => {
    passTime(5);
    part?.note(`call ${name}`, input);
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: input });
    part?.noteSent();
    const [text, ...links] = content as readonly { readonly text?: string }[];
    const isRepeated = text?.text === JSON.stringify(structuredContent);
    part?.note(isError ? 'refused' : 'result', isRepeated ? structuredContent : content);
    if (isRepeated && links.length > 0) part?.note('links', links);
    return (structuredContent ?? {}) as Result;
  };
  const does = async (who: DemoAccountName, name: string, input: Result): Promise<Result> => {
    const prepared = await call(name, { ...input, includeXdr: true });
    const { id, unsignedXdr, transactionHash } = prepared;
    await call('submit_signed_xdr', { id, signedXdr: signAs(who, String(unsignedXdr), String(transactionHash)) });
    return prepared;
  };
  const { escrow } = await does('client', 'deploy_escrow', REQUEST);
  await call('get_escrow', { escrow: escrow });
  await does('client', 'prepare_step', { step: 'fund', escrow: escrow, signer: 'client' });
  await call('prepare_step', { escrow, step: 'release', milestone: 1 });
  const evidence = 'https://example.com/sketches.pdf';
  await does('provider', 'prepare_step', { escrow, step: 'change-status', milestone: 1, evidence });
  await does('client', 'prepare_step', { escrow, step: 'approve', milestone: 1 });
  const { id } = await does('client', 'prepare_step', { escrow, step: 'release', milestone: 1 });
  await call('get_escrow', { id });
  await does('platform', 'prepare_step', { escrow, step: 'extend', days: 30 });
  await does('provider', 'prepare_step', { escrow, step: 'dispute', milestone: 2, signer: 'provider' });
  await call('prepare_step', { step: 'end', escrow });
  const toClient = (amount: string) => [{ address: 'client', amount }];
  await does('arbiter', 'prepare_step', { escrow, step: 'withdraw', distributions: toClient('5') });
  const distributions = [...toClient('5'), { address: 'provider', amount: '10' }];
  await does('arbiter', 'prepare_step', { escrow, step: 'resolve', milestone: 2, distributions });
  await call('get_escrow', { escrow: escrow });

  const single = await does('client', 'deploy_escrow', { ...REQUEST, kind: 'single', engagementId: 'ENG-2' });
  const other = { escrow: single['escrow'] };
  await does('platform', 'update_escrow', { ...other, title: 'Logo and brand guide' });
  await does('client', 'prepare_step', { step: 'fund', escrow: single['escrow'], signer: 'client' });
  for (const milestone of [1, 2]) await does('client', 'prepare_step', { ...other, step: 'approve', milestone });
  const released = await call('prepare_step', { ...other, step: 'release', includeXdr: true });
  await call('explain_xdr', { xdr: released['unsignedXdr'] });
  await call('prepare_step', { step: 'discard', id: released['id'] });
  await call('find_escrows', {});
  await call('get_balances', { escrows: [escrow, single['escrow']] });
}
