/** Valid and invalid lines, sent to the server as a bare process. */
import { HELLO, messages, run } from '@countersign/testkit/mcp/run';
import { expect, test } from 'vitest';

/** Each line of the answers to these lines. */
async function linesFor(...lines: unknown[]) {
  const server = run({ COUNTERSIGN_LOG: 'silent' });
  server.send(...lines);
  server.child.stdin?.end();
  const { code, stdout, stderr } = await server.result;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return messages(stdout);
}

const answersTo = async (...lines: unknown[]) =>
  new Map((await linesFor(...lines)).map((message) => [message.id, message]));

const [INITIALIZE, INITIALIZED] = HELLO;
const REVISION = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const DISCOVER = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: REVISION } };

/** Each era with its handshake, and a request that must still be answered afterwards. */
const ERAS = [
  ['2025', HELLO, { jsonrpc: '2.0', id: 9, method: 'tools/list' }],
  ['2026', [DISCOVER], { jsonrpc: '2.0', id: 9, method: 'tools/list', params: { _meta: REVISION } }],
] as const;

test.each(ERAS)('%s: a request that is none gets an answer, and the next one too', async (_, hello, list) => {
  const answers = await answersTo(
    ...hello,
    { jsonrpc: '2.0', id: 2, method: 'tools/list', params: [] },
    { jsonrpc: '2.0', id: 3, method: 5 },
    { jsonrpc: '2.0', id: 4, method: 'tools/list', params: { _meta: 5 } },
    { jsonrpc: '2.0', id: 5, method: 'tools/list', more: true },
    { jsonrpc: '1.0', id: 'six', method: 'tools/list' },
    { jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta: { progressToken: {} } } },
    list,
  );
  for (const id of [2, 3, 4, 5, 'six', 7]) {
    expect(answers.get(id)).toMatchObject({ error: { code: -32_600, message: expect.stringContaining('must be') } });
  }
  expect(answers.get(9)).toMatchObject({ result: { tools: expect.any(Array) } });
});

test.each([
  ['2025-03-26', [2, 3]],
  ['2025-06-18', [null]],
] as const)('answers a batch as revision %s does', async (protocolVersion, ids) => {
  const answers = await linesFor(
    { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } },
    INITIALIZED,
    [LIST, PING],
    { ...PING, id: 4 },
  );
  const [batch] = answers.filter((answer) => Array.isArray(answer) || answer.id === null);
  expect([batch].flat().map((answer) => answer?.id)).toEqual(ids);
  expect(answers).toContainEqual({ jsonrpc: '2.0', id: 4, result: {} });
});

test('null parameters count as missing', async () => {
  const answers = await answersTo(INITIALIZE, { ...INITIALIZED, params: null }, { ...LIST, params: null }, PING);
  expect(answers.get(2)).toMatchObject({ result: { tools: expect.any(Array) } });
  expect(answers.get(3)).toMatchObject({ result: {} });
});

test.each(ERAS)('%s: arguments and _meta that are null are none', async (era, hello, list) => {
  const more = era === '2026' ? { _meta: REVISION } : { _meta: null };
  const call = (id: number, method: string, name: string) => ({
    jsonrpc: '2.0',
    id,
    method,
    params: { name, arguments: null, ...more },
  });
  const answers = await answersTo(
    ...hello,
    call(2, 'tools/call', 'explain_xdr'),
    call(3, 'prompts/get', 'pending_escrows'),
    list,
  );
  expect(JSON.stringify(answers.get(2))).toContain('INPUT_INVALID');
  expect(answers.get(3)).toMatchObject({ result: { messages: expect.any(Array) } });
});

test('two handshakes with the same id get an answer each', async () => {
  const server = run({ COUNTERSIGN_LOG: 'silent' });
  server.send(INITIALIZE, INITIALIZE, INITIALIZED, LIST);
  server.child.stdin?.end();
  const { stdout } = await server.result;
  expect(messages(stdout).map(({ id }) => id)).toEqual([1, 2, 1]);
});

const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
const PING = { jsonrpc: '2.0', id: 3, method: 'ping', params: null };

test.each(ERAS)('%s: 10 MB in one line get an answer, and the next line too', async (_, hello, list) => {
  const params = { name: 'explain_xdr', arguments: { xdr: '%'.repeat(10_000_000) } };
  const answers = await answersTo(
    { jsonrpc: '2.0', id: 0, method: 'tools/call', params },
    ...hello,
    { jsonrpc: '2.0', method: 'tools/call', id: 2, params },
    { method: 'tools/call', params, jsonrpc: '2.0', id: 3 },
    list,
  );
  for (const id of [0, 2, 3]) {
    expect(answers.get(id)).toMatchObject({ error: { code: -32_600, message: expect.stringContaining('Send less') } });
  }
  expect(answers.get(9)).toMatchObject({ result: { tools: expect.any(Array) } });
});

test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])(
  'answers before the library is loaded as the library does (%s)',
  async (protocolVersion) => {
    const params = { ...INITIALIZE.params, protocolVersion };
    const ready = await answersTo({ ...INITIALIZE, params }, INITIALIZED, LIST);
    // These parameters make the library answer.
    const loaded = await answersTo({ ...INITIALIZE, params: { ...params, _meta: {} } }, INITIALIZED, {
      ...LIST,
      params: { cursor: undefined, _meta: {} },
    });
    expect([...ready.keys()]).toEqual([1, 2]);
    expect(ready).toEqual(loaded);
    expect(ready.get(1)).toMatchObject({ result: { protocolVersion } });
  },
);

test('the library answers an unusual handshake', async () => {
  const later = { ...INITIALIZE.params, protocolVersion: '2027-01-01' };
  const answers = await answersTo({ ...INITIALIZE, params: later }, { ...INITIALIZE, id: 2, params: {} }, PING);
  expect(answers.get(1)).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  expect(answers.get(2)).toHaveProperty('error');
  expect(answers.get(3)).toMatchObject({ result: {} });
});

test('a host that falls back from server/discover to the handshake is served', async () => {
  const answers = await answersTo(DISCOVER, { ...INITIALIZE, id: 2 }, INITIALIZED, { ...LIST, id: 3 });
  expect(answers.get(1)).toMatchObject({ result: { supportedVersions: ['2026-07-28'] } });
  expect(answers.get(2)).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  expect(answers.get(3)).toMatchObject({ result: { tools: expect.any(Array) } });
});

test('a host without a handshake gets its first list, or the supported revisions', async () => {
  const list = (revision: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
    params: { _meta: { ...REVISION, 'io.modelcontextprotocol/protocolVersion': revision } },
  });
  const [known, later] = [await answersTo(list('2026-07-28')), await answersTo(list('2099-01-01'))];
  expect(known.get(1)).toMatchObject({ result: { tools: expect.any(Array), resultType: 'complete' } });
  expect(later.get(1)).toMatchObject({ error: { code: -32_022, data: { supported: ['2026-07-28'] } } });
});
