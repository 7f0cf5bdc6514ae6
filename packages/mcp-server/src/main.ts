/** The process, from its settings to a clean exit. */
import { Console } from 'node:console';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import { type CountersignError, toCountersignError } from '@countersign/core/errors';
import { describeThrown } from '@countersign/core/platform/log';
import { keepLoopbackDirect } from '@countersign/core/platform/loopback';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { startFailureText } from '@countersign/core/words/problems';
import type { DeskHolder } from './desk-holder.ts';
import { createLocalServer } from './local-server.ts';

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
  keepLoopbackDirect(process.env);
  const settings = readSettings();
  if (settings === undefined) return;
  const { log, desk, serve } = createLocalServer(settings, (line) => process.stderr.write(line));
  process.on('uncaughtException', (thrown) => {
    log('error', 'ended by an unexpected error', { cause: describeThrown(thrown) });
    process.exit(1);
  });

  if (cacheProblem !== undefined)
    log('warn', 'compiled code is not kept, so starts are slower', { cause: cacheProblem });
  const end = watchProcessEnd();
  if (settings.publicUrl !== undefined && !(await claimPublicPage(desk))) return;
  // biome-ignore lint/plugin: stdout belongs to the protocol, and this is what speaks it
  const server = serve(process.stdin, process.stdout);

  if (process.stdin.isTTY) process.stderr.write(AT_TERMINAL);

  await Promise.race([end.requested, server.closed]);
  await server.handedOn();
  await Promise.race([server.idle(), sleep(GRACE_MS, undefined, { signal: end.stopNow, ref: false }).catch(() => {})]);
  // The last reply is written one event loop iteration after its call.
  await nextIteration();
  setTimeout(() => process.exit(), CLOSE_MS).unref();
  await server.close();
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

/**
 * When this process should end, and how soon.
 * @returns `requested` settles when the host closes stdin, a signal arrives, or stdout is closed; `stopNow` is aborted
 *   when running calls should not finish: on a signal, or when no one is left to read an answer
 */
function watchProcessEnd() {
  const stopNow = new AbortController();
  const requested = new Promise<void>((resolve) => {
    const now = () => {
      stopNow.abort();
      resolve();
    };
    process.stdin.once('end', resolve);
    process.stdin.once('error', resolve);
    process.on('SIGINT', now);
    process.on('SIGTERM', now);
    // Only listened to, never written to: EPIPE means that the host is gone.
    // biome-ignore lint/plugin: stdout belongs to the protocol, and its end is the end of it
    process.stdout.on('error', now);
  });
  return { requested, stopNow: stopNow.signal };
}
