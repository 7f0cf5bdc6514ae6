/**
 * Serves one host over stdin and stdout, or two streams in their place. Its first message decides which era of the protocol it speaks. Only that era's
 * library is loaded; what a host waits for first is answered meanwhile.
 */
import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { type Era, eraOf } from './eras/first-message.ts';
import type { Handlers } from './eras/handlers.ts';
import type { Id, Message } from './eras/message.ts';
import { withSafeError } from './eras/protocol-error.ts';
import { createReadyAnswers } from './eras/ready-answers.ts';
import type { Connect, EraEvents, Transport } from './eras/serve-era.ts';
import { openStdio } from './eras/stdio.ts';

export type StdioServer = {
  /** Resolves when every message read so far has reached its handler. */
  readonly handedOn: () => Promise<void>;
  /** Ends calls that are still running. */
  close(): Promise<void>;
  /** Settles when the connection is over. */
  readonly closed: Promise<void>;
};

type Streams = { readonly input: Readable; readonly output: Writable };

export function serveStdio(
  handlers: Handlers,
  events: EraEvents,
  redact: (text: string) => string,
  { input, output }: Streams,
): StdioServer {
  const ready = createReadyAnswers(handlers);
  const waiting: Message[] = [];
  const { promise: closed, resolve: over } = Promise.withResolvers<void>();
  let era: Era | undefined;
  let connecting: ReturnType<Connect> | undefined;
  let isConnected = false;
  let answered: Id | undefined;

  const onMessage = (message: Message) => {
    era ??= eraOf(message);
    const list = era === '2025' ? ready.toList(message) : undefined;
    // Only the first message: the library's answer to a second one with the same id would be taken for the first's.
    const isFirst = !isConnected && answered === undefined && waiting.length === 0;
    const handshake = era === '2025' && isFirst ? ready.toHandshake(message) : undefined;
    if (handshake !== undefined) answered = message.id;
    const answer = list ?? handshake;
    if (answer !== undefined) void stdio.write(answer);
    // The library need not see a list request.
    if (list !== undefined) return;
    if (isConnected) {
      transport.onmessage?.(message);
    } else {
      waiting.push(message);
      connecting ??= load(era).then(({ connect }) => connect(handlers, transport, events));
    }
  };
  const stdio = openStdio(input, output, { onMessage, onProblem: events.onProblem });
  const transport: Transport = {
    start: async () => {
      isConnected = true;
      for (const message of waiting.splice(0)) transport.onmessage?.(message);
    },
    send: async (message) => {
      // It has had that answer.
      if (answered !== undefined && 'id' in message && message.id === answered) answered = undefined;
      else await stdio.write(JSON.stringify(withSafeError(message, redact)));
    },
    close: async () => {
      stdio.close();
      over();
      transport.onclose?.();
    },
  };
  return {
    handedOn: async () => {
      await connecting;
      await nextIteration();
    },
    close: async () => {
      await (connecting === undefined ? transport : await connecting).close();
    },
    closed,
  };
}

async function load(era: Era): Promise<{ readonly connect: Connect }> {
  return era === '2025' ? await import('./eras/era-2025.ts') : await import('./eras/era-2026.ts');
}
