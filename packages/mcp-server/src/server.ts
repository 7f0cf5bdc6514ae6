/**
 * Serves one host over stdin and stdout. Its first message decides which era of the protocol it speaks, and that era's
 * library alone is loaded; what a host waits for first is answered meanwhile.
 */
import { setImmediate as nextIteration } from 'node:timers/promises';
import { type Era, eraOf } from './eras/first-message.ts';
import type { Handlers } from './eras/handlers.ts';
import { readyAnswer } from './eras/ready-answers.ts';
import type { Connect, EraEvents, Transport } from './eras/serve-era.ts';
import { type Id, type Message, openStdio } from './eras/stdio.ts';

export type StdioServer = {
  /** Once everything that was read so far is in the hands of what answers it. */
  readonly handedOn: () => Promise<void>;
  /** Ends calls that are still running. */
  close(): Promise<void>;
  /** Settles when the connection is over. */
  readonly closed: Promise<void>;
};

export function serveStdio(handlers: Handlers, events: EraEvents): StdioServer {
  const waiting: Message[] = [];
  const { promise: closed, resolve: over } = Promise.withResolvers<void>();
  let connecting: ReturnType<Connect> | undefined;
  let isConnected = false;
  let answered: Id | undefined;

  const onMessage = (message: Message) => {
    if (isConnected) {
      transport.onmessage?.(message);
      return;
    }
    const era = eraOf(waiting[0] ?? message);
    const ready = era === '2025' ? readyAnswer(message, handlers) : undefined;
    if (ready !== undefined) void stdio.send(ready);
    // The library must know of the handshake all the same.
    if (message.method === 'initialize' && ready !== undefined) answered = message.id;
    if (ready === undefined || message.method === 'initialize') waiting.push(message);
    connecting ??= load(era).then(({ connect }) => connect(handlers, transport, events));
  };
  // biome-ignore lint/plugin: stdout belongs to the protocol, and this is what speaks it
  const stdio = openStdio(process.stdin, process.stdout, { onMessage, onProblem: events.onProblem });
  const transport: Transport = {
    start: async () => {
      isConnected = true;
      for (const message of waiting.splice(0)) transport.onmessage?.(message);
    },
    send: async (message) => {
      if (answered !== undefined && 'id' in message && message.id === answered) answered = undefined;
      else await stdio.send(message);
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
      await (await connecting)?.close();
      await transport.close();
    },
    closed,
  };
}

async function load(era: Era): Promise<{ readonly connect: Connect }> {
  return era === '2025' ? await import('./eras/era-2025.ts') : await import('./eras/era-2026.ts');
}
