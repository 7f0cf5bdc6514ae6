/** OpenAI's Chat Completions API: tools as functions, results as messages of the role `tool`. */
import * as z from 'zod';
import { type Message, MOST_WRITTEN, type Provider, type ProviderOptions, post } from './provider.ts';

const messageSchema = z.looseObject({
  content: z.string().nullish(),
  tool_calls: z
    .array(z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string(), arguments: z.string() }) }))
    .nullish(),
});
const answerSchema = z.looseObject({
  choices: z.tuple([z.looseObject({ message: messageSchema })], z.unknown()),
  usage: z.looseObject({ total_tokens: z.number() }),
});

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
      const { choices, usage } = answerSchema.parse(answer);
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
