/** Processes that are killed without a warning, and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** @param pick of so many, which */
export function startChildren(script: string, args: readonly string[], count: number, pick: (count: number) => number) {
  let died = 0;
  let done = 0;
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', (chunk: Buffer) => {
      done += chunk.length;
    });
    return child;
  };
  const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
  const children = Array.from({ length: count }, start);
  const replace = (at: number) => {
    died += 1;
    children[at] = start();
  };
  return {
    /** SIGKILL for one of them by chance, and another one in its place. */
    replaceOne: () => {
      const at = pick(children.length);
      children[at]?.kill('SIGKILL');
      replace(at);
    },
    /** Others in the place of those that ended by themselves. */
    replaceMissing: () => {
      for (const [at, child] of children.entries()) if (isOver(child)) replace(at);
    },
    died: () => died,
    /** How many bytes all of them wrote to stdout: one for each piece of work. */
    done: () => done,
    end: async () => {
      const ended = children.map(async (child) => {
        if (isOver(child)) return;
        const closed = once(child, 'close');
        child.kill('SIGKILL');
        await closed;
      });
      await Promise.all(ended);
    },
  };
}
