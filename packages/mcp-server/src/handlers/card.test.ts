/** What hosts with MCP Apps get in addition to what every host gets: in the list, as a resource, and with results. */
import { CARD_DATA, type CardData } from '@countersign/signing-page/card-data';
import { startHost } from '@countersign/testkit/mcp/host';
import { HOSTS } from '@countersign/testkit/mcp/hosts';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { expect, test } from 'vitest';

const URI = 'ui://countersign/escrow';
const SHOWN = ['deploy_escrow', 'prepare_step', 'update_escrow', 'get_escrow'];
const CALLED = ['prepare_step', 'get_escrow'];

type Reply = { readonly structuredContent?: unknown; readonly _meta?: Readonly<Record<string, CardData>> };

test.each(Object.keys(HOSTS))('%s is given the card and its data', async (name) => {
  const host = await HOSTS[name]?.({ env: { COUNTERSIGN_PUBLIC_URL: 'https://sign.example' } });
  const tools = (await host?.client.listTools())?.tools ?? [];
  const uiOf = (tool: string) => tools.find((each) => each.name === tool)?._meta?.['ui'] as Record<string, unknown>;
  for (const { name: tool } of tools) {
    expect(uiOf(tool)?.['resourceUri'], tool).toBe(SHOWN.includes(tool) ? URI : undefined);
    // A host lets the card call only what is not for the model alone.
    expect(uiOf(tool)?.['visibility'], tool).toEqual(CALLED.includes(tool) ? undefined : ['model']);
  }
  const [content] = (await host?.client.readResource({ uri: URI }))?.contents ?? [];
  expect(content).toMatchObject({
    uri: URI,
    mimeType: 'text/html;profile=mcp-app',
    text: expect.stringContaining('data-page="https://sign.example"'),
    _meta: { ui: { csp: {} } },
  });
  expect((await host?.client.listResources())?.resources.map(({ uri }) => uri)).not.toContain(URI);
});

test('the data of a result is the transaction with its request, and withheld while it is to be confirmed', async () => {
  const { client } = await startHost();
  const deploy = async (changes: object = {}) => {
    const reply = (await client.callTool({ name: 'deploy_escrow', arguments: { ...REQUEST, ...changes } })) as Reply;
    const data = reply._meta?.[CARD_DATA];
    if (data?.view === undefined || data.texts === undefined) throw new Error('the result has nothing for the card');
    expect(data.result).toEqual(reply.structuredContent);
    return { result: data.result, view: data.view, texts: data.texts };
  };
  const { result, view, texts } = await deploy();
  expect(result).toMatchObject({ id: view.id, escrow: view.offer.contractId });
  expect(result).not.toHaveProperty('unsignedXdr');
  expect(view).toMatchObject({ action: 'deploy', offer: { unsignedXdr: expect.stringMatching(/^AAAA/) } });
  expect(Object.keys(texts)).toEqual(['en', 'es']);
  const stopped = await deploy({ engagementId: 'ENG-9', platformFee: 45 });
  expect(stopped.view.offer).not.toHaveProperty('unsignedXdr');
  expect(stopped.texts.es.stops.join()).toContain('45 %');
});

test('the card gets the result again of every tool that it is shown for, and an error in its own words', async () => {
  const { client } = await startHost();
  const { id } = (await client.callTool({ name: 'deploy_escrow', arguments: REQUEST })).structuredContent as {
    id: string;
  };
  for (const [name, input] of [
    ['get_escrow', { id }],
    ['get_escrow', { escrow: id }],
  ] as const) {
    const reply = (await client.callTool({ name, arguments: input })) as Reply;
    expect(reply._meta?.[CARD_DATA], name).toMatchObject({ result: reply.structuredContent, view: { id } });
  }
  const refusal = await client.callTool({ name: 'get_escrow', arguments: { id: 'none' } });
  const [{ text }] = refusal.content as [{ text: string }];
  expect(refusal).toMatchObject({ isError: true, _meta: { [CARD_DATA]: { result: JSON.parse(text) } } });
  expect(await client.callTool({ name: 'find_escrows', arguments: {} })).not.toHaveProperty('_meta');
});
