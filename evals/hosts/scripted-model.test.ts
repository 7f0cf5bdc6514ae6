/** The scripted model without a host: each format as its host speaks it. The hosts themselves run by `pnpm proof --only hosts`. */
import { expect, onTestFinished, test } from 'vitest';
import hosts from '../../tools/src/proof/hosts.json' with { type: 'json' };
import { PLAYED_HOSTS } from './hosts.ts';
import { openScriptedModel } from './scripted-model.ts';
import { COMPLETIONS, MESSAGES, RESPONSES, type WireFormat } from './wire-formats.ts';

const TOOL = { description: 'Reads balances.', schema: { type: 'object', properties: {} } };
const SAID = 'What does it hold?';
const RESULT = '{"balance":"125"}';

type Example = {
  readonly format: WireFormat;
  readonly path: string;
  /** As the host names the tool. */
  readonly called: object;
  readonly request: object;
  /** The same with a call and its result. */
  readonly answered: (id: string) => object;
  /** What the stream says of a call: its id, its name, its input as JSON. */
  readonly call: (events: readonly never[]) => readonly unknown[];
};

const { description, schema } = TOOL;
const spoken = [{ role: 'user', content: SAID }];
const codexTool = { type: 'function', name: 'get_balances', description, parameters: schema };
const codexSaid = { type: 'message', role: 'user', content: [{ type: 'input_text', text: SAID }] };

const EXAMPLES: Readonly<Record<string, Example>> = {
  Messages: {
    format: MESSAGES,
    path: '/v1/messages?beta=true',
    called: { called: 'mcp__countersign__get_balances' },
    request: {
      tools: [{ name: 'Bash' }, { name: 'mcp__countersign__get_balances', description, input_schema: schema }],
      messages: spoken,
    },
    answered: (id) => ({
      tools: [{ name: 'mcp__countersign__get_balances', description, input_schema: schema }],
      messages: [
        ...spoken,
        { role: 'assistant', content: [{ type: 'tool_use', id, name: 'mcp__countersign__get_balances', input: {} }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: RESULT }] }],
        },
      ],
    }),
    call: (events: readonly { content_block?: { id: string; name: string }; delta?: { partial_json: string } }[]) => [
      events[1]?.content_block?.id,
      events[1]?.content_block?.name,
      events[2]?.delta?.partial_json,
    ],
  },
  Responses: {
    format: RESPONSES,
    path: '/v1/responses',
    called: { called: 'get_balances', namespace: 'mcp__countersign' },
    request: {
      tools: [{ type: 'web_search' }, { type: 'namespace', name: 'mcp__countersign', tools: [codexTool] }],
      input: [codexSaid],
    },
    answered: (id) => ({
      tools: [{ type: 'namespace', name: 'mcp__countersign', tools: [codexTool] }],
      input: [
        codexSaid,
        { type: 'function_call', name: 'get_balances', namespace: 'mcp__countersign', call_id: id, arguments: '{}' },
        { type: 'function_call_output', call_id: id, output: RESULT },
      ],
    }),
    call: (events: readonly { item?: { call_id: string; name: string; arguments: string } }[]) => [
      events[1]?.item?.call_id,
      events[1]?.item?.name,
      events[1]?.item?.arguments,
    ],
  },
  'Chat Completions': {
    format: COMPLETIONS,
    path: '/v1/chat/completions',
    called: { called: 'countersign_get_balances' },
    request: {
      tools: [{ type: 'function', function: { name: 'countersign_get_balances', description, parameters: schema } }],
      messages: spoken,
    },
    answered: (id) => ({
      tools: [{ type: 'function', function: { name: 'countersign_get_balances', description, parameters: schema } }],
      messages: [
        ...spoken,
        { role: 'assistant', content: null, tool_calls: [{ id }] },
        { role: 'tool', tool_call_id: id, content: RESULT },
      ],
    }),
    call: (
      events: readonly {
        choices: { delta: { tool_calls?: { id: string; function: { name: string; arguments: string } }[] } }[];
      }[],
    ) => {
      const call = events[0]?.choices[0]?.delta.tool_calls?.[0];
      return [call?.id, call?.function.name, call?.function.arguments];
    },
  },
};

/** A request of a host, and the events of the answer. */
async function ask(url: string, body: object): Promise<readonly never[]> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as never);
}

test.each(Object.entries(EXAMPLES))(
  '%s: calls a tool of the server, and reads its result from the host',
  async (_, example) => {
    const model = await openScriptedModel(example.format);
    onTestFinished(model.close);
    const never = new Promise<string>(() => {});
    const url = `${model.url}${example.path}`;
    const first = ask(url, example.request);
    const question = await model.next(never);
    expect(question).toMatchObject({
      lastPerson: SAID,
      tools: [{ name: 'get_balances', description, ...example.called }],
    });
    expect(question.result).toBeUndefined();
    const [tool] = question.tools;
    if (tool === undefined) throw new Error('there is no tool');
    question.answer({ id: 'call_1', tool, input: { addresses: [] } });
    expect(example.call(await first)).toEqual(['call_1', tool.called, '{"addresses":[]}']);
    const second = ask(url, example.answered('call_1'));
    const next = await model.next(never);
    expect(next.result).toEqual({ id: 'call_1', text: RESULT });
    next.answer({ say: 'It holds 125.' });
    expect(JSON.stringify(await second)).toContain('It holds 125.');
  },
);

test('a question without tools, such as for a title, is answered at once and is no part of the conversation', async () => {
  const model = await openScriptedModel(COMPLETIONS);
  onTestFinished(model.close);
  expect(await ask(`${model.url}/chat/completions`, { messages: spoken })).toHaveLength(2);
});

test('a host that ends without asking its model is reported with what it printed', async () => {
  const model = await openScriptedModel(MESSAGES);
  onTestFinished(model.close);
  await expect(model.next(Promise.resolve('exit code 1: no such option'))).rejects.toThrow(
    'exit code 1: no such option',
  );
});

test('the record says what was found with each host, in the version that would be installed', () => {
  const played = hosts.map(({ name, version, conversations }) => [name, version, conversations.length]);
  expect(played).toEqual(PLAYED_HOSTS.map(({ name, version }) => [name, version, 8]));
});
