/**
 * A server of ours under an HTTP address, for a suite that knows no other: each session is a child of its own, which
 * reads and writes the lines that a host would.
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
type Session = {
  readonly id: string;
  readonly send: (line: string) => void;
  readonly open: Map<unknown, ServerResponse>;
};

/** @param entry what Node starts for a session. @returns its address */
export async function serveOverHttp(entry: string): Promise<string> {
  const sessions = new Map<string, Session>();
  const server = createServer(async (request, response) => {
    if (request.headers.host !== `127.0.0.1:${port}`) return end(response, 403);
    if (request.method !== 'POST') return end(response, 405);
    await answer(sessionOf(request), await text(request), response);
  });
  const sessionOf = ({ headers }: IncomingMessage): Session => {
    const known = sessions.get(String(headers['mcp-session-id']));
    if (known !== undefined) return known;
    const session = startSession(entry);
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

function startSession(entry: string): Session {
  const { child } = startProcess([entry], { env: { COUNTERSIGN_DATA_DIR: temporaryFolder() } });
  const open: Session['open'] = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id } = JSON.parse(line) as Message;
    for (const response of id === undefined ? open.values() : [open.get(id)]) {
      response?.write(`event: message\ndata: ${line}\n\n`);
    }
    open.get(id)?.end();
    open.delete(id);
  });
  return { id: randomUUID(), send: (line) => child.stdin.write(`${line}\n`), open };
}

async function answer({ id, send, open }: Session, body: string, response: ServerResponse): Promise<void> {
  const message = JSON.parse(body) as Message;
  if (message.id === undefined || message.method === undefined) {
    send(JSON.stringify(message));
    return end(response, 202);
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': id });
  open.set(message.id, response);
  send(JSON.stringify(message));
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
