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

/** A message as a host of either era sends it. */
const MESSAGES = {
  '2025-11-25': (method: string, params: object) => ({ body: { jsonrpc: '2.0', id: 1, method, params }, headers: {} }),
  '2026-07-28': (method: string, params: object) => {
    const { name, uri } = params as { readonly name?: string; readonly uri?: string };
    const subject = name ?? uri;
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    return {
      body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
      headers: {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(subject === undefined ? {} : { 'mcp-name': subject }),
      },
    };
  },
} as const;

const ERAS = Object.entries(MESSAGES);

/** The status of the answer, and what it asks the host for. */
async function ask(url: string, token: string, { body, headers }: ReturnType<(typeof ERAS)[number][1]>) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const challenge = response.headers.get('www-authenticate');
  return { status: response.status, challenge, text: await response.text() };
}

const tool = (name: string, input: object = {}) => ['tools/call', { name, arguments: input }] as const;
const read = (uri: string) => ['resources/read', { uri }] as const;

/** Messages, by the scope that each needs. */
const NEEDS = {
  'escrow:read': [
    tool('find_escrows'),
    tool('steal_escrow'),
    read('countersign://escrow/none'),
    ['resources/list', {}],
  ],
  'escrow:prepare': [
    ...['deploy_escrow', 'prepare_step', 'end_escrow'].map((name) => tool(name)),
    read('countersign://escrow/none/unsigned.xdr'),
  ],
  'escrow:submit': [tool('submit_signed_xdr')],
} as const;

test.each(ERAS)(
  '%s: a token allows what its scopes say, and the refusal names the one that is missing',
  async (_, message) => {
    const { url, token } = await start(OURS);
    for (const scope of Object.keys(NEEDS)) {
      const own = await token({ scope });
      for (const [needed, messages] of Object.entries(NEEDS)) {
        for (const [method, params] of messages) {
          const { status, challenge, text } = await ask(url, own, message(method, params));
          const what = `${scope}: ${method} ${JSON.stringify(params)}: ${text}`;
          if (needed === scope) {
            expect(status, what).not.toBe(403);
            continue;
          }
          const both = OURS.split(' ').filter((name) => name === scope || name === needed);
          expect(status, what).toBe(403);
          expect(challenge, what).toMatch(/^Bearer error="insufficient_scope", error_description="[^"\n]+", /);
          expect(challenge, what).toContain(
            `resource_metadata="${new URL(url).origin}/.well-known/oauth-protected-resource/mcp", scope="${both.join(' ')}"`,
          );
          expect(JSON.parse(text), what).toEqual({
            error: 'insufficient_scope',
            error_description: expect.stringContaining(`lacks the scope ${needed}. Sign in at http`),
          });
          expect(text).not.toContain(own.slice(0, 40));
        }
      }
      // What says nothing about anybody needs a scope, and any one is enough. A host finds tools to ask for.
      const { status, text } = await ask(url, own, message('tools/list', {}));
      expect([status, text]).toEqual([200, expect.stringContaining('deploy_escrow')]);
    }
  },
);

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
