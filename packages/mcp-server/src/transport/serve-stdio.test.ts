import { encodeStrKey } from '@countersign/core/escrow';
import { NETWORKS } from '@countersign/core/network';
import { call, refusalOf, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, SIGNER } from '@countersign/testkit/mcp/request';
import { answerBalances, CREDENTIALS, startService } from '@countersign/testkit/mcp/service';
import { answer } from '@countersign/testkit/service/stand-in';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { listedTools } from '../tools/index.ts';
import { EVERY_TOOL, readOnlyTools } from '../tools/tools-for.ts';

const signer = SIGNER;
const escrow = (index: number) => encodeStrKey('contract', new Uint8Array(32).fill(index));
const seed = encodeStrKey('secretSeed', new Uint8Array(32).fill(7));

/** With the token of the network that the loopback service claims to be on. */
const request = { ...REQUEST, trustline: { ...REQUEST.trustline, address: NETWORKS.testnet.tokens[0].address } };

/** A host that has listed the tools, as all do: its client then checks results against the output schemas. */
async function startListed(env: Record<string, string>) {
  const host = await startHost({ env });
  const { tools } = await host.client.listTools();
  return { ...host, tools };
}

test('the list is the one in tools.json, and arrives before anything heavy is loaded', async () => {
  const { tools, client, noise } = await startListed({});
  expect(tools).toEqual(JSON.parse(JSON.stringify(listedTools())));
  expect(client.getServerVersion()).toMatchObject({ name: 'countersign', version: '0.1.0' });
  expect(client.getServerCapabilities()).toEqual({
    tools: {},
    resources: {},
    prompts: {},
    completions: {},
    extensions: { 'io.modelcontextprotocol/skills': {} },
  });
  expect(client.getInstructions()).toContain(signer);
  expect(noise).toEqual([]);
});

test('balances come as data and as the same JSON in text', async () => {
  const host = await startListed(await startService(answerBalances));
  const addresses = [escrow(3), escrow(1), escrow(2)];
  expect(await call(host, 'get_balances', { signer, escrows: addresses })).toEqual({
    network: 'testnet',
    asOf: expect.stringMatching(/^\d{4}-.*Z$/),
    balances: addresses.map((escrow, index) => ({ escrow, balance: String(index + 1), by: 'service' })),
  });
  expect(host.noise).toEqual([]);
});

test('every problem of an input is reported at once, each with its path', async () => {
  const { client } = await startListed(await startService(answerBalances));
  const error = refusalOf(
    await client.callTool({
      name: 'deploy_escrow',
      arguments: {
        ...request,
        signer: escrow(1),
        roles: { ...request.roles, release: 'GABC' },
        milestones: [{ description: '', amount: '1.12345678' }],
        trustline: { ...request.trustline, decimals: 7 },
        extra: true,
      },
    }),
  );
  expect(error.code).toBe('INPUT_INVALID');
  expect(error.fields.map((field: { path: string }) => field.path)).toEqual(
    expect.arrayContaining(['signer', 'roles.release', 'milestones[0].description', 'trustline.decimals', 'extra']),
  );
});

test('a secret seed is refused wherever it is, and never repeated', async () => {
  let asked = 0;
  const service = await startService((...received) => {
    asked += 1;
    return answer(500, {})(...received);
  });
  const { client, stderr } = await startListed({ ...service, COUNTERSIGN_LOG: 'debug' });
  for (const [name, input] of [
    ['deploy_escrow', { ...request, description: `my key is ${seed}` }],
    ['deploy_escrow', { [seed]: 1 }],
    ['submit_signed_xdr', { signedXdr: seed }],
    ['get_balances', { signer: seed, escrows: [escrow(1)] }],
    ['find_escrows', { query: 'logo', cwd: seed }],
    ['explain_xdr', { id: 'x', rowsFrom: seed }],
  ] as const) {
    const reply = await client.callTool({ name, arguments: input });
    expect(refusalOf(reply).code).toBe('SECRET_REFUSED');
    expect(JSON.stringify(reply)).not.toContain(seed);
  }
  expect(asked).toBe(0);
  expect(stderr()).not.toContain(seed);
});

