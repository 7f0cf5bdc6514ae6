/** Every text that a tool takes, as the server itself lists them, and everything next to it that a host may send. */
import { type Path, stringFields, withText } from '@countersign/testkit/fixtures/string-fields';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { HELLO, messages, run } from '@countersign/testkit/mcp/run';
import { expect, test } from 'vitest';
import { CANARIES, CREDENTIAL, expectNoCanary } from './canaries.ts';

type Call = { readonly what: string; readonly params: Record<string, unknown> };

/** Valid input next to the field with the secret; a tool that is not listed here gets only the secret. */
const VALID: Readonly<Record<string, unknown>> = { deploy_escrow: REQUEST };
/** How many fields take a text today. */
const AT_LEAST = 60;

/** No one listens there: secrets are refused before any request. */
const ENV = {
  ESCROW_API_URL: 'http://127.0.0.1:9',
  STELLAR_NETWORK: 'sandbox',
  // Every tool is listed where there is a ledger and the network of which everything is known.
  STELLAR_RPC_URL: 'http://127.0.0.1:9',
  ESCROW_ACCESS_TOKEN: CREDENTIAL,
  ESCROW_API_KEY: 'another-key-of-16-or-more',
  COUNTERSIGN_LOG: 'debug',
};

test('a secret in any field of any tool is refused, and leaks nowhere', async ({ task }) => {
  const fields = await listedFields();
  expect(fields.length).toBeGreaterThanOrEqual(AT_LEAST);
  const calls = Object.values(CANARIES).flatMap((secret) => [
    ...fields.map(({ tool, path }) => ({
      what: `${tool} ${path.join('.')}`,
      params: { name: tool, arguments: withText(VALID[tool], path, `mine: ${secret}`) as object },
    })),
    ...[...new Set(fields.map(({ tool }) => tool))].flatMap((tool) => besideFields(tool, secret)),
  ]);
  const { replies, output } = await send(calls.map(({ params }) => ({ method: 'tools/call', params })));
  for (const [index, { what }] of calls.entries()) {
    const { content, isError, structuredContent } = (replies[index]?.result ?? {}) as Record<string, unknown>;
    expect([isError, structuredContent], what).toEqual([true, undefined]);
    expect(JSON.parse((content as { text: string }[])[0]?.text as string).error.code, what).toBe('SECRET_REFUSED');
  }
  expectNoCanary('stdout and stderr', output);
  task.meta.figures = {
    proof: 'Secrets in every field',
    rows: { 'fields of MCP tools that take a text': fields.length, 'calls with a secret, all refused': calls.length },
  };
});

test('other messages than tool calls are answered without repeating a secret', async () => {
  const requests = Object.values(CANARIES).flatMap((secret) => [
    { method: 'tools/call', params: { name: secret, arguments: {} } },
    { method: 'tools/call', params: { name: { [secret]: 1 }, arguments: {} } },
    { method: 'tools/call', params: { name: 'get_balances', arguments: secret } },
    { method: 'tools/call', params: { [secret]: secret } },
    { method: secret, params: {} },
    { method: 'resources/read', params: { uri: `x://${secret}` } },
    { method: 'prompts/get', params: { name: secret } },
    { method: 'logging/setLevel', params: { level: secret } },
    { method: 'tools/list', params: { cursor: secret } },
    { method: 'completion/complete', params: { ref: { type: 'ref/prompt', name: secret }, argument: {} } },
    // What the protocol libraries refuse in their own words, with the names of what was sent.
    { method: 'prompts/get', params: { name: 'new_escrow', arguments: { [secret]: 5 } } },
    { method: 'completion/complete', params: { ...COMPLETE, context: { arguments: { [secret]: 5 } } } },
    { method: 'completion/complete', params: { ...COMPLETE, ref: { type: secret } } },
  ]);
  const notifications = Object.values(CANARIES).flatMap((secret) => [
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: secret, reason: secret } },
    { jsonrpc: '2.0', method: secret },
    { jsonrpc: '2.0', id: 9_999, result: { [secret]: secret } },
    { jsonrpc: '2.0', id: 9_998, error: { code: 1, message: secret } },
    { jsonrpc: '2.0', id: 9_997, method: 'tools/call', params: secret },
    { [secret]: secret },
    secret,
  ]);
  const ofRevision = requests.map((request) => ({ ...request, params: { ...request.params, _meta: REVISION } }));
  const unknownRevision = Object.values(CANARIES).map((secret) => revisionRequest(secret));
  for (const [hello, asked] of [
    [HELLO, requests],
    [[DISCOVER], ofRevision],
  ] as const) {
    const { replies, output } = await send(asked, notifications, hello);
    expect(replies.filter((reply) => reply === undefined)).toEqual([]);
    expectNoCanary('stdout and stderr', output);
    for (const { error } of replies.slice(-3) as { error?: unknown }[]) {
      expect(error).toEqual({ code: -32_602, message: 'The parameters are not valid.' });
    }
  }
  for (const first of unknownRevision) {
    const { replies, output } = await send([first], [], []);
    expect(replies).toMatchObject([{ error: { code: -32_022 } }]);
    expectNoCanary('stdout and stderr', output);
  }
});

const COMPLETE = { ref: { type: 'ref/prompt', name: 'new_escrow' }, argument: { name: 'signer', value: '' } };
const REVISION = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const DISCOVER = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: REVISION } };
const revisionRequest = (revision: string) => ({
  method: 'tools/list',
  params: { _meta: { ...REVISION, 'io.modelcontextprotocol/protocolVersion': revision } },
});

function besideFields(tool: string, secret: string): Call[] {
  const named = { name: tool, arguments: VALID[tool] ?? {} };
  return [
    { what: `${tool}: a field of that name`, params: { name: tool, arguments: { [secret]: 1 } } },
    { what: `${tool}: an unknown field`, params: { name: tool, arguments: { odd: [{ deep: secret }] } } },
    { what: `${tool}: progress token`, params: { ...named, _meta: { progressToken: secret } } },
    { what: `${tool}: _meta`, params: { ...named, _meta: { 'example.org/note': { text: secret } } } },
    { what: `${tool}: a name in _meta`, params: { ...named, _meta: { [secret]: 1 } } },
  ];
}

async function listedFields(): Promise<{ tool: string; path: Path }[]> {
  const { replies } = await send([{ method: 'tools/list', params: {} }]);
  const { tools } = (replies[0]?.result ?? {}) as { tools: { name: string; inputSchema: unknown }[] };
  return tools.flatMap(({ name, inputSchema }) => stringFields(inputSchema).map((path) => ({ tool: name, path })));
}

/** The replies in the order of the requests, and all that the process wrote. */
async function send(
  requests: readonly Record<string, unknown>[],
  others: readonly unknown[] = [],
  hello: readonly unknown[] = HELLO,
) {
  const server = run(ENV);
  server.send(...hello, ...requests.map((request, index) => ({ jsonrpc: '2.0', id: index + 100, ...request })));
  server.send(...others);
  server.child.stdin?.end();
  const { stdout, stderr } = await server.result;
  const byId = new Map(messages(stdout).map((message) => [message.id, message]));
  return { replies: requests.map((_, index) => byId.get(index + 100)), output: stdout + stderr };
}
