/** Anthropic's Messages API: tools as `tool_use` and `tool_result` blocks. */
import * as z from 'zod';
import { type Message, MOST_WRITTEN, type Provider, type ProviderOptions, post } from './provider.ts';

const answerSchema = z.looseObject({
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

export function anthropic({ key, model, url }: ProviderOptions): Provider {
  return {
    name: `Anthropic, ${model}`,
    ask: async ({ instructions, tools, messages, mustCall, signal }) => {
      const body = {
        model,
        max_tokens: MOST_WRITTEN,
        system: instructions,
        tools: tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
        messages: messages.map(toMessage),
        ...(mustCall === undefined ? {} : { tool_choice: { type: 'tool', name: mustCall } }),
      };
      const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
      const { content, usage } = answerSchema.parse(await post(`${url}/v1/messages`, headers, body, signal));
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

function toMessage(message: Message): object {
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
