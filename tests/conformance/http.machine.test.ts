/** The protocol's own suite on the server over HTTP. It sends no token, so a proxy adds one. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startHttp } from '@countersign/testkit/mcp/http-host';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { SUITE } from './suite.ts';

const TOKEN = '0123456789abcdef'.repeat(4);

test.each([
  [
    '2025-11-25',
    [
      'server-initialize',
      'ping',
      'tools-list',
      'resources-list',
      'prompts-list',
      'server-sse-polling',
      'dns-rebinding-protection',
    ],
  ],
  [
    '2026-07-28',
    [
      'tools-list',
      'resources-list',
      'prompts-list',
      'server-sse-multiple-streams',
      'sep-2164-resource-not-found',
      'caching',
      'http-header-validation',
      'dns-rebinding-protection',
    ],
  ],
])('%s: %s', async (revision, scenarios) => {
  const { port } = await startHttp({ COUNTERSIGN_HTTP_TOKEN: TOKEN });
  const url = await withToken(port);
  for (const scenario of scenarios) {
    const args = ['server', '--url', url, '--spec-version', revision, '--scenario', scenario];
    const suite = startProcess([SUITE, ...args], { cwd: temporaryFolder() });
    expect(await suite.ended, `${scenario}: ${suite.output()}`).toBe(0);
  }
});

/** Passes everything on unchanged, with the token. */
async function withToken(port: number): Promise<string> {
  const proxy = createServer((asked, reply) => {
    const { method, url: path, headers } = asked;
    const onward = request(
      { host: '127.0.0.1', port, path, method, headers: { ...headers, authorization: `Bearer ${TOKEN}` } },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(reply);
      },
    );
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
}
