/** Runs a command of tools as a person does: as a process of its own, with an environment of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export function runTool(
  tool: 'bench' | 'build' | 'demo' | 'doctor' | 'explain' | 'fuzz' | 'proof' | 'start' | 'wallet',
  args: readonly string[],
  options: { readonly env?: Record<string, string>; readonly input?: string; readonly cwd?: string } = {},
): Promise<Ran> {
  const script = new URL(`../../../../tools/src/${tool}/main.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...args], { env: options.env ?? {}, cwd: options.cwd ?? tmpdir() });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** An empty folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
