/** What hosts with MCP Apps get in addition to what every host gets: in the list, as a resource, and with results. */
import { CARD_DATA, type CardData } from '@countersign/signing-page/card-data';
import { startHost } from '@countersign/testkit/mcp/host';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { expect, test } from 'vitest';

const URI = 'ui://countersign/escrow';

type Reply = { readonly structuredContent?: unknown; readonly _meta?: Readonly<Record<string, CardData>> };

test('the card is a resource that only the tools name, and knows the page', async () => {
  const { client } = await startHost({ env: { COUNTERSIGN_PUBLIC_URL: 'https://sign.example' } });
  const [content] = (await client.readResource({ uri: URI })).contents;
  expect(content).toMatchObject({
    uri: URI,
    mimeType: 'text/html;profile=mcp-app',
    text: expect.stringContaining('data-page="https://sign.example"'),
    _meta: { ui: { csp: {} } },
  });
  expect((await client.listResources()).resources.map(({ uri }) => uri)).not.toContain(URI);
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
