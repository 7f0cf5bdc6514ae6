/** A host as assistants have one: the SDK's own client, with the server in this process or as its child. */
import { Client as NewClient, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, onTestFinished } from 'vitest';
import { BARE_ENV } from '../processes/start-process.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { CLI, serveHere } from './serve-here.ts';

export { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
export { CLI };

export type Host = {
  readonly client: Client;
  readonly stderr: () => string;
  /** What the client could not make sense of: a line on stdout that is no protocol, an unasked notification. */
  readonly noise: readonly Error[];
};

export type Env = { readonly env?: Readonly<Record<string, string>> };

export async function startHost({ env }: Env = {}): Promise<Host> {
  const { transport, stderr } = serve(env);
  return { ...(await connect(oldClient(), transport)), stderr };
}

export type HostOptions = Env & {
  /** The file that Node starts; default: the source. */
  readonly entry?: string;
  readonly node?: string;
  readonly cwd?: string;
};

export type HostProcess = Host & { readonly pid: number };

export async function startHostProcess({ env = {}, entry = CLI, node, cwd }: HostOptions = {}): Promise<HostProcess> {
  const transport = new StdioClientTransport({
    command: node ?? process.execPath,
    args: [entry],
    env: { ...BARE_ENV, COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env },
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const connected = await connect(oldClient(), transport);
  return { ...connected, stderr: () => stderr, pid: Number(transport.pid) };
}

const INFO = { name: 'test-host', version: '1.0.0' };
export const ONLY_2026 = { pin: '2026-07-28' } as const;

export const oldClient = () => new Client(INFO);
export const newClient = (mode: VersionNegotiationMode, capabilities: NewCapabilities = {}) =>
  new NewClient(INFO, { capabilities, versionNegotiation: { mode } });
type NewCapabilities = NonNullable<NonNullable<ConstructorParameters<typeof NewClient>[1]>['capabilities']>;

/** In a data folder of its own, unless `env` names one. */
export const serve = (env: Env['env'] = {}, patienceMs?: number) =>
  serveHere({ COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env }, patienceMs);

type AnyClient = {
  onerror?: ((error: Error) => void) | undefined;
  connect(transport: Transport): Promise<void>;
  close(): Promise<void>;
};

/** Connects a client of either version; it ends with the test. */
export async function connect<C extends AnyClient>(client: C, transport: Transport) {
  const noise: Error[] = [];
  client.onerror = (error) => noise.push(error);
  onTestFinished(() => client.close());
  await client.connect(transport);
  return { client, noise };
}

type Reply = { isError?: boolean; structuredContent?: unknown; content: { type: string; text: string }[] };

/** Calls a tool and gives its data, which must stand in the text as well; only links may follow. */
export async function call(host: Host, name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const reply = (await host.client.callTool({ name, arguments: input })) as Reply;
  expect(reply.isError, reply.content[0]?.text).toBeUndefined();
  const [text, ...links] = reply.content;
  expect(text).toEqual({ type: 'text', text: JSON.stringify(reply.structuredContent) });
  expect(links.filter(({ type }) => type !== 'resource_link')).toEqual([]);
  return reply.structuredContent as Record<string, unknown>;
}

export async function callRefused(host: Host, name: string, input: Record<string, unknown>) {
  return refusalOf(await host.client.callTool({ name, arguments: input }));
}

/** The error of a reply; it must be the only thing in it. */
export function refusalOf(reply: unknown) {
  const { isError, structuredContent, content } = reply as Reply;
  expect(isError).toBe(true);
  expect(structuredContent).toBeUndefined();
  expect(content).toHaveLength(1);
  return JSON.parse(content[0]?.text ?? '').error;
}
