/** Tells a person what is happening: a line before each step, its time after it, details below. */
import { styleText } from 'node:util';

/** Thrown when a step's result is wrong; the demo then ends with exit code 1. */
export class DemoFailure extends Error {}

export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new DemoFailure(`this was expected, and is not so: ${what}`);
}

/** Runs one step. On a terminal its line counts the seconds while it waits. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1_000).toFixed(1)} s`;
  const line = (sign: string, color: 'green' | 'red' | 'yellow') =>
    `${styleText(color, sign)} ${title} ${styleText('dim', seconds())}`;
  const live = process.stdout.isTTY === true;
  const timer = live ? setInterval(() => process.stdout.write(`\r\u001b[2K${line('…', 'yellow')}`), 100) : undefined;
  const end = (text: string) => process.stdout.write(`${live ? '\r\u001b[2K' : ''}${text}\n`);
  try {
    const result = await work();
    end(line('✓', 'green'));
    return result;
  } catch (error) {
    end(line('✗', 'red'));
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** What a step found, below its line. */
export function tell(...lines: string[]): void {
  for (const line of lines.flatMap((text) => text.split('\n'))) process.stdout.write(`    ${line}\n`);
}

export function heading(text: string): void {
  process.stdout.write(`\n${styleText('bold', text)}\n`);
}
