/** Stand-ins of the providers on loopback: they hold a request to the provider's format, and answer in it. */
import { startAnswerer } from '@countersign/testkit/service/stand-in';
import { onTestFinished } from 'vitest';
import * as z from 'zod';

/** What the model does next. `result` is what the last tool gave, as the model sees it. */
export type Move = (result: string) => { readonly text?: string; readonly tool?: string; readonly input?: object };

export type StandIn = {
  readonly url: string;
  /** What came, as it was parsed. */
  readonly requests: { readonly headers: Readonly<Record<string, string>>; readonly body: Body }[];
};
type Body = { readonly messages: readonly Record<string, unknown>[]; readonly [field: string]: unknown };

type Format = {
  readonly path: string;
  readonly request: z.ZodType;
  readonly lastResult: (body: Body) => string;
  readonly answer: (move: ReturnType<Move>, number: number) => object;
};

export async function standIn(format: Format, moves: readonly Move[]): Promise<StandIn> {
  const requests: StandIn['requests'] = [];
  const { url, close } = await startAnswerer(({ url: path, headers, body: text }) => {
    const body = JSON.parse(text) as Body;
    const move = moves[requests.length];
    requests.push({ headers, body });
    const parsed = format.request.safeParse(body);
    if (path !== format.path || !parsed.success || move === undefined) {
      const why = parsed.success ? `no answer to request ${requests.length} of ${path}` : z.prettifyError(parsed.error);
      // As providers do, it repeats a part of the key.
      return Response.json(
        { error: { type: 'invalid_request_error', message: `${why} ${headers['x-api-key']}` } },
        { status: 400 },
      );
    }
    return Response.json(format.answer(move(format.lastResult(body)), requests.length));
  });
  onTestFinished(close);
  return { url, requests };
}

const text = z.string().min(1);
const schema = z.looseObject({ type: z.literal('object') });

const anthropicBlock = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text }),
  z.strictObject({ type: z.literal('tool_use'), id: text, name: text, input: z.looseObject({}) }),
  z.strictObject({ type: z.literal('tool_result'), tool_use_id: text, content: text, is_error: z.boolean() }),
]);

export const ANTHROPIC: Format = {
  path: '/v1/messages',
  request: z.strictObject({
    model: text,
    max_tokens: z.int().positive(),
    system: text,
    tools: z.array(z.strictObject({ name: text, description: z.string(), input_schema: schema })),
    tool_choice: z.strictObject({ type: z.literal('tool'), name: text }).optional(),
    messages: z
      .array(
        z.strictObject({
          role: z.enum(['user', 'assistant']),
          content: z.union([text, z.array(anthropicBlock).min(1)]),
        }),
      )
      .refine(
        (messages) => messages.every(({ content }, index) => areAnswered(content, messages[index + 1]?.content)),
        {
          message: 'tool_use ids were found without tool_result blocks immediately after',
        },
      ),
  }),
  lastResult: ({ messages }) => {
    const { content } = messages.at(-1) as { content: string | { content?: string }[] };
    return typeof content === 'string' ? '' : (content[0]?.content ?? '');
  },
  answer: ({ text, tool, input }, number) => ({
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'a-model',
    content: [
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...(tool === undefined ? [] : [{ type: 'tool_use', id: `toolu_${number}`, name: tool, input }]),
    ],
    stop_reason: tool === undefined ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 10 },
  }),
};

type Content = string | readonly z.output<typeof anthropicBlock>[];

function areAnswered(content: Content, next: Content | undefined): boolean {
  const asked =
    typeof content === 'string' ? [] : content.flatMap((block) => (block.type === 'tool_use' ? block.id : []));
  const blocks = next === undefined || typeof next === 'string' ? [] : next;
  const answered = blocks.flatMap((block) => (block.type === 'tool_result' ? block.tool_use_id : []));
  return asked.every((id) => answered.includes(id));
}

const functionCall = z.strictObject({
  id: text,
  type: z.literal('function'),
  function: z.strictObject({ name: text, arguments: z.string() }),
});

export const OPENAI: Format = {
  path: '/v1/chat/completions',
  request: z.strictObject({
    model: text,
    max_completion_tokens: z.int().positive(),
    messages: z
      .array(
        z.discriminatedUnion('role', [
          z.strictObject({ role: z.literal('system'), content: text }),
          z.strictObject({ role: z.literal('user'), content: text }),
          z.strictObject({
            role: z.literal('assistant'),
            content: z.string().nullable(),
            tool_calls: z.array(functionCall).min(1).optional(),
          }),
          z.strictObject({ role: z.literal('tool'), tool_call_id: text, content: text }),
        ]),
      )
      .refine(
        (messages) =>
          messages.every((message, index) => {
            const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
            return calls.every(({ id }, offset) => {
              const next = messages[index + 1 + offset];
              return next?.role === 'tool' && next.tool_call_id === id;
            });
          }),
        { message: 'tool_calls must be followed by tool messages' },
      ),
    tools: z.array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({ name: text, description: z.string(), parameters: schema }),
      }),
    ),
    tool_choice: z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: text }) }).optional(),
  }),
  lastResult: ({ messages }) => {
    const last = messages.at(-1) as { role: string; content: string };
    return last.role === 'tool' ? last.content : '';
  },
  answer: ({ text = null, tool, input }, number) => ({
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'a-model',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text,
          refusal: null,
          ...(tool === undefined
            ? {}
            : {
                tool_calls: [
                  {
                    id: `call_${number}`,
                    type: 'function',
                    function: { name: tool, arguments: JSON.stringify(input) },
                  },
                ],
              }),
        },
        logprobs: null,
        finish_reason: tool === undefined ? 'stop' : 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  }),
};
