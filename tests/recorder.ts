/** A server on loopback that records every byte of every request, and passes it on or answers itself. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export type Recorded = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Answer = {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Recorder = {
  readonly url: string;
  readonly requests: Recorded[];
  /** Answers instead of the target if it returns something. */
  answer: (request: Recorded) => Answer | undefined;
};

/** @param target where to pass requests on; absent: everything is answered with 404 */
export async function startRecorder(target?: string): Promise<Recorder> {
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const recorder: Recorder = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answer: () => undefined,
  };
  return recorder;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const { host: _, connection: __, 'content-length': ___, ...rest } = request.headers;
    const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
    const { method = 'GET', url = '/' } = request;
    const recorded = { method, url, headers, body: bytes.toString('latin1') };
    recorder.requests.push(recorded);
    const own = recorder.answer(recorded) ?? (target === undefined ? { status: 404, body: '' } : undefined);
    if (own !== undefined) {
      response.writeHead(own.status, { 'content-type': 'application/json', ...own.headers }).end(own.body);
      return;
    }
    const passed = await fetch(target + url, { method, headers, ...(bytes.length === 0 ? {} : { body: bytes }) });
    const answer = Buffer.from(await passed.arrayBuffer());
    const type = passed.headers.get('content-type');
    response.writeHead(passed.status, type === null ? {} : { 'content-type': type }).end(answer);
  }
}
