/** The process, from its settings to a clean exit. */
import { Console } from 'node:console';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import { type CountersignError, operatorFields, toCountersignError } from '@countersign/core/errors';
import { startFailureText } from '@countersign/core/errors/start-failure';
import { createLog, describeThrown, type Log } from '@countersign/core/platform/log';
import { createSecretScanner } from '@countersign/core/secrets';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { ownCommand } from './command-line/launch.ts';
import { saveCompiledCode } from './compile-cache.ts';
import { createDeskHolder, type DeskHolder } from './desk-holder.ts';
import type { Handlers } from './eras/handlers.ts';
import { handlersOf } from './handlers-of.ts';
import { createOwnEscrows } from './own-escrows.ts';
import { watchProcessEnd } from './process-end.ts';
import { serveStdio } from './server.ts';

/** At the start a host asks for one list after another, so slow work waits a little. */
const QUIET_MS = 50;
/** So that a page whose process ended is served again within seconds. */
const LOOK_EVERY_MS = 5_000;
/** Running calls get this long after stdin closes; hosts are known to wait as long. */
const GRACE_MS = 1_500;
/** The process ends after this even if something does not close. */
const CLOSE_MS = 3_000;

/** Otherwise a person who starts it by hand would see nothing. */
const AT_TERMINAL =
  'Countersign waits for an assistant’s host on stdin; Ctrl-C ends it. --help lists what else it does.\n';

/** @param cacheProblem why compiled code is not kept, for the log */
export async function main(cacheProblem?: string): Promise<void> {
  // A dependency that prints would break the protocol; what it says goes to stderr.
  globalThis.console = new Console(process.stderr, process.stderr);
  const settings = readSettings();
  if (settings === undefined) return;
  const scanner = createSecretScanner(settings.credentials);
  const { redact } = scanner;
  const log = createLog({ level: settings.log, redact, write: (line) => process.stderr.write(line) });
  process.on('uncaughtException', (thrown) => {
    log('error', 'ended by an unexpected error', { cause: describeThrown(thrown) });
    process.exit(1);
  });

  if (cacheProblem !== undefined)
    log('warn', 'compiled code is not kept, so starts are slower', { cause: cacheProblem });
  const end = watchProcessEnd();
  const desk = createDeskHolder(settings, log);
  if (settings.publicUrl !== undefined && !(await claimPublicPage(desk))) return;
  const running = new Set<Promise<unknown>>();
  const openDesk = () =>
    desk.open().catch((thrown) => {
      reportClosedDesk(thrown, log);
      throw thrown;
    });
  const own = createOwnEscrows({ ...settings, openDesk });
  const handlers = handlersOf({ settings, openDesk, own, scanner, log, command: ownCommand() });
  const events = {
    onInitialized: () => void settleDown(),
    onProblem: () => log('warn', 'a message on stdin could not be read or answered'),
  };
  const server = serveStdio(remember(handlers, running), events, redact);

  if (process.stdin.isTTY) process.stderr.write(AT_TERMINAL);

  await Promise.race([end.requested, server.closed]);
  await server.handedOn();
  await Promise.race([
    Promise.allSettled(running),
    sleep(GRACE_MS, undefined, { signal: end.stopNow, ref: false }).catch(() => {}),
  ]);
  // The last reply is written one event loop iteration after its call.
  await nextIteration();
  setTimeout(() => process.exit(), CLOSE_MS).unref();
  await server.close();
  // An aborted submission still stores that its outcome is unknown.
  await Promise.allSettled(running);
  await desk.close();

  /**
   * Once any process on this folder has prepared something, serves its pages and asks the ledger what became of it.
   * Until then a desk would only take memory.
   */
  async function settleDown(): Promise<void> {
    await sleep(QUIET_MS, undefined, { ref: false });
    saveCompiledCode();
    while (!(await own.some())) await sleep(LOOK_EVERY_MS, undefined, { ref: false });
    await openDesk().catch(() => {});
    saveCompiledCode();
  }
}

function reportClosedDesk(thrown: unknown, log: Log): void {
  const error = toCountersignError(thrown);
  const { code, message } = error;
  if (code === 'CANCELLED') return;
  const fields = { code, problem: message, ...operatorFields(error) };
  log('warn', 'the desk could not be opened; the next call tries again', fields);
  if (code === 'INTERNAL') log('error', 'unexpected error', { cause: describeThrown(thrown) });
}

/** The settings; or nothing, after one line for each invalid one and with exit code 1. */
function readSettings(): Settings | undefined {
  try {
    return parseSettings(process.env);
  } catch (thrown) {
    failStart(toCountersignError(thrown));
    return undefined;
  }
}

/**
 * The page's port must be ours before a link under the public address is given out. The first call reports other
 * errors of the desk, and tries again.
 */
async function claimPublicPage(desk: DeskHolder): Promise<boolean> {
  try {
    await desk.open();
  } catch (thrown) {
    const error = toCountersignError(thrown);
    if (error.code === 'SETTING_INVALID') {
      failStart(error);
      return false;
    }
  }
  return true;
}

function failStart(error: CountersignError): void {
  process.stderr.write(startFailureText(error));
  process.exitCode = 1;
}

/** Remembers running calls, so that the end of the process can wait for them. */
function remember(handlers: Handlers, running: Set<Promise<unknown>>): Handlers {
  const remembered =
    <Asked extends readonly unknown[], T>(work: (...asked: Asked) => Promise<T>) =>
    (...asked: Asked): Promise<T> => {
      const call = work(...asked);
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
