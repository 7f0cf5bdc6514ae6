/** A Stellar RPC on loopback that answers what a test puts down for it, over real HTTP. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** JSON-RPC errors come with status 200, as the real server sends them; `silence` leaves a request without an answer. */
export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'silence'
  | 'hang up';
type Params = Readonly<Record<string, unknown>>;
type Given = Answer | 'as usual' | ((params: Params) => Answer);
export type Script = Readonly<Record<string, readonly Given[]>>;

export type RpcStandIn = {
  readonly url: string;
  /** Methods in the order asked, since the last script. */
  readonly asked: readonly string[];
  /** Answers by method, one after the other; the last one goes on. Methods that are not named answer as before. */
  play(script: Script): void;
  close(): Promise<void>;
};

export async function startRpcStandIn(usual: Script): Promise<RpcStandIn> {
  let script = usual;
  let asked: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
    const answers = script[method] ?? [];
    const now = answers[Math.min(asked.filter((other) => other === method).length, answers.length - 1)];
    const answer = (now === 'as usual' ? usual[method]?.at(-1) : now) as Exclude<Given, 'as usual'> | undefined;
    asked.push(method);
    reply(response, id, typeof answer === 'function' ? answer(params) : answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    get asked() {
      return asked;
    },
    play(next) {
      script = { ...usual, ...next };
      asked = [];
    },
    close: () => closed(server),
  };
}

const METHOD_NOT_FOUND = { error: { code: -32601, message: 'method not found' } };

function reply(response: ServerResponse, id: unknown, answer: Answer = METHOD_NOT_FOUND): void {
  if (answer === 'silence') return;
  if (answer === 'hang up') {
    response.destroy();
    return;
  }
  if ('status' in answer) {
    response.writeHead(answer.status, answer.headers).end(answer.body);
    return;
  }
  response
    .writeHead(200, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
