/** Both eras of the protocol, each with its real client. */
import { encodeStrKey } from '@countersign/core/escrow';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { HOSTS } from '@countersign/testkit/mcp/hosts';
import { REQUEST, SIGNER, signAs } from '@countersign/testkit/mcp/request';
import { answerBalances, startService } from '@countersign/testkit/mcp/service';
import { describe, expect, test } from 'vitest';
import { modesIn } from '../handlers/ask.ts';
import { EMBEDDED_ICONS } from '../handlers/icons.ts';
import { listedTools } from '../tools/index.ts';
import { EVERY_TOOL, readOnlyTools } from '../tools/tools-for.ts';

const SEED = encodeStrKey('secretSeed', new Uint8Array(32).fill(7));
const LISTED = ['skill://countersign/SKILL.md', 'countersign://template/escrow'];
/** One stranger in every role: the person must confirm it. */
const STRANGER = SANDBOX_ACCOUNTS[1].address;
const WITH_STOP = {
  ...REQUEST,
  engagementId: 'STOP-1',
  roles: Object.fromEntries(Object.keys(REQUEST.roles).map((role) => [role, STRANGER])),
};

describe.each(Object.entries(HOSTS))('%s', (name, start) => {
  const isOld = name.includes('2025') || name.includes('shakes hands');

  test('finds tools, instructions and capabilities, and tasks in 2026-07-28 alone', async () => {
    const { client, noise } = await start();
    expect((await client.listTools()).tools).toEqual(JSON.parse(JSON.stringify(listedTools())));
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

  test('learns in 2026-07-28, and only there, what it may keep for later', async () => {
    const { client, callTool } = await start();
    const { structuredContent } = await callTool('deploy_escrow', REQUEST);
    const { id } = structuredContent as Record<string, string>;
    const constant = { ttlMs: 600_000, cacheScope: 'public' };
    const own = { ttlMs: 0, cacheScope: 'private' };
    for (const [hint, result] of [
      [constant, await client.listTools()],
      [constant, await client.listPrompts()],
      [constant, await client.listResourceTemplates()],
      [constant, await client.readResource({ uri: 'countersign://template/escrow' })],
      [constant, await client.readResource({ uri: 'skill://countersign/SKILL.md' })],
      [own, await client.listResources()],
      [own, await client.readResource({ uri: `countersign://escrow/${id}` })],
    ] as const) {
      if (isOld) for (const field of Object.keys(hint)) expect(result).not.toHaveProperty(field);
      else expect(result).toMatchObject(hint);
    }
  });

  test('prepares an escrow from the template, signs what a resource gives, and begins with a prompt', async () => {
    const { client, callTool, noise } = await start();
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(LISTED);
    const [template] = (await client.readResource({ uri: 'countersign://template/escrow' })).contents;
    const prepared = await callTool('deploy_escrow', JSON.parse((template as { text: string }).text));
    expect(prepared.isError, JSON.stringify(prepared.content)).toBeUndefined();
    const { id } = prepared.structuredContent as Record<string, string>;

    const { resources } = await client.listResources();
    expect(resources.at(-1)).toMatchObject({ name: id, title: expect.stringMatching(/ \(prepared\)$/) });
    expect(resources.map(({ uri }) => uri)).toEqual([...LISTED, `countersign://escrow/${id}`]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'countersign://escrow/{id}',
      'countersign://escrow/{id}/unsigned.xdr',
    ]);
    const [read] = (await client.readResource({ uri: `countersign://escrow/${id}` })).contents;
    expect(read).toMatchObject({ uri: `countersign://escrow/${id}`, mimeType: 'application/json' });
    const escrow = JSON.parse((read as { text: string }).text);
    expect(escrow).toMatchObject({ id, status: 'prepared' });
    const uri = `countersign://escrow/${id}/unsigned.xdr`;
    const [given] = (await client.readResource({ uri })).contents;
    expect(given).toEqual({ uri, mimeType: 'text/plain', text: expect.any(String) });
    const signedXdr = signAs('client', (given as { text: string }).text, escrow.transactionHash);

    const { prompts } = await client.listPrompts();
    expect(prompts.map((prompt) => prompt.name)).toEqual(['new_escrow', 'pending_escrows']);
    const fresh = await client.getPrompt({
      name: 'new_escrow',
      arguments: { agreed: 'A logo for 100 USDC', signer: 'client' },
    });
    expect(JSON.stringify(fresh.messages)).toMatch(new RegExp(`A logo for 100 USDC.*client: ${SIGNER}`));
    const pending = async (given?: Record<string, string>) =>
      JSON.stringify(
        (await client.getPrompt({ name: 'pending_escrows', ...(given && { arguments: given }) })).messages,
      );
    expect(await pending()).toContain('find_escrows');
    expect(await pending({ id: String(id) })).toContain(`get_escrow with escrow ${id}. Tell me in one line: `);

    const ofUri = { type: 'ref/resource' as const, uri: 'countersign://escrow/{id}' };
    const ids = await client.complete({ ref: ofUri, argument: { name: 'id', value: String(id).slice(0, 4) } });
    expect(ids.completion).toEqual({ values: [id], total: 1, hasMore: false });
    const ofPrompt = { type: 'ref/prompt' as const, name: 'new_escrow' };
    const signers = await client.complete({ ref: ofPrompt, argument: { name: 'signer', value: 'p' } });
    expect(signers.completion.values).toEqual(['provider', 'platform']);

    const { structuredContent: settled } = await callTool('submit_signed_xdr', { id, signedXdr });
    expect(settled).toMatchObject({ status: 'settled' });
    await expect(client.readResource({ uri })).rejects.toMatchObject({ data: { code: 'ALREADY_SETTLED' } });
    expect(noise).toEqual([]);
  });

  test('gets errors for missing resources and arguments as its era defines them, without secrets', async () => {
    const { client, callTool } = await start();
    const nothing = { code: isOld ? -32_002 : -32_602 };
    await expect(client.readResource({ uri: 'countersign://escrow/none' })).rejects.toMatchObject(nothing);
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toMatchObject(nothing);
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('Unknown prompt. The prompts are: new_escrow, pending_escrows.'),
    });
    await expect(callTool('nothing', {})).rejects.toMatchObject({ code: -32_602 });

    const stopped = (await callTool('deploy_escrow', WITH_STOP)).structuredContent as Record<string, string>;
    expect(stopped['status']).toBe('to-confirm');
    const uri = `countersign://escrow/${stopped['id']}/unsigned.xdr`;
    await expect(client.readResource({ uri })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('The person confirms it themselves, on signUrl.'),
      data: { code: 'CONFIRMATION_NEEDED', signUrl: stopped['signUrl'] },
    });
    await expect(client.readResource({ uri })).rejects.not.toThrow(/Discord/);
    await expect(client.getPrompt({ name: 'new_escrow', arguments: { agreed: ' ' } })).rejects.toMatchObject({
      message: expect.stringContaining('`agreed` is missing: say what was agreed.'),
      data: { code: 'INPUT_INVALID' },
    });

    const asked = client.getPrompt({ name: 'new_escrow', arguments: { agreed: `my key is ${SEED}` } });
    await expect(asked).rejects.toMatchObject({ code: -32_602, data: { code: 'SECRET_REFUSED' } });
    await expect(asked).rejects.not.toThrow(SEED);
  });

  test('gets every problem of an input in the desk’s own words', async () => {
    const { client, callTool } = await start();
    await client.listTools();
    const { content, isError } = await callTool('deploy_escrow', { signer: 5, milestones: 'none', extra: true });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('INPUT_INVALID');
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

  test('finds no escrows, prompts or templates where the installation is read-only', async () => {
    const { client } = await start({ env: { COUNTERSIGN_READ_ONLY: 'true' } });
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(readOnlyTools(EVERY_TOOL).map(({ name }) => name));
    expect(tools.filter((tool) => tool.annotations?.readOnlyHint !== true)).toEqual([]);
    expect(await client.listResources()).toMatchObject({ resources: [] });
    expect(await client.listResourceTemplates()).toMatchObject({ resourceTemplates: [] });
    expect(await client.listPrompts()).toMatchObject({ prompts: [] });
    await expect(client.readResource({ uri: 'countersign://template/escrow' })).rejects.toMatchObject({
      data: { code: 'READ_ONLY' },
    });
  });
});

test.each([
  [{}, ['form']],
  [{ form: {} }, ['form']],
  [{ url: {} }, ['url']],
  [{ form: {}, url: {} }, ['form', 'url']],
  [undefined, []],
])('asks a host in the modes that it declares, and by a form when it names none: %j', (elicitation, modes) => {
  expect([...modesIn({ elicitation })]).toEqual(modes);
});

test('the template has no addresses outside the sandbox', async () => {
  const { requestTemplate } = await import('../handlers/resources.ts');
  expect(requestTemplate(NETWORKS.public)).toMatchObject({
    signer: 'G…',
    roles: { receiver: 'G…' },
    trustline: { address: NETWORKS.public.tokens[0].address },
  });
});
