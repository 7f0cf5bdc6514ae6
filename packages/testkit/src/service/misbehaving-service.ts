/**
 * A stand-in of the escrow service that errs on purpose, down to the bytes on the wire: it can fall silent or reset
 * the connection at any phase, and answer what no HTTP library would let it. What a test does not spoil it answers
 * honestly, by a function of the test. Every connection carries one request.
 */
import type { Socket } from 'node:net';
import { type ReceivedRequest, startStandIn } from './stand-in.ts';

export type Operation = 'deploy' | 'send' | 'balances' | 'sandbox';

export type Act = (wire: Socket) => void;

export type Fault = {
  /** The phase at which it acts: as soon as somebody connects, when the request's head is there, or all of it (default). */
  readonly on?: 'connection' | 'head' | 'request';
  readonly act: Act;
};

const PATHS: Readonly<Record<string, Operation>> = {
  '/deployer/multi-release': 'deploy',
  '/helper/send-transaction': 'send',
  '/escrow/single-release/get-multiple-escrow-balance': 'balances',
  '/sandbox': 'sandbox',
};

/** Absent for a path that the interface does not know. */
export const operationOf = ({ url }: Pick<ReceivedRequest, 'url'>): Operation | undefined =>
  PATHS[url.split('?')[0] as string];

export async function startMisbehavingService(
  honest: (request: ReceivedRequest) => { readonly status: number; readonly body: unknown },
) {
  let spoilt: { readonly operation: Operation; readonly fault: Fault } | undefined;
  const faultOf = (request: ReceivedRequest, on: Fault['on']) => {
    const { fault, operation } = spoilt ?? {};
    return operation === operationOf(request) && (fault?.on ?? 'request') === on ? fault : undefined;
  };
  const spoiltWires = new WeakSet<Socket>();
  const server = await startStandIn(
    ({ socket }, request) => {
      // What acts on a connection leaves nothing on it to answer.
      if (spoiltWires.has(socket as Socket)) return;
      const { status, body } = honest(request);
      const { act } = faultOf(request, 'request') ?? { act: reply(status, body) };
      act(socket as Socket);
    },
    {
      onConnection: (wire) => {
        if (spoilt?.fault.on !== 'connection') return;
        spoiltWires.add(wire);
        spoilt.fault.act(wire);
      },
      onHead: (wire, head) => {
        const fault = faultOf(head, 'head');
        fault?.act(wire);
        return fault !== undefined;
      },
    },
  );
  return {
    url: server.url,
    asked: server.requests,
    close: server.close,
    /** From now on the operation is answered so; every connection, where the fault acts before a request arrives. */
    spoil: (operation: Operation, fault: Fault) => {
      spoilt = { operation, fault };
    },
    heal: () => {
      spoilt = undefined;
    },
  };
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
      // Both sides share one process, so anyone who writes at full speed leaves the other a turn.
      if (wire.write(again)) setTimeout(more, everyMs).unref();
      else wire.once('drain', more);
    };
    more();
  };
}
