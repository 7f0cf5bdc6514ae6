/** A host as assistants have one: the SDK's own client, with the server as its child over stdio. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';

export const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

export type Host = {
  readonly client: Client;
  readonly pid: number;
  /** What the server wrote to stderr so far. */
  readonly stderr: () => string;
  /** Lines on stdout that were no protocol; there should be none. */
  readonly noise: readonly Error[];
};

/** Starts the server in a data folder of its own, and ends both with the test. */
export async function startHost(env: Record<string, string> = {}): Promise<Host> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI],
    env: { COUNTERSIGN_DATA_DIR: await temporaryFolder(), ...env },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const client = new Client({ name: 'test-host', version: '1.0.0' });
  const noise: Error[] = [];
  client.onerror = (error) => noise.push(error);
  onTestFinished(() => client.close());
  await client.connect(transport);
  return { client, pid: transport.pid as number, stderr: () => stderr, noise };
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
