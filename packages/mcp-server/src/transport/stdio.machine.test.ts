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

test('two handshakes with the same id get an answer each', async () => {
  const server = run({ COUNTERSIGN_LOG: 'silent' });
  server.send(INITIALIZE, INITIALIZE, INITIALIZED, LIST);
  server.child.stdin?.end();
  const { stdout } = await server.result;
  expect(messages(stdout).map(({ id }) => id)).toEqual([1, 2, 1]);
});

const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
const PING = { jsonrpc: '2.0', id: 3, method: 'ping', params: null };

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
