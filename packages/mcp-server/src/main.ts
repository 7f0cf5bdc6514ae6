/** The process from its settings to its clean end. */
import { Console } from 'node:console';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { type CountersignError, toCountersignError } from '@countersign/core/errors';
import { createLog, describeThrown } from '@countersign/core/platform/log';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import { parseSettings, type Settings } from '@countersign/core/settings';
import packageJson from '../package.json' with { type: 'json' };
import toolList from '../tools.json' with { type: 'json' };
import { type CallTool, createCallTool } from './call-tool.ts';
import { findCheckout } from './checkout.ts';
import { saveCompiledCode } from './compile-cache.ts';
import { createDeskHolder, type DeskHolder } from './desk-holder.ts';
import { instructionsFor } from './instructions.ts';
import { watchProcessEnd } from './process-end.ts';
import { serveStdio } from './server.ts';
import type { ListedTool } from './tools/listed-tool.ts';
import { isOffered } from './tools/read-only-tools.ts';
import type { Tool } from './tools/tool.ts';

/** After `initialized` a host asks for the tools at once; loading the heavy parts waits until it has them. */
const WARM_UP_MS = 50;
/** After stdin has ended, calls that still run may finish for as long as hosts are known to wait. */
const GRACE_MS = 1_500;
/** The process ends after this even if something will not close. */
const CLOSE_MS = 3_000;

/** @param whyNotKept why compiled code is not kept, for the log */
export async function main(whyNotKept?: string): Promise<void> {
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

  if (whyNotKept !== undefined) log('warn', 'compiled code is not kept, so starts are slower', { cause: whyNotKept });
  const end = watchProcessEnd();
  const desk = createDeskHolder(settings, log);
  if (settings.publicUrl !== undefined && !(await claimPublicPage(desk))) return;
  const running = new Set<Promise<unknown>>();
  const callTool = createCallTool({
    openDesk: desk.open,
    findTool,
    network: settings.network,
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
      checkout: findCheckout(process.argv[1]),
    }),
    tools: tools.filter(({ name }) => isOffered(name, settings.readOnly)),
    names: tools.map((tool) => tool.name),
    callTool: remember(callTool, running),
    onInitialized: () => void warmUp(),
    log,
  });

  await Promise.race([end.asked, server.closed]);
  await Promise.race([
    Promise.allSettled(running),
    sleep(GRACE_MS, undefined, { signal: end.hurry, ref: false }).catch(() => {}),
  ]);
  // The last reply is written in the turn after its call.
  await turn();
  setTimeout(() => process.exit(), CLOSE_MS).unref();
  await server.close();
  // A submission that was cut short still notes that its outcome is unknown, for which it needs the store.
  await Promise.allSettled(running);
  await desk.close();

  async function warmUp(): Promise<void> {
    await sleep(WARM_UP_MS, undefined, { ref: false });
    await desk.open().catch((thrown) => {
      const { code, message } = toCountersignError(thrown);
      if (code === 'CANCELLED') return;
      log('warn', 'the desk could not be opened; the next call tries again', { code, problem: message });
      if (code === 'INTERNAL') log('error', 'unexpected error', { cause: describeThrown(thrown) });
    });
    saveCompiledCode();
  }
}

/** The settings and arguments without secrets, or one line for each that is wrong and exit code 1. */
function readSettings(): Settings | undefined {
  try {
    const settings = parseSettings(process.env);
    refuseSecrets(process.argv.slice(2), createSecretScanner(settings.credentials));
    return settings;
  } catch (thrown) {
    endStart(toCountersignError(thrown));
    return undefined;
  }
}

/**
 * The page's port must be ours before a link under the public address is given out. Other troubles of the desk are
 * told by the first call, which tries again.
 */
async function claimPublicPage(desk: DeskHolder): Promise<boolean> {
  try {
    await desk.open();
  } catch (thrown) {
    const error = toCountersignError(thrown);
    if (error.code === 'SETTING_INVALID') {
      endStart(error);
      return false;
    }
  }
  return true;
}

function endStart({ code, message, operatorRemedy: remedy, fields }: CountersignError): void {
  const lines =
    code === 'SECRET_REFUSED'
      ? [`${code}: ${message} ${remedy}`]
      : (fields?.map(({ path, problem }) => `${path} ${problem}.`) ?? [`${message} ${remedy}`]);
  process.stderr.write(lines.map((line) => `${line}\n`).join(''));
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
