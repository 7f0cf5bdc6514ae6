/**
 * The fixtures that the conformance suite asks for by name, served by the product's own code, which reads the lines,
 * decides the era, answers early and adapts the library.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@countersign/mcp-server/internal/handlers/call';
import { createHandlers, type Handlers } from '@countersign/mcp-server/internal/handlers/handlers';
import { serveStdio } from '@countersign/mcp-server/internal/transport/serve-stdio';

/** One pixel, and no sound. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const text = (shownText: string) => ({ type: 'text', text: shownText });
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const embedded = (uri: string, mimeType: string, shownText: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text: shownText },
});

const TOOLS: Readonly<Record<string, unknown>> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
  test_error_handling: { content: [text('This tool intentionally returns an error for testing')], isError: true },
  test_tool_with_progress: { content: [text('done')] },
};

const RESOURCES: Readonly<Record<string, object>> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PIXEL },
};
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

type Given = Readonly<Record<string, string>>;
const PROMPTS: Readonly<
  Record<string, { readonly takes: readonly string[]; readonly says: (given: Given) => unknown[] }>
> = {
  test_simple_prompt: { takes: [], says: () => [text('This is a simple prompt for testing.')] },
  test_prompt_with_arguments: {
    takes: ['arg1', 'arg2'],
    says: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    takes: ['resourceUri'],
    says: ({ resourceUri = '' }) => [
      embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ],
  },
  test_prompt_with_image: { takes: [], says: () => [image, text('Please analyze the image above.')] },
};

const parts = {
  version: '1.0.0',
  instructions: 'Fixtures of the conformance suite.',
  names: Object.keys(TOOLS),
  tools: Object.keys(TOOLS).map((name) => ({
    name,
    description: name,
    inputSchema: { type: 'object' },
    annotations: {},
    icons: [],
  })),
  resources: {
    isConstant: () => false,
    list: async () => ({ resources: Object.keys(RESOURCES).map((uri) => ({ uri, name: uri })) }),
    templates: () => ({ resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }] }),
    read: async ({ uri }: { readonly uri: string }) => {
      const [, id] = TEMPLATE.exec(uri) ?? [];
      const found =
        RESOURCES[uri] ?? (id && { mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) });
      if (!found) throw new Refusal('nothing-there', 'There is no such resource.');
      return { contents: [{ uri, ...found }] };
    },
  },
  prompts: {
    list: () => ({
      prompts: Object.entries(PROMPTS).map(([name, { takes }]) => ({
        name,
        description: name,
        arguments: takes.map((argument) => ({ name: argument, description: argument, required: true })),
      })),
    }),
    get: async ({ name, arguments: given = {} }: { readonly name: string; readonly arguments?: Given }) => ({
      messages: (PROMPTS[name]?.says(given) ?? []).map((content) => ({ role: 'user', content })),
    }),
  },
  skills: { list: () => ({ skills: [] }), get: () => undefined },
  complete: async () => ({ completion: { values: [], total: 0, hasMore: false } }),
};

const callTool: Handlers['callTool'] = async ({ name }, { meta, sendProgress }) => {
  const progressToken = meta?.['progressToken'];
  if (name === 'test_tool_with_progress' && (typeof progressToken === 'string' || typeof progressToken === 'number')) {
    for (const progress of [0, 50, 100]) {
      await sendProgress({ progressToken, progress, total: 100, message: `${progress} %` });
      await sleep(20);
    }
  }
  const result = TOOLS[name];
  if (result === undefined) throw new Refusal('invalid', 'Unknown tool.');
  return result as Awaited<ReturnType<Handlers['callTool']>>;
};

const handlers = createHandlers(parts as unknown as Parameters<typeof createHandlers>[0]);
const events = { onInitialized: () => {}, onProblem: () => {} };
serveStdio({ ...handlers, callTool }, events, (text) => text, { input: process.stdin, output: process.stdout });
