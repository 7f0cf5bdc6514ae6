/** The server over HTTP, as a process or in this one, and hosts of both eras that reach it, each with an access token. */
import { createLog } from '@countersign/core/platform/log';
import { parseSettings } from '@countersign/core/settings';
import { planHttp, type ServedHttp, serveHttp } from '@countersign/mcp-server/http';
import { createDeskHolder } from '@countersign/mcp-server/internal/desk-holder';
import { type Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { onTestFinished } from 'vitest';
import { startProcess } from '../processes/start-process.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { CLI, connect, type Host, newClient, ONLY_2026, oldClient } from './host.ts';

export type HttpServer = Awaited<ReturnType<typeof startHttp>>;

/** @param options `entry`: the file that Node starts; default: the source */
export async function startHttp(
  env: Readonly<Record<string, string>>,
  { args = [], entry = CLI }: { readonly args?: readonly string[]; readonly entry?: string } = {},
) {
  const started = startProcess([entry, 'http', '--port', '0', ...args], {
    env: { COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env },
  });
  const ready = await new Promise<{ url: string; port: number }>((resolve, reject) => {
    started.child.stdout.on('data', () => {
      const [, url, port] = /address\s+(\S+)\n\s+port\s+(\d+) /.exec(started.stdout()) ?? [];
      if (url !== undefined) resolve({ url, port: Number(port) });
    });
    void started.ended.then(() => reject(new Error(started.output())));
  });
  return { ...started, ...ready };
}

export async function serveHttpHere(env: Readonly<Record<string, string>>): Promise<ServedHttp> {
  const settings = parseSettings({ COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env });
  const log = createLog({ level: 'error', redact: (text) => text, write: (line) => process.stderr.write(line) });
  const holder = createDeskHolder(settings, log);
  onTestFinished(holder.close);
  const plan = planHttp(settings, { host: '127.0.0.1', port: 0 });
  const served = await serveHttp(plan, { settings, desk: await holder.open(), log });
  onTestFinished(() => served.stop());
  return served;
}

const headersOf = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });

export async function connectHost(url: string, token: string): Promise<Host> {
  const transport = new StreamableHTTPClientTransport(new URL(url), headersOf(token)) as Transport;
  return { ...(await connect(oldClient(), transport)), stderr: () => '' };
}

/**
 * A host of 2026 that speaks nothing else.
 * @param onLink what the person does whom it asks to open a link; without it, it declares that it cannot ask
 */
export async function connectNewHost(
  url: string,
  token: string,
  onLink?: (link: string) => Promise<void>,
): Promise<NewClient> {
  const client = newClient(ONLY_2026, onLink && { elicitation: { url: {} } });
  if (onLink !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      if (params.mode === 'url') await onLink(params.url);
      return { action: 'accept' };
    });
  }
  await connect(client, new NewTransport(new URL(url), headersOf(token)));
  return client;
}
