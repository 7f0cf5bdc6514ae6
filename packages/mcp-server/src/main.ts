/** The process, from its settings to a clean exit. */
import { Console } from 'node:console';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import { type CountersignError, operatorFields, toCountersignError } from '@countersign/core/errors';
import { startFailureText } from '@countersign/core/errors/start-failure';
import { createLog, describeThrown } from '@countersign/core/platform/log';
import { createSecretScanner } from '@countersign/core/secrets';
import { parseSettings, type Settings } from '@countersign/core/settings';
import packageJson from '../package.json' with { type: 'json' };
import toolList from '../tools.json' with { type: 'json' };
import { type CallTool, createCallTool } from './call-tool.ts';
import { ownCommand } from './command-line/launch.ts';
import { saveCompiledCode } from './compile-cache.ts';
import { createDeskHolder, type DeskHolder } from './desk-holder.ts';
import { instructionsFor } from './instructions.ts';
import { watchProcessEnd } from './process-end.ts';
import { serveStdio } from './server.ts';
import type { ListedTool } from './tools/listed-tool.ts';
import { isOffered } from './tools/read-only-tools.ts';
import type { Tool } from './tools/tool.ts';

/** After `initialized` a host asks for the tools at once, so the heavy parts are loaded a little later. */
const WARM_UP_MS = 50;
/** After stdin is closed, running calls may take as long as hosts are known to wait. */
const GRACE_MS = 1_500;
/** The process ends after this even if something does not close. */
const CLOSE_MS = 3_000;

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
  const callTool = createCallTool({
    openDesk: desk.open,
    findTool,
    network: settings.network,
    feeStop: settings.feeStop,
    readOnly: settings.readOnly,
    scanner,
    log,
  });
  const tools = toolList as readonly ListedTool[];
  const server = await serveStdio({
    version: packageJson.version,
    instructions: instructionsFor({
      network: settings.network.name,
      readOnly: settings.readOnly,
      command: ownCommand(),
    }),
    tools: tools.filter(({ name }) => isOffered(name, settings.readOnly)),
    names: tools.map((tool) => tool.name),
    callTool: remember(callTool, running),
    onInitialized: () => void warmUp(),
    log,
  });

  await Promise.race([end.requested, server.closed]);
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

  async function warmUp(): Promise<void> {
    await sleep(WARM_UP_MS, undefined, { ref: false });
    await desk.open().catch((thrown) => {
      const error = toCountersignError(thrown);
      const { code, message } = error;
      if (code === 'CANCELLED') return;
      const fields = { code, problem: message, ...operatorFields(error) };
      log('warn', 'the desk could not be opened; the next call tries again', fields);
      if (code === 'INTERNAL') log('error', 'unexpected error', { cause: describeThrown(thrown) });
    });
    saveCompiledCode();
  }
}

/** The settings; or nothing, after one line for each that is invalid, with exit code 1. */
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

async function findTool(name: string): Promise<Tool> {
  const { TOOLS } = await import('./tools/index.ts');
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`tools.json lists a tool that there is not: ${name}`);
  return tool;
}

function remember(callTool: CallTool, running: Set<Promise<unknown>>): CallTool {
  return (...asked) => {
    const call = callTool(...asked);
    running.add(call);
    return call.finally(() => running.delete(call));
  };
}
