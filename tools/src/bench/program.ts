/** A program of the product as people start it, with its memory and processor time; and a bot on a local Discord. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Discord, openDiscord } from '@countersign/testkit/discord/local-discord';
import packageJson from '../../../package.json' with { type: 'json' };
import { withResources } from '../command-line/resources.ts';

export type Program = {
  /** What it wrote when it was ready. */
  readonly ready: RegExpExecArray;
  /** Its resident set, in megabytes. */
  readonly memory: () => Promise<number>;
  /** Processor time since it started, in milliseconds. */
  readonly cpuMs: () => Promise<number>;
};

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROBE = new URL('process-probe.ts', import.meta.url).href;
const READY_MS = 60_000;

/** @param args Node's. @param readyWhen what it writes once it is ready */
export async function withProgram<T>(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  readyWhen: RegExp,
  use: (program: Program) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, ['--import', PROBE, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit');
  try {
    let output = '';
    const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
    const read = (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-2_000);
      const found = readyWhen.exec(output);
      if (found !== null) resolve(found);
    };
    // Drained until its end, or a full pipe would block it.
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    const fail = () => reject(new Error(`a program did not start: ${output}`));
    void ended.then(fail);
    void sleep(READY_MS, undefined, { ref: false }).then(fail);
    const ready = await promise;
    const probe = async () => {
      const answer = once(child, 'message');
      child.send('');
      const [report] = await answer;
      return report as { readonly bytes: number; readonly cpuMs: number };
    };
    return await use({
      ready,
      memory: async () => (await probe()).bytes / 1_000_000,
      cpuMs: async () => (await probe()).cpuMs,
    });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Node's arguments for Countersign's own programs: those of the scripts that people run. */
const argumentsOf = (script: 'bot' | 'mcp'): readonly string[] => packageJson.scripts[script].split(' ').slice(1);
export const OWN_BOT = argumentsOf('bot');
export const OWN_MCP = argumentsOf('mcp');

/** Node's arguments for discord.js with its defaults. */
export const BARE_CLIENT: readonly string[] = ['packages/testkit/src/discord/bare-client.ts'];

/** Runs `use` on a bot and the Discord that it is connected to. @param options.servers how many servers it is in */
export function withBot<T>(
  args: readonly string[],
  { servers = 0, ...env }: { readonly servers?: number } & Readonly<Record<string, string | number>>,
  use: (discord: Discord, bot: Program) => Promise<T>,
): Promise<T> {
  return withResources(async (resources) => {
    const discord = resources.use(await openDiscord({ servers }));
    return await withProgram(args, { ...discord.env, ...(env as Record<string, string>) }, /"ready"/, async (bot) => {
      const result = await use(discord, bot);
      if (discord.violations.length > 0) throw new Error(`Discord would refuse: ${discord.violations[0]}`);
      return result;
    });
  });
}
