/** The server as a bare process: raw lines in, raw output out. */
import { startProcess } from '../processes/start-process.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { CLI } from './host.ts';

export type Run = ReturnType<typeof run>;

export function run(env: Record<string, string> = {}, nodeOptions: readonly string[] = []) {
  const { child, ended, stdout, stderr } = startProcess([...nodeOptions, CLI], {
    env: { COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env },
  });
  return {
    child,
    send: (...messages: unknown[]) => {
      child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    },
    stderr,
    result: ended.then((code) => ({ code, signal: child.signalCode, stdout: stdout(), stderr: stderr() })),
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

export function messages(stdout: string): { id?: number | string; result?: unknown; error?: unknown }[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
