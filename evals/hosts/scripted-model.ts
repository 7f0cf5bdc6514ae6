/** A model on loopback that answers a host only with what the conversation says, once the host has asked. */
import { startAnswerer } from '@countersign/testkit/service/stand-in';
import type { Asked, Move, WireFormat } from './wire-formats.ts';

/** A request of the host that waits for its answer. `whole`: all that came with it. */
export type Question = Asked & { readonly whole: string; answer(move: Move): void };

export type ScriptedModel = {
  readonly url: string;
  /** The next request about the conversation. @throws Error where `ended` comes first */
  next(ended: Promise<string>): Promise<Question>;
  close(): Promise<void>;
};

/** A host asks for titles and the like without tools; the answer to that changes nothing. */
const ASIDE: Move = { say: 'Escrow' };

export async function openScriptedModel(format: WireFormat): Promise<ScriptedModel> {
  const asked: Question[] = [];
  let wake = () => {};
  const { url, close } = await startAnswerer(async ({ method, url: path, body }) => {
    const { pathname } = new URL(path, 'http://127.0.0.1');
    if (method !== 'POST' || !pathname.endsWith(format.path)) {
      return pathname.endsWith('/count_tokens')
        ? Response.json({ input_tokens: 100 })
        : Response.json({ error: { type: 'not_found_error', message: `there is no ${pathname}` } }, { status: 404 });
    }
    const parsed = JSON.parse(body) as unknown;
    const read = format.read(parsed);
    const hasTools = ((parsed as { readonly tools?: readonly unknown[] }).tools ?? []).length > 0;
    const move = hasTools
      ? await new Promise<Move>((answer) => {
          asked.push({ ...read, whole: body, answer });
          wake();
        })
      : ASIDE;
    return new Response(format.write(move), { headers: { 'content-type': 'text/event-stream' } });
  });
  return {
    url,
    next: async (ended) => {
      const end = ended.then((why) => {
        throw new Error(`the host ended before it asked its model: ${why}`);
      });
      const came = new Promise<void>((resolve) => {
        wake = resolve;
        if (asked.length > 0) resolve();
      });
      await Promise.race([came, end]);
      return asked.shift() as Question;
    },
    close,
  };
}
