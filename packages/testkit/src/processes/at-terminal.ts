/** A script of ours at a terminal of its own, where a person types. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess } from './start-process.ts';

/** From util-linux: gives a program its own terminal. */
const SCRIPT = '/usr/bin/script';
export const hasTerminal = process.platform === 'linux' && existsSync(SCRIPT);

type Typing = { readonly dataDir: string; readonly question: string; readonly keys: string };

/** Types `keys` once it asks. A terminal has one stream for everything. @param args a script and its arguments */
export async function atTerminal(args: readonly string[], { dataDir, question, keys }: Typing) {
  const command = [process.execPath, ...args].map((word) => `'${word}'`).join(' ');
  const { child, ended, stdout } = startProcess(['-qec', command, '/dev/null'], {
    command: SCRIPT,
    env: { COUNTERSIGN_DATA_DIR: dataDir },
  });
  const isOver = ended.then(() => true);
  while (!stdout().includes(question)) if (await Promise.race([isOver, sleep(50, false)])) break;
  child.stdin.write(keys);
  const code = await ended;
  return { code, stdout: stdout().replaceAll('\r\n', '\n') };
}
