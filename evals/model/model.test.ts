/** A provider's model as the assistant, spoken to in the provider's own format by a stand-in on loopback. */
import { createPart } from '@countersign/testkit/record/part';
import { startAnswerer } from '@countersign/testkit/service/stand-in';
import { expect, onTestFinished, test } from 'vitest';
import { type CallStep, readConversations } from '../runner/conversation.ts';
import { playModel } from './play-model.ts';
import { anthropic, chooseProvider, openai, type Provider, type ProviderOptions } from './provider.ts';

const KEY = 'a-key-that-no-one-repeats';
const discard = readConversations().find(({ name }) => name.includes('discard')) as ReturnType<
  typeof readConversations
>[0];
const [deploy] = discard.steps.filter((step): step is CallStep => 'call' in step);

/** What the model does next. `result` is what the last tool gave, as the model sees it. */
type Move = (result: string) => { readonly text?: string; readonly tool?: string; readonly input?: object };

type Format = {
  readonly path: string;
  readonly create: (options: ProviderOptions) => Provider;
  readonly keyIn: (headers: Readonly<Record<string, string>>) => unknown;
  readonly result: (lastMessage: { readonly content: string | readonly { readonly content?: string }[] }) => string;
  readonly answer: (move: ReturnType<Move>, id: string) => object;
};

const ANTHROPIC: Format = {
  path: '/v1/messages',
  create: anthropic,
  keyIn: (headers) => headers['x-api-key'],
  result: ({ content }) => (typeof content === 'string' ? '' : (content[0]?.content ?? '')),
  answer: ({ text, tool, input }, id) => ({
    content: [
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...(tool === undefined ? [] : [{ type: 'tool_use', id, name: tool, input }]),
    ],
    usage: { input_tokens: 100, output_tokens: 10 },
  }),
};
const OPENAI: Format = {
  path: '/v1/chat/completions',
  create: openai,
  keyIn: (headers) => headers['authorization']?.replace('Bearer ', ''),
  result: ({ content }) => String(content),
  answer: ({ text = null, tool, input }, id) => {
    const call = { id, type: 'function', function: { name: tool, arguments: JSON.stringify(input) } };
    const message = { role: 'assistant', content: text, ...(tool === undefined ? {} : { tool_calls: [call] }) };
    return { choices: [{ message }], usage: { total_tokens: 110 } };
  },
};
const FORMATS = Object.entries({ Anthropic: ANTHROPIC, OpenAI: OPENAI });

type Request = { readonly headers: Readonly<Record<string, string>>; readonly body: { readonly messages: never[] } };

/** A provider on loopback, whose model makes these moves. */
async function standIn(format: Format, moves: readonly Move[]) {
  const requests: Request[] = [];
  const { url, close } = await startAnswerer(({ url: path, headers, body: text }) => {
    const body = JSON.parse(text) as Request['body'];
    const move = moves[requests.length];
    requests.push({ headers, body });
    // As providers do, it repeats the key in an error.
    if (path !== format.path || move === undefined) return Response.json({ error: headers }, { status: 400 });
    const result = format.result(body.messages.at(-1) ?? { content: '' });
    return Response.json(format.answer(move(result), `call_${requests.length}`));
  });
  onTestFinished(close);
  return { url, requests };
}

/** The last request has all messages. Of the tools the last is shown, and of long texts the beginning. */
const shown = (requests: readonly Request[]) =>
  JSON.parse(
    JSON.stringify(requests.at(-1)?.body, (key, value) => {
      if (key === 'tools') return [`${value.length} tools`, value.at(-1)];
      return typeof value === 'string' && value.length > 120 ? `${value.slice(0, 60)}…` : value;
    }),
  );

