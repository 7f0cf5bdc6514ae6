/** JSON-RPC over HTTP on loopback, and the methods that were asked for. */
import type { ServerResponse } from 'node:http';
import { answer, reset, startStandIn } from '../service/stand-in.ts';

export type Params = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it is asked for
export type Question = { readonly id: unknown; readonly method: string; readonly params: any };

/** JSON-RPC errors come with status 200, as the real server sends them; `silence` leaves a request without an answer. */
export type Answer =
  | { readonly result?: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'silence'
  | 'hang up';

export type RpcServer = Awaited<ReturnType<typeof startRpcServer>>;

/** @param answerOf breaks the connection where it throws */
export async function startRpcServer(
  answerOf: (question: Question, response: ServerResponse) => Answer | Promise<Answer>,
) {
  const asked: string[] = [];
  let abandoned = 0;
  const { url, close } = await startStandIn(async (response, request) => {
    response.on('close', () => {
      if (!response.writableEnded) abandoned++;
    });
    const question = JSON.parse(request.body) as Question;
    asked.push(question.method);
    const reply = await answerOf(question, response);
    if (reply === 'silence' || response.headersSent) return;
    if (reply === 'hang up') return reset(response, request);
    if ('status' in reply) return void response.writeHead(reply.status, reply.headers).end(reply.body);
    return answer(200, { jsonrpc: '2.0', id: question.id, ...reply })(response, request);
  });
  return { url: `${url}/rpc`, asked, abandoned: () => abandoned, close };
}
