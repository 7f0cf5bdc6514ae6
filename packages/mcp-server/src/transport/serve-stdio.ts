/**
 * Serves one host over stdin and stdout, or two streams in their place. Its first message decides which era of the protocol it speaks. Only that era's
 * library is loaded; what a host waits for first is answered meanwhile.
 */

import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { isObject } from '@countersign/core/text/fields';
import type { Handlers } from '../handlers/handlers.ts';
import type { Connect, EraEvents, Transport } from './era.ts';
import { type Era, eraOf, type Id, type Message, withSafeError } from './message.ts';
import { openStdio } from './stdio.ts';

type Streams = { readonly input: Readable; readonly output: Writable };

export function serveStdio(
  handlers: Handlers,
  events: EraEvents,
  redact: (text: string) => string,
  { input, output }: Streams,
) {
  const ready = createReadyAnswers(handlers);
  const waiting: Message[] = [];
  const { promise: closed, resolve: over } = Promise.withResolvers<void>();
  let era: Era | undefined;
  let connecting: ReturnType<Connect> | undefined;
  let isConnected = false;
  let answered: Id | undefined;
  /** That the host began with. */
  let revision: unknown;

  const onMessage = (message: Message) => {
    era ??= eraOf(message);
    if (message.method === 'initialize') revision = message.params?.['protocolVersion'];
    const list = era === '2025' ? ready.toList(message) : undefined;
    // Only the first message: the library's answer to a second one with the same id would be taken for the first's.
    const isFirst = !isConnected && answered === undefined && waiting.length === 0;
    const handshake = era === '2025' && isFirst ? ready.toHandshake(message) : undefined;
    if (handshake !== undefined) answered = message.id;
    const answer = list ?? handshake;
    if (answer !== undefined) void stdio.write(answer, message.id);
    // The library need not see a list request.
    if (list !== undefined) return;
    if (isConnected) {
      transport.onmessage?.(message);
    } else {
      waiting.push(message);
      connecting ??= load(era).then(({ connect }) => connect(handlers, transport, events));
    }
  };
  const stdio = openStdio(input, output, {
    onMessage,
    onProblem: events.onProblem,
    hasBatches: () => revision === WITH_BATCHES,
  });
  const transport: Transport = {
    start: async () => {
      isConnected = true;
      for (const message of waiting.splice(0)) transport.onmessage?.(message);
    },
    send: async (message) => {
      // It has had that answer.
      if (answered !== undefined && 'id' in message && message.id === answered) answered = undefined;
      else
        await stdio.write(
          JSON.stringify(withSafeError(message, redact)),
          'method' in message ? undefined : (message as Partial<Message>).id,
        );
    },
    close: async () => {
      stdio.close();
      over();
      transport.onclose?.();
    },
  };
  return {
    /** Resolves when every message read so far has reached its handler. */
    handedOn: async (): Promise<void> => {
      await connecting;
      await nextIteration();
    },
    /** Ends calls that are still running. */
    close: async (): Promise<void> => {
      await (connecting === undefined ? transport : await connecting).close();
    },
    /** Settles when the connection is over. */
    closed,
  };
}

/** JSON-RPC has batches, and no later revision does. */
const WITH_BATCHES = '2025-03-26';

async function load(era: Era): Promise<{ readonly connect: Connect }> {
  return era === '2025' ? await import('./era-2025.ts') : await import('./era-2026.ts');
}

/** The revisions that the library of the 2025 era accepts. */
const REVISIONS: readonly unknown[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

/**
 * The two answers that a host waits for before it shows anything, as lines that need no library: only for hosts that
 * begin with `initialize`, in a form that hosts are known to send. The library answers everything else. A test
 * compares its answers with these. Each returns nothing if the library must answer.
 */
function createReadyAnswers({ capabilities, info, instructions, listTools }: Handlers) {
  const tools = JSON.stringify(listTools());
  const line = (id: unknown, result: string) => `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  return {
    /** Until the library is loaded; it must still get the handshake. */
    toHandshake: ({ id, method, params = {} }: Message): string | undefined => {
      if (id === undefined || method !== 'initialize' || !isUsual(params)) return undefined;
      const { protocolVersion } = params;
      return line(id, JSON.stringify({ protocolVersion, capabilities, serverInfo: info, instructions }));
    },
    toList: ({ id, method, params = {} }: Message): string | undefined =>
      id === undefined || method !== 'tools/list' || Object.keys(params).length > 0 ? undefined : line(id, tools),
  };
}

function isUsual(params: Readonly<Record<string, unknown>>): boolean {
  const { protocolVersion, capabilities, clientInfo, ...more } = params;
  if (Object.keys(more).length > 0 || !REVISIONS.includes(protocolVersion)) return false;
  if (!isObject(capabilities) || !Object.values(capabilities).every(isObject)) return false;
  return isObject(clientInfo) && typeof clientInfo['name'] === 'string' && typeof clientInfo['version'] === 'string';
}
