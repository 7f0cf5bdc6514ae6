/** The server of the person on this machine, over two streams. What belongs to the process is in main.ts. */
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { operatorFields, toCountersignError } from '@countersign/core/errors';
import { ownCommand } from '@countersign/core/platform/launch';
import { createLog, describeThrown, type Log } from '@countersign/core/platform/log';
import { createSecretScanner } from '@countersign/core/secrets';
import type { Settings } from '@countersign/core/settings';
import { saveCompiledCode } from './compile-cache.ts';
import { createDeskHolder } from './desk-holder.ts';
import type { Handlers } from './handlers/handlers.ts';
import { handlersOf } from './handlers/handlers-of.ts';
import { createOwnEscrows } from './handlers/own-escrows.ts';
import { serveStdio } from './transport/serve-stdio.ts';

/** At the start a host asks for one list after another, so slow work waits a little. */
const QUIET_MS = 50;
/** So that a page whose process ended is served again within seconds. */
const LOOK_EVERY_MS = 5_000;

/**
 * @param write takes each line of the log
 * @param entry the file that a person starts in a terminal, for texts that say so; default: the one of this process
 * @param patienceMs how long a call waits for a person whom the host asks; default: 45 s
 */
export function createLocalServer(
  settings: Settings,
  write: (line: string) => void,
  entry?: string,
  patienceMs?: number,
) {
  const scanner = createSecretScanner(settings.credentials);
  const { redact } = scanner;
  const log = createLog({ level: settings.log, redact, write });
  const desk = createDeskHolder(settings, log);
  const openDesk = () =>
    desk.open().catch((thrown) => {
      reportClosedDesk(thrown, log);
      throw thrown;
    });
  const own = createOwnEscrows({ ...settings, openDesk });
  const running = new Set<Promise<unknown>>();
  const handlers = remember(
    handlersOf({ settings, openDesk, own, scanner, log, command: ownCommand(entry), patienceMs }),
    running,
  );
  const ended = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { ref: false, signal: ended.signal });

  /**
   * Once any process on this folder has prepared something, serves its pages and asks the ledger what became of it.
   * Until then a desk would only take memory.
   */
  async function settleDown(): Promise<void> {
    await wait(QUIET_MS);
    saveCompiledCode();
    while (!(await own.some())) await wait(LOOK_EVERY_MS);
    await openDesk();
    saveCompiledCode();
  }

  const events = {
    onInitialized: () => void settleDown().catch(() => {}),
    onProblem: () => log('warn', 'a message on stdin could not be read or answered'),
  };
  const idle = () => Promise.allSettled(running);
  return {
    log,
    desk,
    /** Answers what it reads from `input`. Closing it ends calls that still run, and closes the desk. */
    serve: (input: Readable, output: Writable) => {
      const server = serveStdio(handlers, events, redact, { input, output });
      return {
        ...server,
        idle,
        close: async () => {
          ended.abort();
          await server.close();
          // An aborted submission still stores that its outcome is unknown.
          await idle();
          await desk.close();
        },
      };
    },
  };
}

function reportClosedDesk(thrown: unknown, log: Log): void {
  const error = toCountersignError(thrown);
  const { code, message } = error;
  if (code === 'CANCELLED') return;
  const fields = { code, problem: message, ...operatorFields(error) };
  log('warn', 'the desk could not be opened; the next call tries again', fields);
  if (code === 'INTERNAL') log('error', 'unexpected error', { cause: describeThrown(thrown) });
}

/** Remembers running calls, so that the end of the server can wait for them. */
function remember(handlers: Handlers, running: Set<Promise<unknown>>): Handlers {
  const remembered =
    <Asked extends readonly unknown[], T>(work: (...request: Asked) => Promise<T>) =>
    (...request: Asked): Promise<T> => {
      const call = work(...request);
      running.add(call);
      return call.finally(() => running.delete(call));
    };
  return {
    ...handlers,
    callTool: remembered(handlers.callTool),
    listResources: remembered(handlers.listResources),
    readResource: remembered(handlers.readResource),
    getPrompt: remembered(handlers.getPrompt),
    complete: remembered(handlers.complete),
  };
}
