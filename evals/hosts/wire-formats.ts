/** How a host asks its model and reads the answer: the three formats of the providers, as the scripted model speaks them. */
import * as z from 'zod';
import type { ToolForModel } from '../runner/server.ts';

/** A tool of our server, as the host lists it: `tool` is our name, the rest is what the host calls it. */
export type HostTool = ToolForModel & { readonly called: string; readonly namespace?: string };

/** What a host asked. `result`: what the last call gave, if a call came last. */
export type Asked = {
  readonly tools: readonly HostTool[];
  /** The host's own tool that fetches others, where it lists those by name alone. */
  readonly finder?: HostTool;
  readonly result?: { readonly id: string; readonly text: string };
};

export type Move =
  | { readonly say: string }
  | { readonly id: string; readonly tool: HostTool; readonly input: Readonly<Record<string, unknown>> };

export type WireFormat = {
  /** The path of its requests ends so. */
  readonly path: string;
  /** @throws z.ZodError */
  readonly read: (body: unknown) => Asked;
  /** The whole stream of events. */
  readonly write: (move: Move) => string;
};

const text = z.string();
const SERVER = 'countersign';

/** `mcp__countersign__deploy_escrow`, `countersign_deploy_escrow`: what stands behind the name of the server. */
function ourName(name: string): string | undefined {
  const at = name.indexOf(SERVER);
  return at === -1 ? undefined : name.slice(at + SERVER.length).replace(/^_+/, '');
}

function hostTool(called: string, description: string, inputSchema: object): HostTool[] {
  const name = ourName(called);
  return name === undefined ? [] : [{ name, called, description, inputSchema }];
}

const UNKNOWN = { description: '', inputSchema: {} };

/** A tool of our server that the host names somewhere in what it asked, and does not list. */
export function namedTool(name: string, whole: string): HostTool | undefined {
  // In JSON the end of a line would pass for a letter.
  const [called] = RegExp(`\\b\\w*${SERVER}_+${name}\\b`).exec(whole.replaceAll('\\n', ' ')) ?? [];
  return called === undefined ? undefined : { ...UNKNOWN, name, called };
}

