import { expect, test } from 'vitest';
import type { ToolReply } from './call-tool.ts';
import { createHandlers, type HandlerParts } from './handlers.ts';

const LINK = { uri: 'countersign://escrow/a/unsigned.xdr', name: 'unsigned.xdr', mimeType: 'text/plain' };

/** What a host gets for this reply of a tool. */
async function resultOf(reply: ToolReply) {
  const { callTool } = createHandlers({
    version: '1',
    instructions: '',
    tools: [],
    names: ['a_tool'],
    callTool: async () => reply,
    resources: {},
    skills: {},
    prompts: {},
  } as unknown as HandlerParts);
  const call = { signal: AbortSignal.timeout(1_000), meta: undefined, sendProgress: async () => {} };
  return await callTool({ name: 'a_tool' }, call);
}

test('the links of a reply follow its text', async () => {
  const text = { type: 'text', text: '{"id":"a"}' };
  const reply = { structuredContent: { id: 'a' }, text: text.text };
  expect(await resultOf(reply)).toEqual({ content: [text], structuredContent: { id: 'a' } });
  expect(await resultOf({ ...reply, links: [LINK] })).toEqual({
    content: [text, { type: 'resource_link', ...LINK }],
    structuredContent: { id: 'a' },
  });
});

test('keeps the data of the host’s card outside the result, where no model reads it', async () => {
  const meta = { 'countersign/card': { view: {} } };
  const reply = await resultOf({ structuredContent: { id: 'a' }, text: '{"id":"a"}', meta });
  expect(reply).toMatchObject({ structuredContent: { id: 'a' }, _meta: meta });
  expect(JSON.stringify(reply.content)).not.toContain('card');
});

test('an error has only its text', async () => {
  expect(await resultOf({ error: true, text: '{}' })).toEqual({
    content: [{ type: 'text', text: '{}' }],
    isError: true,
  });
});
