/** A Stellar RPC on loopback that answers from a script, over real HTTP. */
import { type Answer, type Params, startRpcServer } from './rpc-server.ts';

export type { Answer } from './rpc-server.ts';
export type Script = Readonly<Record<string, readonly (Answer | 'as usual' | ((params: Params) => Answer))[]>>;

export type RpcStandIn = Awaited<ReturnType<typeof startRpcStandIn>>;

const METHOD_NOT_FOUND: Answer = { error: { code: -32601, message: 'method not found' } };

export async function startRpcStandIn(usual: Script) {
  let script = usual;
  const { url, asked, close } = await startRpcServer(({ method, params }) => {
    const answers = script[method] ?? [];
    const count = asked.filter((other) => other === method).length;
    const scripted = answers[Math.min(count, answers.length) - 1];
    const answer = scripted === 'as usual' ? usual[method]?.at(-1) : scripted;
    return (typeof answer === 'function' ? answer(params) : (answer as Answer)) ?? METHOD_NOT_FOUND;
  });
  return {
    url,
    /** Methods in the order asked, since the last script. */
    asked: asked as readonly string[],
    /** Answers by method, one after the other; the last one goes on. Methods that are not named answer as before. */
    play(next: Script) {
      script = { ...usual, ...next };
      asked.length = 0;
    },
    close,
  };
}
