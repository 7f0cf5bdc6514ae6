/** A proxy before an honest service that dies, lies or lags, for one request at a time. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { decodeTree, encodeTree } from '../mutation/rust-codec.ts';

/** What it does in place of building a transaction. */
export const BUILD_STUMBLES = ['dies', 'fails', 'refuses', 'knows no key', 'says nonsense', 'lies', 'lags'] as const;
/** What it does in place of sending one. */
export const SEND_STUMBLES = [
  'dies before it sends',
  'dies after it sent',
  'refuses and sends nothing',
  'refuses and sends',
  'says success and sends nothing',
  'refuses and sends later',
] as const;

export type Stumble = (typeof BUILD_STUMBLES)[number] | (typeof SEND_STUMBLES)[number];

export type StumblingService = {
  readonly url: string;
  /** Of the requests that it spoils from now on: as long as it is set, each of its kind. */
  stumble: Stumble | undefined;
  /** Requests for a transaction that it answered as it should. */
  readonly built: () => number;
  /** Sends what it held back. */
  release(): Promise<void>;
  close(): Promise<void>;
};

const SEND = '/helper/send-transaction';
const isBuild = (path: string) => path.startsWith('/deployer/') || path.startsWith('/escrow/');
const isOfSending = (stumble: Stumble): boolean => (SEND_STUMBLES as readonly string[]).includes(stumble);

export async function startStumblingService(service: string): Promise<StumblingService> {
  const held: (() => Promise<Response>)[] = [];
  let built = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    const body = await buffer(request);
    const { host: _, connection: __, ...headers } = request.headers;
    const pass = () =>
      fetch(`${service}${path}`, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(body.length === 0 ? {} : { body }),
      });
    const give = (status: number, content: object | string) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(typeof content === 'string' ? content : JSON.stringify(content));
    };
    const refuse = (message: string) => give(400, { message, error: 'Bad Request', statusCode: 400 });
    const die = () => void request.socket.destroy();
    const { stumble } = own;
    const isSpoilt = stumble !== undefined && (isOfSending(stumble) ? path === SEND : isBuild(path));
    switch (isSpoilt ? stumble : undefined) {
      case 'dies':
      case 'dies before it sends':
        return die();
      case 'fails':
        return give(500, { message: 'Internal server error', statusCode: 500 });
      case 'refuses':
        return refuse('The milestone is already in dispute');
      case 'knows no key':
        return give(401, { message: 'Unauthorized', statusCode: 401 });
      case 'says nonsense':
        return give(201, '<html>');
      case 'lies':
        return give(
          201,
          changed(await (await pass()).text(), (tx) => ({ ...tx, memo: { text: 'a trap' } })),
        );
      case 'lags':
        return give(201, changed(await (await pass()).text(), behind));
      case 'dies after it sent':
        await pass();
        return die();
      case 'refuses and sends nothing':
        return refuse('tx_bad_auth');
      case 'refuses and sends':
        await pass();
        return refuse('tx_bad_seq');
      case 'says success and sends nothing':
        return give(201, { status: 'SUCCESS', message: 'The transaction has been successfully sent' });
      case 'refuses and sends later':
        held.push(pass);
        return refuse('tx_bad_auth');
      case undefined: {
        const honest = await pass();
        if (isBuild(path) && honest.ok) built += 1;
        return give(honest.status, await honest.text());
      }
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const own: StumblingService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stumble: undefined,
    built: () => built,
    release: async () => {
      for (const pass of held.splice(0)) await pass();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return own;
}

type Plain = Readonly<Record<string, unknown>>;

/** An account's sequence number as it was a transaction ago. */
const behind = (tx: Plain): Plain => ({ ...tx, seq_num: `${BigInt(String(tx['seq_num'])) - 1n}` });

/** The same answer with another transaction in it; a refusal as it is. */
function changed(text: string, change: (tx: Plain) => Plain): string {
  const said = JSON.parse(text) as { unsignedTransaction?: string };
  if (said.unsignedTransaction === undefined) return text;
  const tree = decodeTree(said.unsignedTransaction);
  const envelope = tree['tx'] as { readonly tx: Plain };
  const unsignedTransaction = encodeTree({ ...tree, tx: { ...envelope, tx: change(envelope.tx) } });
  return JSON.stringify({ ...said, unsignedTransaction });
}
