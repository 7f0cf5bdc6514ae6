/** The models of two providers: each request contains the whole conversation so far. */
import * as z from 'zod';
import type { ToolForModel } from '../runner/server.ts';

type ToolCall = {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
};

export type Message =
  | { readonly role: 'person'; readonly text: string }
  /** `raw`: as the provider gave it, to be sent back unchanged. */
  | { readonly role: 'assistant'; readonly raw: unknown }
  | { readonly role: 'results'; readonly results: readonly ToolResult[] };

type ToolResult = { readonly id: string; readonly text: string; readonly isError: boolean };

export type Question = {
  readonly instructions: string;
  readonly tools: readonly ToolForModel[];
  readonly messages: readonly Message[];
  /** The tool that it must call now. */
  readonly mustCall?: string;
  readonly signal: AbortSignal;
};

export type Answer = {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly raw: unknown;
  /** Read and written. */
  readonly tokens: number;
};

export type Provider = {
  readonly name: string;
  /** @throws Error with the status alone: what a provider says of a wrong key may repeat it */
  readonly ask: (question: Question) => Promise<Answer>;
};

export type ProviderOptions = { readonly key: string; readonly model: string; readonly url: string };

/** Of one answer; a conversation has many. */
const MOST_WRITTEN = 4_000;

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The provider answered with status ${response.status}.`);
  }
  return await response.json();
}

const messagesAnswer = z.looseObject({
  content: z.array(
    z.looseObject({
      type: z.string(),
      text: z.string().optional(),
      id: z.string().optional(),
      name: z.string().optional(),
      input: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  usage: z.looseObject({ input_tokens: z.number(), output_tokens: z.number() }),
});

/** Anthropic's Messages API: tools as `tool_use` and `tool_result` blocks. */
export function anthropic({ key, model, url }: ProviderOptions): Provider {
  return {
    name: `Anthropic, ${model}`,
    ask: async ({ instructions, tools, messages, mustCall, signal }) => {
      const body = {
        model,
        max_tokens: MOST_WRITTEN,
        system: instructions,
        tools: tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
        messages: messages.map(anthropicMessage),
        ...(mustCall === undefined ? {} : { tool_choice: { type: 'tool', name: mustCall } }),
      };
      const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
      const { content, usage } = messagesAnswer.parse(await post(`${url}/v1/messages`, headers, body, signal));
      return {
        text: content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? text : [])).join('\n'),
        calls: content.flatMap(({ type, id = '', name = '', input = {} }) =>
          type === 'tool_use' ? { id, tool: name, input } : [],
        ),
        raw: content,
        tokens: usage.input_tokens + usage.output_tokens,
      };
    },
  };
}

function anthropicMessage(message: Message): object {
  if (message.role === 'person') return { role: 'user', content: message.text };
  if (message.role === 'assistant') return { role: 'assistant', content: message.raw };
  return {
    role: 'user',
    content: message.results.map(({ id, text, isError }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: text,
      is_error: isError,
    })),
  };
}

const completionsMessage = z.looseObject({
  content: z.string().nullish(),
  tool_calls: z
    .array(z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string(), arguments: z.string() }) }))
    .nullish(),
});
const completionsAnswer = z.looseObject({
  choices: z.tuple([z.looseObject({ message: completionsMessage })], z.unknown()),
  usage: z.looseObject({ total_tokens: z.number() }),
});

/** OpenAI's Chat Completions API: tools as functions, results as messages of the role `tool`. */
export function openai({ key, model, url }: ProviderOptions): Provider {
  return {
    name: `OpenAI, ${model}`,
    ask: async ({ instructions, tools, messages, mustCall, signal }) => {
      const body = {
        model,
        max_completion_tokens: MOST_WRITTEN,
        messages: [{ role: 'system', content: instructions }, ...messages.flatMap(toMessages)],
        tools: tools.map(({ name, description, inputSchema }) => ({
          type: 'function',
          function: { name, description, parameters: inputSchema },
        })),
        ...(mustCall === undefined ? {} : { tool_choice: { type: 'function', function: { name: mustCall } } }),
      };
      const answer = await post(`${url}/v1/chat/completions`, { authorization: `Bearer ${key}` }, body, signal);
      const { choices, usage } = completionsAnswer.parse(answer);
      const [{ message }] = choices;
      return {
        text: message.content ?? '',
        calls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: input } }) => ({
          id,
          tool: name,
          input: readInput(input),
        })),
        raw: {
          role: 'assistant',
          content: message.content ?? null,
          ...(message.tool_calls ? { tool_calls: message.tool_calls } : {}),
        },
        tokens: usage.total_tokens,
      };
    },
  };
}

/** A model may write what is no JSON; the tool then says what it misses. */
function readInput(text: string): Readonly<Record<string, unknown>> {
  try {
    return z.record(z.string(), z.unknown()).catch({}).parse(JSON.parse(text));
  } catch {
    return {};
  }
}

function toMessages(message: Message): readonly object[] {
  if (message.role === 'person') return [{ role: 'user', content: message.text }];
  if (message.role === 'assistant') return [message.raw as object];
  return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
}

/**
 * Which provider's model plays the assistant, by the keys in the environment.
 * @returns one line that says what is missing, where no model can be asked
 */
export function chooseProvider(env: Readonly<Record<string, string | undefined>>): Provider | string {
  const model = env['EVALS_MODEL'] ?? '';
  const [ofAnthropic = '', ofOpenai = ''] = [env['ANTHROPIC_API_KEY'], env['OPENAI_API_KEY']];
  if (ofAnthropic === '' && ofOpenai === '')
    return 'Skipped: set ANTHROPIC_API_KEY or OPENAI_API_KEY, and EVALS_MODEL.';
  if (model === '') return 'Skipped: set EVALS_MODEL to the name of a model of the provider whose key is set.';
  return ofAnthropic === ''
    ? openai({ key: ofOpenai, model, url: 'https://api.openai.com' })
    : anthropic({ key: ofAnthropic, model, url: 'https://api.anthropic.com' });
}
