/**
 * Puts our stdio server behind an HTTP address, for a suite that knows only HTTP: each session is a separate child
 * process, which reads and writes lines as with a host. Requests without a session, as of 2026-07-28, share one.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { onTestFinished } from 'vitest';

type Message = { readonly id?: string | number; readonly method?: string };
type Waiting = { readonly id: string | number; readonly response: ServerResponse };
type Session = {
  readonly id: string;
  readonly send: (message: Message) => void;
  /** By the id that the child gets for a request: clients that share a session use the same ids. */
  readonly waiting: Map<unknown, Waiting>;
};

const SHARED = 'shared';

/** @param entry the file that Node runs for a session. @returns the HTTP address */
export async function serveOverHttp(entry: string): Promise<string> {
  const sessions = new Map<string, Session>();
  let requests = 0;
  const server = createServer(async (request, response) => {
    if (request.headers.host !== `127.0.0.1:${port}`) return end(response, 403);
    if (request.method !== 'POST') return end(response, 405);
    const message = JSON.parse(await text(request)) as Message;
    const session = sessionOf(request, message);
    if (message.id === undefined || message.method === undefined) {
      session.send(message);
      return end(response, 202);
    }
    requests += 1;
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      ...(session.id === SHARED ? {} : { 'mcp-session-id': session.id }),
    });
    session.waiting.set(requests, { id: message.id, response });
    session.send({ ...message, id: requests });
  });
  const sessionOf = ({ headers }: IncomingMessage, { method }: Message): Session => {
    const named = headers['mcp-session-id'] ?? (method === 'initialize' ? randomUUID() : SHARED);
    const session = sessions.get(String(named)) ?? startSession(entry, String(named));
    sessions.set(session.id, session);
    return session;
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${port}/mcp`;
}

function startSession(entry: string, id: string): Session {
  const { child } = startProcess([entry], { env: { COUNTERSIGN_DATA_DIR: temporaryFolder() } });
  const waiting: Session['waiting'] = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    // A notification belongs to some waiting request; its client knows which one.
    for (const { response } of asked === undefined ? waiting.values() : [asked]) {
      const shownText = asked === undefined ? line : JSON.stringify({ ...message, id: asked.id });
      response.write(`event: message\ndata: ${shownText}\n\n`);
    }
    asked?.response.end();
  });
  return { id, send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`), waiting };
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
