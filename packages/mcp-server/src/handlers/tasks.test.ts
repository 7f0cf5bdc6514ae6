/** The wait as a task, by raw messages: the libraries’ clients follow no tasks. */
import { serve } from '@countersign/testkit/mcp/host';
import { REQUEST, signAs } from '@countersign/testkit/mcp/request';
import { expect, onTestFinished, test } from 'vitest';

const TASKS = 'io.modelcontextprotocol/tasks';

type Reply = {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: Readonly<Record<string, unknown>>;
};
type Fields = Readonly<Record<string, unknown>>;

/** @param extensions that it declares with each request */
async function startRaw(extensions: object = { [TASKS]: {} }) {
  const { transport } = serve();
  const waiting = new Map<unknown, (reply: Reply) => void>();
  transport.onmessage = (message) => waiting.get((message as { id?: unknown }).id)?.(message as Reply);
  await transport.start();
  onTestFinished(() => transport.close());
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { extensions },
  };
  const request = (method: string, params: object = {}) =>
    new Promise<Reply>((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      void transport.send({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
    });
  const tool = async (name: string, input: object) =>
    (await request('tools/call', { name, arguments: input })).result as Fields;
  return { request, tool };
}

async function preparedWith({ tool }: Awaited<ReturnType<typeof startRaw>>) {
  const { resultType, structuredContent } = await tool('deploy_escrow', { ...REQUEST, includeXdr: true });
  expect(resultType).toBe('complete');
  return structuredContent as Readonly<Record<string, string>>;
}

test('gives the link at once, makes the wait for the signature a task, and completes it with the outcome', async () => {
  const host = await startRaw();
  const { id, signUrl, unsignedXdr, transactionHash } = await preparedWith(host);
  const task = await host.tool('get_escrow', { id, waitSeconds: 30 });
  expect(task).toMatchObject({
    resultType: 'task',
    status: 'working',
    statusMessage: expect.stringContaining(String(signUrl)),
    ttlMs: null,
    pollIntervalMs: 10_000,
  });
  const { taskId, createdAt } = task;
  const still = (await host.request('tasks/get', { taskId })).result;
  expect(still).toMatchObject({ resultType: 'complete', taskId, createdAt, status: 'working' });
  expect(still).not.toHaveProperty('result');

  const signedXdr = signAs('client', String(unsignedXdr), String(transactionHash));
  await host.tool('submit_signed_xdr', { id, signedXdr });
  expect((await host.request('tasks/get', { taskId })).result).toMatchObject({
    status: 'completed',
    createdAt,
    result: { structuredContent: { id, status: 'settled', by: 'ledger' }, content: [{ type: 'text' }] },
  });
  // What is decided needs no task.
  expect(await host.tool('get_escrow', { id, waitSeconds: 30 })).toMatchObject({ resultType: 'complete' });
});

test('acknowledges that a host waits no more, and leaves what was prepared as it is', async () => {
  const host = await startRaw();
  const { id } = await preparedWith(host);
  const { taskId } = await host.tool('get_escrow', { id, waitSeconds: 30 });
  expect((await host.request('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' });
  expect(await host.tool('get_escrow', { id })).toMatchObject({ structuredContent: { status: 'prepared' } });
  for (const unknown of ['none', 'none.abc']) {
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
      expect((await host.request(method, { taskId: unknown })).error, method).toMatchObject({ code: -32_602 });
  }
});

test('makes no task for a host that does not declare them, and refuses its questions about one', async () => {
  const host = await startRaw({});
  const { id } = await preparedWith(host);
  expect(await host.tool('get_escrow', { id, waitSeconds: 1 })).toMatchObject({
    resultType: 'complete',
    structuredContent: { status: 'prepared' },
  });
  expect((await host.request('tasks/get', { taskId: `${id}.abc` })).error).toMatchObject({
    code: -32_021,
    data: { requiredCapabilities: { extensions: { [TASKS]: {} } } },
  });
});
