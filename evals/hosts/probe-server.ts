/** An MCP server whose results differ in each of their parts, to find out which of them a host gives its model. */
import { createInterface } from 'node:readline';

/** Characters of a result that is long, and still shorter than what the protocol would allow. */
const LONG = 200_000;

type Fields = Readonly<Record<string, unknown>>;
type Message = {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: { readonly code: number };
};

const text = (shownText: string) => ({ type: 'text', text: shownText });
const link = { type: 'resource_link', uri: 'probe://mark-in-link', name: 'a link' };
const RESULTS: Readonly<Record<string, object>> = {
  see: { structuredContent: { said: 'mark-in-structured' }, content: [text('{"said":"mark-in-text"}'), link] },
  fail: { isError: true, content: [text('mark-in-error')] },
  long: {
    structuredContent: { filler: 'a '.repeat(LONG / 2), end: 'mark-at-end' },
    content: [text(JSON.stringify({ filler: 'a '.repeat(LONG / 2), end: 'mark-at-end' }))],
  },
};

const FORM = {
  mode: 'form',
  message: 'Which fee?',
  requestedSchema: { type: 'object', properties: { fee: { type: 'string' } } },
};
const URL_MODE = { mode: 'url', message: 'Sign here', url: 'http://127.0.0.1:1/sign', elicitationId: 'one' };

const send = (message: object) => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const waiting = new Map<string, (answer: string) => void>();

/** @returns the person's action, or the code of the error */
function elicit(id: string, params: object): Promise<string> {
  send({ id, method: 'elicitation/create', params });
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    setTimeout(resolve, 10_000, 'no answer in 10 s');
  });
}

async function answer({ id, method, params = {} }: Message): Promise<object | undefined> {
  if (method === 'initialize') {
    const serverInfo = { name: 'probe', version: '1.0.0' };
    return { protocolVersion: params['protocolVersion'], capabilities: { tools: {} }, serverInfo };
  }
  if (method === 'ping') return {};
  if (method === 'tools/list') {
    const inputSchema = { type: 'object', properties: {} };
    const outputSchema = { type: 'object' };
    return {
      tools: [...Object.keys(RESULTS), 'ask'].map((name) => ({
        ...{ name, description: `The tool ${name}.`, inputSchema },
        ...(name === 'see' || name === 'long' ? { outputSchema } : {}),
      })),
    };
  }
  if (method !== 'tools/call') return undefined;
  const name = String(params['name']);
  if (name !== 'ask') return RESULTS[name];
  const answers = { form: await elicit(`form-${id}`, FORM), url: await elicit(`url-${id}`, URL_MODE) };
  return { structuredContent: answers, content: [text(JSON.stringify(answers))] };
}

createInterface(process.stdin).on('line', (line) => {
  const message = JSON.parse(line) as Message;
  if (message.method === undefined) {
    const { result, error } = message;
    waiting.get(String(message.id))?.(error === undefined ? String(result?.['action']) : `error ${error.code}`);
  } else if (message.id !== undefined) {
    void answer(message).then((result) =>
      send(
        result === undefined
          ? { id: message.id, error: { code: -32_601, message: 'Method not found' } }
          : { id: message.id, result },
      ),
    );
  }
});