test('our own credential, echoed by a service, reaches neither the model nor the log', async () => {
  const service = await startService((response, incoming) => {
    const { authorization, 'x-api-key': key } = incoming.headers;
    return answer(400, { message: `bad: ${authorization} ${key}` })(response, incoming);
  });
  const { client, stderr } = await startListed({ ...service, COUNTERSIGN_LOG: 'debug' });
  const replies = [
    await client.callTool({ name: 'deploy_escrow', arguments: request }),
    await client.callTool({ name: 'get_balances', arguments: { signer, escrows: [escrow(1)] } }),
  ];
  expect(refusalOf(replies[0]).code).toBe('SERVICE_REFUSED');
  for (const secret of Object.values(CREDENTIALS)) {
    expect(JSON.stringify(replies)).not.toContain(secret);
    expect(stderr()).not.toContain(secret);
  }
  expect(JSON.stringify(replies)).toContain('[credential]');
});

test('an unknown tool is a protocol error that names the tools, but does not repeat the unknown name', async () => {
  const { client } = await startListed({});
  const call = client.callTool({ name: seed, arguments: {} });
  await expect(call).rejects.toMatchObject({ code: ErrorCode.InvalidParams });
  const names = EVERY_TOOL.map(({ name }) => name).join(', ');
  await expect(call).rejects.toThrow(`Unknown tool. The tools are: ${names}`);
  await expect(call).rejects.not.toThrow(seed);
});

test('cancelling a call ends its HTTP request, and the server serves the next', async () => {
  let hang = true;
  let arrived: () => void = () => {};
  let dropped: () => void = () => {};
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    dropped = resolve;
  });
  const service = await startService((response, incoming) => {
    if (!hang) return answerBalances(response, incoming);
    response.on('close', dropped);
    return arrived();
  });
  const { client, noise } = await startListed(service);
  const controller = new AbortController();
  const call = client.callTool({ name: 'get_balances', arguments: { signer, escrows: [escrow(1)] } }, undefined, {
    signal: controller.signal,
  });
  const refused = expect(call).rejects.toThrow('stop');
  await reached;
  controller.abort('stop');
  await refused;
  await ended;
  hang = false;
  const again = await client.callTool({ name: 'get_balances', arguments: { signer, escrows: [escrow(1)] } });
  expect(again.isError).toBeUndefined();
  expect(noise).toEqual([]);
});

test('requested progress only increases, and ends with the reply', async () => {
  const { client, noise } = await startListed(await startService(answerBalances));
  const addresses = Array.from({ length: 50 }, (_, index) => escrow(index + 1));
  const progress: { progress: number; total?: number | undefined }[] = [];
  const reply = await client.callTool({ name: 'get_balances', arguments: { signer, escrows: addresses } }, undefined, {
    onprogress: (step) => progress.push(step),
  });
  expect((reply.structuredContent as { balances: unknown[] }).balances).toHaveLength(50);
  const steps = progress.map((step) => step.progress);
  expect(steps.length).toBeGreaterThanOrEqual(2);
  expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
  expect(progress.every(({ progress, total }) => progress < 50 && total === 50)).toBe(true);
  expect(noise).toEqual([]);
});

test('progress is not sent unasked', async () => {
  const { client, noise } = await startListed(await startService(answerBalances));
  const addresses = Array.from({ length: 50 }, (_, index) => escrow(index + 1));
  await client.callTool({ name: 'get_balances', arguments: { signer, escrows: addresses } });
  // The client reports an unexpected progress notification as an error.
  expect(noise).toEqual([]);
});

test('read-only mode lists only tools that prepare nothing, and refuses the others by name', async () => {
  const { client, tools } = await startListed({ COUNTERSIGN_READ_ONLY: 'true' });
  expect(tools.map(({ name }) => name)).toEqual(readOnlyTools(EVERY_TOOL).map(({ name }) => name));
  expect(tools[0]).toMatchObject({ title: 'Plan how an escrow ends', annotations: { readOnlyHint: true } });
  expect(client.getInstructions()).toContain('read-only');
  const reply = await client.callTool({ name: 'deploy_escrow', arguments: request });
  expect(refusalOf(reply).code).toBe('READ_ONLY');
  expect(refusalOf(await client.callTool({ name: 'deploy_escrow', arguments: { title: 'x' } })).code).toBe('READ_ONLY');
});

test('an invalid transaction is an error and returns no XDR', async () => {
  const service = await startService(answer(201, { status: 'SUCCESS', unsignedTransaction: 'AAAA' }));
  const { client } = await startListed(service);
  const reply = await client.callTool({ name: 'deploy_escrow', arguments: request });
  expect(refusalOf(reply).code).toMatch(/^(TRANSACTION_MISMATCH|SERVICE_REPLY_UNREADABLE|XDR_UNREADABLE)$/);
  expect(JSON.stringify(reply)).not.toContain('unsignedXdr');
});
