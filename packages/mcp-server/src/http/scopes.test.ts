/** What an access token may be used for, in both eras of the protocol, with real tokens and a real server. */
import { call, callRefused } from '@countersign/testkit/mcp/host';
import { connectHost, connectNewHost, serveHttpHere } from '@countersign/testkit/mcp/http-host';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { REQUEST, REQUEST_FOR_XDR, SIGNER, signAs } from '@countersign/testkit/mcp/request';
import { expect, test } from 'vitest';

const OURS = 'escrow:read escrow:prepare escrow:submit';

async function start(scopes: string) {
  const issuer = await startIssuer();
  const { url } = await serveHttpHere({ COUNTERSIGN_OAUTH_ISSUER: issuer.url, COUNTERSIGN_OAUTH_SCOPES: scopes });
  const token = (claims: Readonly<Record<string, unknown>>) => issuer.token('ada', url, claims);
  return { issuer, url, token };
}

test('a message of 2026 needs the scope of its tool, and the refusal names the one that is missing', async () => {
  const { url, token } = await start(OURS);
  const answerTo = async (scope: string, name: string) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await token({ scope })}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {}, _meta } }),
    });
    return response.status === 403
      ? ((await response.json()) as Record<string, string>)['error_description']
      : 'allowed';
  };
  const TOOLS = { 'escrow:read': 'find_escrows', 'escrow:prepare': 'end_escrow', 'escrow:submit': 'submit_signed_xdr' };
  for (const scope of Object.keys(TOOLS)) {
    for (const [needed, name] of Object.entries(TOOLS)) {
      const expected = needed === scope ? 'allowed' : expect.stringContaining(`lacks the scope ${needed}. Sign in at`);
      expect(await answerTo(scope, name), `${scope}: ${name}`).toEqual(expected);
    }
  }
});

test('gives nothing to sign when a token only reads, neither in a result nor in the data of the card', async () => {
  const { url, token } = await start(OURS);
  const whole = await connectHost(url, await token({ scope: OURS }));
  const { id, unsignedXdr } = await call(whole, 'deploy_escrow', REQUEST_FOR_XDR);
  const xdr = String(unsignedXdr);
  const asked = (client: Pick<typeof whole.client, 'callTool'>) =>
    client.callTool({ name: 'get_escrow', arguments: { id } });
  expect(JSON.stringify(await asked(whole.client))).toContain(xdr);
  for (const scope of ['escrow:read', 'escrow:read escrow:submit']) {
    const granted = await token({ scope });
    for (const client of [(await connectHost(url, granted)).client, await connectNewHost(url, granted)]) {
      const reply = await asked(client as typeof whole.client);
      expect(reply._meta).toMatchObject({
        'countersign/card': { result: reply.structuredContent, view: { id, summary: { title: REQUEST.title } } },
      });
      expect(JSON.stringify(reply)).not.toContain(xdr.slice(0, 200));
    }
  }
});

test('with read alone an assistant sees what the person has, and is given no link with which it could go on', async () => {
  const { url, token } = await start(OURS);
  const whole = await connectHost(url, await token({ scope: OURS }));
  const deployed = await call(whole, 'deploy_escrow', REQUEST_FOR_XDR);
  const page = String(deployed['signUrl']).split('/').at(-1) ?? '';
  expect(page).toMatch(/^[0-9a-f]{32}$/);
  const id = String(deployed['id']);
  const reader = await connectHost(url, await token({ scope: 'escrow:read' }));
  const newReader = await connectNewHost(url, await token({ scope: 'escrow:read' }));
  const seen = [
    await call(reader, 'find_escrows', {}),
    await call(reader, 'get_escrow', { escrow: id }),
    await call(reader, 'explain_xdr', { id }),
    await reader.client.readResource({ uri: `countersign://escrow/${id}` }),
    (await newReader.callTool({ name: 'get_escrow', arguments: { escrow: id } })).structuredContent,
  ];
  for (const result of seen) {
    expect(JSON.stringify(result)).toContain(REQUEST.title);
    expect(JSON.stringify(result)).not.toContain(page);
  }
  const report = await call(reader, 'get_escrow', { id });
  expect(report).toMatchObject({ status: 'prepared' });
  expect(report).not.toHaveProperty('signUrl');
  expect((await callRefused(reader, 'find_escrows', { openList: true })).code).toBe('LIST_CLOSED');
  for (const host of [reader.client, newReader]) {
    await expect(host.callTool({ name: 'prepare_step', arguments: { step: 'discard', id } })).rejects.toThrow(
      /escrow:prepare/,
    );
  }
  // Who may only submit can send what the person signed, and learns what became of it.
  const sender = await connectNewHost(url, await token({ scope: 'escrow:submit' }));
  const signedXdr = signAs('client', String(deployed['unsignedXdr']), String(deployed['transactionHash']));
  const { structuredContent } = await sender.callTool({ name: 'submit_signed_xdr', arguments: { id, signedXdr } });
  expect(structuredContent).toMatchObject({ status: 'settled' });
  // A payment that waits is shown as well, without its page.
  await call(whole, 'prepare_step', { step: 'fund', id });
  const waiting = await call(reader, 'find_escrows', {});
  expect(waiting['toSign']).toMatchObject([{ step: 'fund', signer: SIGNER }]);
  expect(JSON.stringify(waiting)).not.toMatch(/signUrl|\/sign\//);
});
