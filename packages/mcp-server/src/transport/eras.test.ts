/** Both eras of the protocol, each with its real client. */
import { encodeStrKey } from '@countersign/core/escrow';
import { NETWORKS } from '@countersign/core/network';
import { HOSTS } from '@countersign/testkit/mcp/hosts';
import { SIGNER, signAs } from '@countersign/testkit/mcp/request';
import { answerBalances, startService } from '@countersign/testkit/mcp/service';
import { describe, expect, test } from 'vitest';
import { EMBEDDED_ICONS } from '../handlers/icons.ts';
import { listedTools } from '../tools/index.ts';

describe.each(Object.entries(HOSTS))('%s', (name, start) => {
  const isOld = name.includes('2025') || name.includes('shakes hands');

  test('finds tools, instructions and capabilities, and tasks in 2026-07-28 alone', async () => {
    const { client, noise } = await start();
    const { tools, ...hints } = await client.listTools();
    expect(tools).toEqual(JSON.parse(JSON.stringify(listedTools())));
    if (isOld) expect(hints).toEqual({});
    else expect(hints).toMatchObject({ ttlMs: 600_000, cacheScope: 'public' });
    expect(client.getInstructions()).toContain(SIGNER);
    expect(client.getServerCapabilities()).toEqual({
      tools: {},
      resources: {},
      prompts: {},
      completions: {},
      extensions: {
        'io.modelcontextprotocol/skills': {},
        ...(isOld ? {} : { 'io.modelcontextprotocol/tasks': {} }),
      },
    });
    expect(client.getServerVersion()).toMatchObject({
      name: 'countersign',
      title: 'Countersign',
      icons: EMBEDDED_ICONS,
    });
    expect(noise).toEqual([]);
  });

  test('prepares an escrow from the template, and signs what a resource gives until it has settled', async () => {
    const { client, callTool, noise } = await start();
    const read = async (uri: string) =>
      ((await client.readResource({ uri })).contents[0] as { readonly text: string }).text;
    const request = JSON.parse(await read('countersign://template/escrow'));
    const { id } = (await callTool('deploy_escrow', request)).structuredContent as Record<string, string>;
    const { transactionHash } = JSON.parse(await read(`countersign://escrow/${id}`));
    const uri = `countersign://escrow/${id}/unsigned.xdr`;
    const signedXdr = signAs('client', await read(uri), transactionHash);
    const { structuredContent: settled } = await callTool('submit_signed_xdr', { id, signedXdr });
    expect(settled).toMatchObject({ status: 'settled' });
    await expect(read(uri)).rejects.toMatchObject({ data: { code: 'ALREADY_SETTLED' } });
    expect(noise).toEqual([]);
  });

  test('gets progress in words if it asked for it', async () => {
    const { callTool, noise } = await start({ env: await startService(answerBalances) });
    const addresses = Array.from({ length: 50 }, (_, at) => encodeStrKey('contract', new Uint8Array(32).fill(at + 1)));
    const heard: (string | undefined)[] = [];
    await callTool('get_balances', { signer: SIGNER, addresses }, { onprogress: ({ message }) => heard.push(message) });
    expect(heard.length).toBeGreaterThanOrEqual(2);
    expect(heard.every((message) => /^\d+ of 50 balances read$/.test(message ?? ''))).toBe(true);
    expect(noise).toEqual([]);
  });

  test('cancels a call, and serves the next', async () => {
    const reached = Promise.withResolvers<void>();
    const dropped = Promise.withResolvers<void>();
    let hangs = true;
    const env = await startService((response, request) => {
      if (!hangs) return answerBalances(response, request);
      response.on('close', () => dropped.resolve());
      return reached.resolve();
    });
    const { callTool } = await start({ env });
    const input = { signer: SIGNER, addresses: [encodeStrKey('contract', new Uint8Array(32).fill(1))] };
    const controller = new AbortController();
    const lost = expect(callTool('get_balances', input, { signal: controller.signal })).rejects.toThrow();
    await reached.promise;
    controller.abort('enough');
    await lost;
    await dropped.promise;
    hangs = false;
    expect((await callTool('get_balances', input)).structuredContent).toMatchObject({ network: 'testnet' });
  });
});

test('the template has no addresses outside the sandbox', async () => {
  const { requestTemplate } = await import('../handlers/resources.ts');
  expect(requestTemplate(NETWORKS.public)).toMatchObject({
    signer: 'G…',
    roles: { receiver: 'G…' },
    trustline: { address: NETWORKS.public.tokens[0].address },
  });
});
