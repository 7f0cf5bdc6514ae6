/** The scripted model without a host: each format as its host speaks it. The hosts themselves run by `pnpm proof --only hosts`. */
import { createPart } from '@countersign/testkit/record/part';
import { expect, onTestFinished, test } from 'vitest';
import hosts from '../../tools/src/proof/hosts.json' with { type: 'json' };
import { PLAYED_HOSTS } from './hosts.ts';
import { openScriptedModel } from './scripted-model.ts';
import { COMPLETIONS, MESSAGES, RESPONSES, type WireFormat } from './wire-formats.ts';

const SAID = 'What does it hold?';
const RESULT = '{"balance":"125"}';
const [description, schema] = ['Reads balances.', { type: 'object', properties: {} }];
const spoken = { role: 'user', content: SAID };
const codexTool = { type: 'function', name: 'get_balances', description, parameters: schema };
const codexSaid = { type: 'message', role: 'user', content: [{ type: 'input_text', text: SAID }] };
const opencodeTool = {
  type: 'function',
  function: { name: 'countersign_get_balances', description, parameters: schema },
};

type Example = {
  readonly format: WireFormat;
  readonly path: string;
  /** As the host names the tool. */
  readonly called: object;
  readonly tools: readonly object[];
  /** Where its requests have the messages. */
  readonly list: 'messages' | 'input';
  readonly first: object;
  /** What it adds for a call and its result. */
  readonly answered: (id: string) => readonly object[];
};

const EXAMPLES: Readonly<Record<string, Example>> = {
  Messages: {
    ...{ format: MESSAGES, path: '/v1/messages?beta=true', list: 'messages', first: spoken },
    called: { called: 'mcp__countersign__get_balances' },
    tools: [{ name: 'Bash' }, { name: 'mcp__countersign__get_balances', description, input_schema: schema }],
    answered: (id) => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'mcp__countersign__get_balances', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: RESULT }] }] },
    ],
  },
  Responses: {
    ...{ format: RESPONSES, path: '/v1/responses', list: 'input', first: codexSaid },
    called: { called: 'get_balances', namespace: 'mcp__countersign' },
    tools: [{ type: 'web_search' }, { type: 'namespace', name: 'mcp__countersign', tools: [codexTool] }],
    answered: (id) => [
      { type: 'function_call', name: 'get_balances', namespace: 'mcp__countersign', call_id: id, arguments: '{}' },
      { type: 'function_call_output', call_id: id, output: RESULT },
    ],
  },
  'Chat Completions': {
    ...{ format: COMPLETIONS, path: '/v1/chat/completions', list: 'messages', first: spoken },
    called: { called: 'countersign_get_balances' },
    tools: [opencodeTool],
    answered: (id) => [
      { role: 'assistant', content: null, tool_calls: [{ id }] },
      { role: 'tool', tool_call_id: id, content: RESULT },
    ],
  },
};

/** A request of a host, and the events of the answer. */
async function ask(url: string, body: object): Promise<readonly never[]> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as never);
}

test.each(Object.entries(EXAMPLES))('%s: calls a tool of the server, and reads its result', async (name, example) => {
  const { format, path, called, tools, list, first: message, answered } = example;
  const model = await openScriptedModel(format);
  onTestFinished(model.close);
  const never = new Promise<string>(() => {});
  const url = `${model.url}${path}`;
  const first = ask(url, { tools, [list]: [message] });
  const question = await model.next(never);
  expect(question).toMatchObject({ tools: [{ name: 'get_balances', description, ...called }] });
  expect(question.result).toBeUndefined();
  const [tool] = question.tools;
  if (tool === undefined) throw new Error('there is no tool');
  question.answer({ id: 'call_1', tool, input: { addresses: [] } });
  const second = first.then((events) => {
    part.note('a call', events);
    return ask(url, { tools, [list]: [message, ...answered('call_1')] });
  });
  const part = createPart();
  const next = await model.next(never);
  expect(next.result).toEqual({ id: 'call_1', text: RESULT });
  next.answer({ say: 'It holds 125.' });
  part.note('words', await second);
  const text = part.text().replaceAll(/(?<=(?:msg|resp)_)[\da-f-]{36}/g, '<uuid>');
  await expect(text).toMatchFileSnapshot(`recorded/${name.toLowerCase().replace(' ', '-')}.txt`);
});

test('a question without tools, such as for a title, is answered at once and is no part of the conversation', async () => {
  const model = await openScriptedModel(COMPLETIONS);
  onTestFinished(model.close);
  expect(await ask(`${model.url}/chat/completions`, { messages: [spoken] })).toHaveLength(2);
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