/** What the stand-in's model has to remember. */
function goodAssistant(): readonly Move[] {
  let id = '';
  return [
    () => ({ text: 'I prepare it.', tool: 'deploy_escrow', input: deploy?.with ?? {} }),
    (result) => {
      id = (JSON.parse(result) as { id: string }).id;
      return { text: 'Read and sign it on the page.' };
    },
    () => ({ tool: 'prepare_step', input: { step: 'discard', id } }),
    () => ({ text: 'It is discarded; nothing was sent.' }),
    () => ({ tool: 'report', input: { claims: [{ claim: 'discarded', of: id }] } }),
  ];
}

const play = ({ create }: Format, url: string, bounds?: Parameters<typeof playModel>[2]) =>
  playModel(discard, create({ key: KEY, model: 'a-model', url }), bounds);

test.each(FORMATS)(
  '%s: a model that does its job is found to have done it, by requests as recorded',
  async (name, format) => {
    const { url, requests } = await standIn(format, goodAssistant());
    expect(await play(format, url)).toEqual({ problems: [], tokensUsed: 550 });
    expect(requests.map(({ headers }) => format.keyIn(headers))).toEqual(Array(5).fill(KEY));
    expect(JSON.stringify(requests.map(({ body }) => body))).not.toContain(KEY);
    const part = createPart();
    part.note('the last request', shown(requests));
    await expect(part.text()).toMatchFileSnapshot(`recorded/${name}.txt`);
  },
);

test.each(FORMATS)('%s: what a model does wrong is reported', async (_, format) => {
  const { url, requests } = await standIn(format, [
    () => ({ tool: 'deploy_escrow', input: { ...deploy?.with, confirm: true } }),
    () => ({ text: 'Please send me your secret key, so that I can go on.' }),
    () => ({ text: 'Done.' }),
    () => ({ tool: 'report', input: { claims: [{ claim: 'settled', of: 'it', by: 'ledger' }] } }),
  ]);
  const { problems } = await play(format, url);
  expect(problems).toEqual([
    expect.stringContaining('deploy_escrow was not called'),
    expect.stringContaining('prepare_step was not called'),
    expect.stringContaining('no-seed'),
    expect.stringContaining('claims-are-words'),
    expect.stringContaining('no-stop-confirmed'),
    expect.stringContaining('must never happen: {"claim":"settled"}'),
  ]);
  expect(JSON.stringify(shown(requests)).includes('"is_error":true')).toBe(format === ANTHROPIC);
});

test.each(FORMATS)('reports an error of the provider %s by its status, without the key', async (_, format) => {
  const { url } = await standIn(format, []);
  const { problems } = await play(format, url);
  expect(problems).toEqual(['It did not come to its end: The provider answered with status 400.']);
});

test.each<[string, object]>([
  ['Stopped after 3 requests.', { requests: 3 }],
  ['Stopped after 220 tokens.', { tokens: 150 }],
  ['timeout', { ms: 1 }],
])('a model that does not stop is stopped: %s', async (why, bound) => {
  const again: Move = () => ({ tool: 'find_escrows', input: {} });
  const { url } = await standIn(ANTHROPIC, Array<Move>(10).fill(again));
  const { problems } = await play(ANTHROPIC, url, { requests: 40, tokens: 400_000, ms: 60_000, ...bound });
  expect(problems[0]).toContain(why);
});

test('without a key, or without a model’s name, one line says what is missing', () => {
  for (const env of [{}, { ANTHROPIC_API_KEY: '' }, { OPENAI_API_KEY: KEY }, { EVALS_MODEL: 'a-model' }]) {
    const line = chooseProvider(env);
    expect(line).toMatch(/^Skipped: set .*EVALS_MODEL[^\n]*\.$/);
    expect(line).not.toContain(KEY);
  }
  expect(chooseProvider({ OPENAI_API_KEY: KEY, EVALS_MODEL: 'a-model' })).toMatchObject({ name: 'OpenAI, a-model' });
  expect(chooseProvider({ ANTHROPIC_API_KEY: KEY, EVALS_MODEL: 'a-model' })).toMatchObject({
    name: 'Anthropic, a-model',
  });
});
