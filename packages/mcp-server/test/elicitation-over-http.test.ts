/** Where other machines reach the page, the link of a question alone shows nothing and gives no right. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash } from '@countersign/core/signatures';
import { connectNewHost, serveHttpHere } from '@countersign/testkit/mcp/http-host';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { REQUEST, signAs } from '@countersign/testkit/mcp/request';
import { freePort } from '@countersign/testkit/processes/ports';
import { expect, test } from 'vitest';

const PUBLIC_URL = 'https://escrow.example.org/app';
const headers = {
  host: 'escrow.example.org',
  origin: 'https://escrow.example.org',
  'content-type': 'application/json',
};

test('the wallet that must sign opens the page; after that the call returns the outcome', async () => {
  const issuer = await startIssuer();
  const { port } = await serveHttpHere({
    COUNTERSIGN_OAUTH_ISSUER: issuer.url,
    COUNTERSIGN_PUBLIC_URL: PUBLIC_URL,
    COUNTERSIGN_PAGE_PORT: String(await freePort()),
  });
  const ask = async (path: string, body?: object) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    // The proxy strips the path of the public address.
    const reply = await bareRequest(port, path.replace('/app', ''), { headers, ...init });
    return { status: reply.status, body: reply.body };
  };
  const seen: string[] = [];
  const onLink = async (link: string) => {
    const path = new URL(link).pathname;
    expect(link).toMatch(/^https:\/\/escrow\.example\.org\/app\/open\/[0-9a-f]{32}$/);
    seen.push((await ask(path)).body);
    const view = (await ask(`${path}/view`)).body;
    seen.push(view);
    const { text, code } = JSON.parse(view);
    const signature = (account: string) =>
      Buffer.from(sandboxKeypair(account).sign(messageHash(text))).toString('base64');
    const strangers = await ask(`${path}/signature`, { code, signature: signature('provider') });
    expect(strangers).toMatchObject({ status: 400, body: expect.stringContaining('PROOF_NOT_SIGNED') });
    seen.push(strangers.body);
    const { page } = JSON.parse((await ask(`${path}/signature`, { code, signature: signature('client') })).body);
    const { offer } = JSON.parse((await ask(`/sign/${page}/view`)).body);
    const signedXdr = signAs('client', offer.unsignedXdr, offer.hash);
    expect((await ask(`/sign/${page}/submit`, { signedXdr })).status).toBe(200);
  };
  const token = await issuer.token('ada', `${PUBLIC_URL}/mcp`);
  const host = await connectNewHost(`http://127.0.0.1:${port}/mcp`, token, onLink);
  const { structuredContent } = await host.callTool({ name: 'deploy_escrow', arguments: REQUEST });
  const settled = structuredContent as Record<string, string>;
  expect(settled).toMatchObject({ status: 'settled', outcome: { status: 'settled', by: 'ledger' } });
  const pageId = String(settled['signUrl']).slice(-32);
  for (const hidden of [REQUEST.title, pageId, String(settled['escrow']), REQUEST.roles.serviceProvider]) {
    expect(seen.join('\n')).not.toContain(hidden);
  }
});
