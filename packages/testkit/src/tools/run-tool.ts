/** Runs a command of tools as a person does: as a process of its own, with an environment of its own. */
import { tmpdir } from 'node:os';
import { startProcess } from '../processes/start-process.ts';

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type RunToolOptions = { readonly env?: Record<string, string>; readonly input?: string };

export const scriptOf = (tool: string): string =>
  new URL(`../../../../tools/src/${tool}/main.ts`, import.meta.url).pathname;

export async function runTool(
  tool: string,
  args: readonly string[],
  { env = {}, input = '', cwd = tmpdir() }: RunToolOptions & { readonly cwd?: string } = {},
): Promise<Ran> {
  const { child, ended, stdout, stderr } = startProcess([scriptOf(tool), ...args], { env, cwd });
  child.stdin.end(input);
  return { code: await ended, stdout: stdout(), stderr: stderr() };
}