const events = (list: readonly (readonly [event: string | undefined, data: unknown])[]): string =>
  list
    .map(
      ([event, data]) =>
        `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    )
    .join('');

const typed = (list: readonly { readonly type: string; readonly [field: string]: unknown }[]): string =>
  events(list.map((each) => [each.type, each]));

/** Content is a text, or a list of blocks of which only the texts count here. */
const blocks = z.array(z.looseObject({ type: text, text: text.optional() }));
const content = z.union([text, blocks]);
const textOf = (found: z.output<typeof content> | null | undefined): string =>
  typeof found === 'string' ? found : (found ?? []).map((block) => block.text ?? '').join('');

const anthropicBlock = z.looseObject({
  type: text,
  text: text.optional(),
  tool_use_id: text.optional(),
  content: content.optional(),
});
const anthropicSchema = z.looseObject({
  tools: z
    .array(z.looseObject({ name: text, description: text.optional(), input_schema: z.looseObject({}).optional() }))
    .default([]),
  messages: z.array(z.looseObject({ role: text, content: z.union([text, z.array(anthropicBlock)]) })),
});

/** Anthropic's Messages API. */
export const MESSAGES: WireFormat = {
  path: '/messages',
  read: (body) => {
    const { tools, messages } = anthropicSchema.parse(body);
    const last = messages.findLast(({ role }) => role === 'user')?.content;
    const finder = tools.find(({ name }) => name === 'ToolSearch');
    const result = Array.isArray(last) ? last.findLast(({ type }) => type === 'tool_result') : undefined;
    return {
      tools: tools.flatMap(({ name, description = '', input_schema = {} }) =>
        hostTool(name, description, input_schema),
      ),
      ...(finder === undefined ? {} : { finder: { ...UNKNOWN, name: finder.name, called: finder.name } }),
      ...(result === undefined ? {} : { result: { id: String(result.tool_use_id), text: textOf(result.content) } }),
    };
  },
  write: (move) => {
    const [block, delta, stop] =
      'say' in move
        ? [{ type: 'text', text: '' }, { type: 'text_delta', text: move.say }, 'end_turn']
        : [
            { type: 'tool_use', id: move.id, name: move.tool.called, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(move.input) },
            'tool_use',
          ];
    const message = {
      ...{ id: `msg_${crypto.randomUUID()}`, type: 'message', role: 'assistant', model: 'scripted', content: [] },
      ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 100, output_tokens: 1 } },
    };
    return typed([
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 10 } },
      { type: 'message_stop' },
    ]);
  },
};

const functionTool = z.looseObject({
  type: text,
  name: text.optional(),
  description: text.optional(),
  parameters: z.looseObject({}).optional(),
});
const responsesSchema = z.looseObject({
  tools: z.array(functionTool.extend({ tools: z.array(functionTool).optional() })).default([]),
  input: z.array(
    z.looseObject({
      type: text.optional(),
      call_id: text.optional(),
      output: z.union([content, z.looseObject({ content: content.optional() })]).optional(),
    }),
  ),
});

/** OpenAI's Responses API. A host may put the tools of a server into a namespace. */
export const RESPONSES: WireFormat = {
  path: '/responses',
  read: (body) => {
    const { tools, input } = responsesSchema.parse(body);
    const last = input.at(-1);
    const output = last?.type?.endsWith('_call_output') === true ? last.output : undefined;
    const outputText = typeof output === 'object' && !Array.isArray(output) ? textOf(output.content) : textOf(output);
    return {
      tools: tools.flatMap(({ name = '', description = '', parameters = {}, tools: inside }) => {
        if (inside === undefined) return hostTool(name, description, parameters);
        if (!name.includes(SERVER)) return [];
        return inside.map((each) => ({
          ...{ name: each.name ?? '', called: each.name ?? '', namespace: name },
          ...{ description: each.description ?? '', inputSchema: each.parameters ?? {} },
        }));
      }),
      ...(output === undefined ? {} : { result: { id: last?.call_id ?? '', text: outputText } }),
    };
  },
  write: (move) => {
    const item =
      'say' in move
        ? { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: move.say }] }
        : {
            ...{ type: 'function_call', call_id: move.id, name: move.tool.called },
            ...(move.tool.namespace === undefined ? {} : { namespace: move.tool.namespace }),
            arguments: JSON.stringify(move.input),
          };
    const id = `resp_${crypto.randomUUID()}`;
    const usage = {
      ...{ input_tokens: 100, input_tokens_details: null, output_tokens: 10, output_tokens_details: null },
      total_tokens: 110,
    };
    return typed([
      { type: 'response.created', response: { id } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id, usage } },
    ]);
  },
};

const completionsSchema = z.looseObject({
  tools: z
    .array(
      z.looseObject({
        function: z.looseObject({ name: text, description: text.optional(), parameters: z.looseObject({}).optional() }),
      }),
    )
    .default([]),
  messages: z.array(z.looseObject({ role: text, content: content.nullish(), tool_call_id: text.optional() })),
});

/** The Chat Completions API that many providers share. */
export const COMPLETIONS: WireFormat = {
  path: '/chat/completions',
  read: (body) => {
    const { tools, messages } = completionsSchema.parse(body);
    const last = messages.at(-1);
    return {
      tools: tools.flatMap(({ function: { name, description = '', parameters = {} } }) =>
        hostTool(name, description, parameters),
      ),
      ...(last?.role === 'tool' ? { result: { id: last.tool_call_id ?? '', text: textOf(last.content) } } : {}),
    };
  },
  write: (move) => {
    const chunk = (delta: object, finish: string | null = null) => ({
      ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'scripted' },
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(finish === null ? {} : { usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } }),
    });
    const delta =
      'say' in move
        ? { role: 'assistant', content: move.say }
        : {
            role: 'assistant',
            tool_calls: [
              {
                ...{ index: 0, id: move.id, type: 'function' },
                function: { name: move.tool.called, arguments: JSON.stringify(move.input) },
              },
            ],
          };
    const finish = 'say' in move ? 'stop' : 'tool_calls';
    return events([
      [undefined, chunk(delta)],
      [undefined, chunk({}, finish)],
      [undefined, '[DONE]'],
    ]);
  },
};
