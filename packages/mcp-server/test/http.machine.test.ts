import { call, callRefused } from '@countersign/testkit/mcp/host';
import { connectHost, startHttp } from '@countersign/testkit/mcp/http-host';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { REQUEST, REQUEST_FOR_XDR, signAs } from '@countersign/testkit/mcp/request';
import { freePort } from '@countersign/testkit/processes/ports';
import { expect, test } from 'vitest';

test('two people with equal requests get an escrow each, and see nothing of the other’s', async () => {
  const [issuer, elsewhere] = [await startIssuer(), await startIssuer()];
  const { url } = await startHttp({ COUNTERSIGN_OAUTH_ISSUER: issuer.url });
  const [ada, ben] = [
    await connectHost(url, await issuer.token('ada', url)),
    await connectHost(url, await issuer.token('ben', url)),
  ];
  // At once, so that the service may be asked about both together.
  const [hers = {}, his = {}] = await Promise.all(
    [ada, ben].map((host) => call(host, 'deploy_escrow', REQUEST_FOR_XDR)),
  );
  expect(hers['id']).not.toBe(his['id']);
  expect(hers['signUrl']).not.toBe(his['signUrl']);
  // Not by a request, a hash, a repeated request or a resource.
  for (const [host, other] of [
    [ada, his],
    [ben, hers],
  ] as const) {
    const id = String(other['id']);
    for (const tool of ['get_escrow', 'prepare_step', 'deploy_escrow', 'submit_signed_xdr']) {
      expect((await callRefused(host, tool, { id })).code, tool).toBe('HANDLE_NOT_FOUND');
    }
    await expect(host.client.readResource({ uri: `countersign://escrow/${id}` })).rejects.toThrow();
    const seen = JSON.stringify([
      await call(host, 'find_escrows', {}),
      await host.client.listResources(),
      await host.client.complete({
        ref: { type: 'ref/resource', uri: 'countersign://escrow/{id}' },
        argument: { name: 'id', value: '' },
      }),
      await host.client.callTool({
        name: 'get_escrow',
        arguments: { transactionHash: String(other['transactionHash']) },
      }),
    ]);
    expect(seen).not.toContain(id);
    expect(seen).not.toContain(String(other['signUrl']).split('/').at(-1));
  }
  // The same person with another token finds everything.
  const again = await connectHost(url, await issuer.token('ada', url, { jti: 'another' }));
  expect((await call(again, 'deploy_escrow', REQUEST))['id']).toBe(hers['id']);
  // Another issuer's person with the same name.
  const stranger = await elsewhere.token('ada', url);
  await expect(connectHost(url, stranger)).rejects.toThrow('of another issuer');
});

const PUBLIC_URL = 'https://escrow.example.org/app';
const headers = { host: 'escrow.example.org' };

test.each([[[]], [['--host', '0.0.0.0']]])(
  'serves its page next to it: signed there, settled here (%s)',
  async (args) => {
    const issuer = await startIssuer();
    const env = {
      COUNTERSIGN_OAUTH_ISSUER: issuer.url,
      COUNTERSIGN_PUBLIC_URL: PUBLIC_URL,
      COUNTERSIGN_PAGE_PORT: String(await freePort()),
    };
    const server = await startHttp(env, { args });
    const here = `http://127.0.0.1:${server.port}/mcp`;
    const [ada, ben] = [
      await connectHost(here, await issuer.token('ada', server.url)),
      await connectHost(here, await issuer.token('ben', server.url)),
    ];
    const prepared = await call(ada, 'deploy_escrow', REQUEST_FOR_XDR);
    const { id, signUrl, unsignedXdr, transactionHash } = prepared as Record<string, string>;
    expect(signUrl).toMatch(/^https:\/\/escrow\.example\.org\/app\/sign\/[0-9a-f]{32}$/);
    // The proxy strips the path prefix.
    const path = new URL(String(signUrl)).pathname.slice('/app'.length);
    const page = await bareRequest(server.port, path, { headers });
    expect([page.status, page.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining('script-src'),
    ]);
    expect((await bareRequest(server.port, path, { headers: { host: 'evil.example' } })).status).toBe(403);
    const delivered = await bareRequest(server.port, `${path}/submit`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', origin: 'https://escrow.example.org' },
      body: JSON.stringify({ signedXdr: signAs('client', String(unsignedXdr), String(transactionHash)) }),
    });
    expect(delivered.status, delivered.body).toBe(200);
    expect(await call(ada, 'get_escrow', { id: String(id) })).toMatchObject({ status: 'settled' });
    expect((await callRefused(ben, 'get_escrow', { id: String(id) })).code).toBe('HANDLE_NOT_FOUND');
    // One person's list cannot be opened where others may open a link.
    expect((await callRefused(ada, 'find_escrows', { openList: true })).code).toBe('LIST_CLOSED');
  },
);
