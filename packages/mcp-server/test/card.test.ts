/** What hosts with MCP Apps get in addition to what every host gets: in the list, as a resource, and with results. */
import { CARD_DATA, type CardData } from '@countersign/signing-page/card-data';
import { HOSTS } from '@countersign/testkit/mcp/either-host';
import { startHost } from '@countersign/testkit/mcp/host';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { expect, test } from 'vitest';

const URI = 'ui://countersign/escrow';
const SHOWN = [
  'deploy_escrow',
  'add_trustline',
  'fund_escrow',
  'prepare_action',
  'resolve_dispute',
  'update_escrow',
  'get_transaction',
  'get_escrow',
];
const CALLED = ['discard_escrow', 'get_transaction', 'get_escrow'];

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
    if (data === undefined) throw new Error('the result has nothing for the card');
    return { ...data, result: reply.structuredContent };
  };
  const { result, view, texts } = await deploy();
  expect(result).toMatchObject({ id: view.id, contractId: view.offer.contractId });
  expect(result).not.toHaveProperty('unsignedXdr');
  expect(view).toMatchObject({ action: 'deploy', offer: { unsignedXdr: expect.stringMatching(/^AAAA/) } });
  expect(Object.keys(texts)).toEqual(['en', 'es']);
  const stopped = await deploy({ engagementId: 'ENG-9', platformFee: 45 });
  expect(stopped.view.offer).not.toHaveProperty('unsignedXdr');
  expect(stopped.texts.es.stops.join()).toContain('45 %');
});
