/** The server as a bare process: raw lines in, raw output out. */
import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { CLI, temporaryFolder } from './host.ts';

export type Run = {
  readonly child: ChildProcess;
  /** Writes messages, one a line. */
  readonly send: (...messages: unknown[]) => void;
  readonly result: Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>;
};

export async function run(env: Record<string, string> = {}, nodeOptions: readonly string[] = []): Promise<Run> {
  const child = spawn(process.execPath, [...nodeOptions, CLI], {
    env: { PATH: process.env['PATH'] ?? '', COUNTERSIGN_DATA_DIR: await temporaryFolder(), ...env },
    stdio: 'pipe',
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const exit = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  // The child may end before it has read everything.
  child.stdin.on('error', () => {});
  return {
    child,
    send: (...messages) => {
      child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    },
    result: exit.then((ended) => ({ ...ended, stdout, stderr })),
  };
}

export const HELLO = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
] as const;

/** Stdout as messages; throws if a line is none. */
export function messages(stdout: string): { id?: number | string; result?: unknown; error?: unknown }[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
