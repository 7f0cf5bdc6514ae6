import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoKeypair } from '@countersign/escrow-service';
import { signForSandbox } from '@countersign/mcp-server/command-line/sandbox/sign';
import { connectHost } from '@countersign/testkit/mcp/http-host';
import { REQUEST_FOR_XDR } from '@countersign/testkit/mcp/request';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { scriptOf } from '@countersign/testkit/tools/run-tool';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';

function startAll(args: string[], env: Record<string, string>) {
  const { child, ended, stdout, stderr } = startProcess([scriptOf('start'), ...args], { env });
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      if (stdout().includes('Ctrl-C stops everything.')) resolve(stdout());
    });
    void ended.then(() => resolve(stdout()));
  });
  return { child, ready, ended, stderr };
}

test('an assistant with the configuration that start prints deploys, a person signs on the page, it settles; Ctrl-C ends all', async () => {
  const { child, ready, ended, stderr } = startAll(['--port', '0'], { COUNTERSIGN_DATA_DIR: temporaryFolder() });
  const screen = await ready;
  expect(screen).toContain('simulated, on this machine');
  const configuration = JSON.parse(screen.slice(screen.indexOf('{'), screen.lastIndexOf('}') + 1)).mcpServers
    .countersign;
  const client = new Client({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(new StdioClientTransport({ ...configuration, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('deploy_escrow');

  const prepared = await client.callTool({ name: 'deploy_escrow', arguments: REQUEST_FOR_XDR });
  const { id, signUrl, unsignedXdr } = prepared.structuredContent as Record<string, string>;
  await fetch(`${signUrl}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(signUrl as string).origin },
    body: JSON.stringify({ signedXdr: signForSandbox(unsignedXdr as string, demoKeypair('client')) }),
  });
  const outcome = await client.callTool({ name: 'get_escrow', arguments: { id, waitSeconds: 20 } });
  expect(outcome.structuredContent).toMatchObject({ status: 'settled' });

  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(stderr()).toBe('');
  const service = /service\s+(http:\S+)/.exec(screen)?.[1] as string;
  await expect(fetch(`${service}/healthz`)).rejects.toThrow();
});

test('with a token it serves MCP over HTTP too, on the same desk', async () => {
  const token = '0123456789abcdef'.repeat(4);
  const { child, ready, ended, stderr } = startAll(['--port', '0', '--http-port', '0'], {
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
    COUNTERSIGN_HTTP_TOKEN: token,
  });
  const screen = await ready;
  const [, url = ''] = /MCP over HTTP {2}(\S+)/.exec(screen) ?? [];
  const { client } = await connectHost(url, token);
  expect((await client.callTool({ name: 'find_escrows', arguments: {} })).structuredContent).toMatchObject({
    escrows: [],
  });
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(screen + stderr()).not.toContain(token);
});

test('a port in use is one readable error', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await new Promise((listening) => taken.once('listening', listening));
  const { port } = taken.address() as AddressInfo;
  const { ended, stderr } = startAll(['--port', `${port}`], { COUNTERSIGN_DATA_DIR: temporaryFolder() });
  expect(await ended).toBe(1);
  expect(stderr()).toMatch(/in use[\s\S]*--port 0/);
  expect(stderr()).not.toContain('    at ');
});
