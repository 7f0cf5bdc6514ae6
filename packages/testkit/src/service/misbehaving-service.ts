/**
 * A stand-in of the escrow service that errs on purpose, down to the bytes on the wire: it can fall silent or reset
 * the connection at any phase, and answer what no HTTP library would let it. What it is not told to spoil it answers
 * honestly, by a function that the test gives. Every connection carries one request.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type Operation = 'deploy' | 'send' | 'balances' | 'sandbox';

export type AskedRequest = {
  /** Absent for a path that the interface does not know. */
  readonly operation: Operation | undefined;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Writes what it likes to the wire. `asked` has no body yet at `head`, and nothing at all at `connection`. */
export type Act = (wire: Socket, asked: AskedRequest) => void;

export type Fault = {
  /** The phase at which it acts: as soon as somebody connects, when the request's head is there, or all of it (default). */
  readonly on?: 'connection' | 'head' | 'request';
  readonly act: Act;
};

export type MisbehavingService = {
  readonly url: string;
  readonly asked: readonly AskedRequest[];
  /** How often somebody connected. */
  readonly connections: () => number;
  /** From now on the operation is answered so; every connection, where the fault acts before anything is asked. */
  readonly spoil: (operation: Operation, fault: Fault) => void;
  /** From now on everything is answered honestly. */
  readonly heal: () => void;
  readonly close: () => Promise<void>;
};

const PATHS: readonly (readonly [string, Operation])[] = [
  ['/deployer/multi-release', 'deploy'],
  ['/helper/send-transaction', 'send'],
  ['/escrow/single-release/get-multiple-escrow-balance', 'balances'],
  ['/sandbox', 'sandbox'],
];

const NOTHING: AskedRequest = { operation: undefined, method: '', url: '', headers: {}, body: '' };

export async function startMisbehavingService(
  honest: (asked: AskedRequest) => { readonly status: number; readonly body: unknown },
): Promise<MisbehavingService> {
  const asked: AskedRequest[] = [];
  const wires = new Set<Socket>();
  let connections = 0;
  let spoilt: { readonly operation: Operation; readonly fault: Fault } | undefined;

  const server = createServer((wire) => {
    connections++;
    wires.add(wire);
    wire.on('close', () => wires.delete(wire));
    // The other side gives up on most of what is done here.
    wire.on('error', () => {});
    if (spoilt?.fault.on === 'connection') return spoilt.fault.act(wire, NOTHING);
    let received = '';
    let headSeen = false;
    wire.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const request = readRequest(received);
      if (request === undefined) return;
      const fault = spoilt?.operation === request.operation ? spoilt?.fault : undefined;
      if (!headSeen && fault?.on === 'head') {
        asked.push(request);
        fault.act(wire, request);
      }
      headSeen = true;
      if (!request.whole || fault?.on === 'head') return;
      asked.push(request);
      if (fault !== undefined) return fault.act(wire, request);
      const { status, body } = honest(request);
      reply(status, body)(wire, request);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    connections: () => connections,
    spoil: (operation, fault) => {
      spoilt = { operation, fault };
    },
    heal: () => {
      spoilt = undefined;
    },
    close: async () => {
      for (const wire of wires) wire.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** What has arrived, as latin-1 text of its bytes; nothing while the head is not complete. */
function readRequest(received: string): (AskedRequest & { readonly whole: boolean }) | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [line = '', ...fields] = received.slice(0, end).split('\r\n');
  const [method = '', url = ''] = line.split(' ');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  const body = received.slice(end + 4);
  const operation = PATHS.find(([path]) => url.split('?')[0] === path)?.[1];
  const whole = body.length >= Number(headers['content-length'] ?? 0) && headers['transfer-encoding'] === undefined;
  return { operation, method, url, headers, body: Buffer.from(body, 'latin1').toString(), whole };
}

/** A whole reply as HTTP has it; what is neither text nor bytes becomes JSON. `headers` may replace its own. */
export function reply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Act {
  const bytes =
    typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  return (wire) => {
    wire.write(head(status, { 'content-length': String(bytes.length), ...headers }));
    wire.end(bytes);
  };
}

/** A status line and headers, up to the body. */
export function head(status: number, headers: Readonly<Record<string, string>> = {}): string {
  const all = { 'content-type': 'application/json; charset=utf-8', connection: 'close', ...headers };
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Whatever\r\n${fields.join('')}\r\n`;
}

/** These bytes, and then the end of the connection: in order, by a reset, or never. */
export function bytes(written: string | Uint8Array, after: 'end' | 'reset' | 'silence' = 'end'): Act {
  return (wire) => {
    wire.write(written, () => {
      if (after === 'end') wire.end();
      // A moment's delay, or a reset would take back what is still on its way.
      if (after === 'reset') setTimeout(() => wire.resetAndDestroy(), 20);
    });
  };
}

/** A moment later, or the other side would find that it never connected. */
export const resets: Act = (wire) => {
  setTimeout(() => wire.resetAndDestroy(), 20);
};

export const saysNothing: Act = () => {};

/** The same bytes again and again, as fast as they are taken or one piece each `everyMs`, for as long as anybody listens. */
export function endless(start: string, again: string | Uint8Array, everyMs = 0): Act {
  return (wire) => {
    wire.write(start);
    const more = () => {
      if (wire.destroyed || !wire.writable) return;
      // Both sides share one process, so whoever writes at full speed leaves the other a turn.
      if (wire.write(again)) setTimeout(more, everyMs).unref();
      else wire.once('drain', more);
    };
    more();
  };
}
