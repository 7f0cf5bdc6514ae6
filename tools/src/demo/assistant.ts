/** An assistant's host: starts the MCP server as a child process and calls its tools with the SDK's own client. */

import { styleText } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

export type Assistant = {
  /** The structured result of a call that must succeed. */
  call(tool: string, input: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** The error of a call that must be refused, as the text that a model sees. */
  refusal(
    tool: string,
    input: Record<string, unknown>,
  ): Promise<{ code: string; message: string; text: string; differences?: Difference[] }>;
  close(): Promise<void>;
};
type Difference = { field: string; asked: string; found: string };

let transport: StdioClientTransport | undefined;

/** Ends the server at once, also while it starts. */
export function killAssistant(): void {
  if (transport?.pid) process.kill(transport.pid, 'SIGKILL');
}

export async function startAssistant(environment: Record<string, string>): Promise<Assistant> {
  const client = new Client({ name: 'countersign-demo', version: '0.1.0' });
  const cli = new URL('../../../packages/mcp-server/src/cli.ts', import.meta.url);
  transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli.pathname],
    env: environment,
    stderr: 'pipe',
  });
  let log = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  try {
    await client.connect(transport);
  } catch (cause) {
    throw new DemoFailure(`the MCP server did not start: ${log}`, { cause });
  }
  return {
    call: async (name, input) => {
      const result = await client.callTool({ name, arguments: input });
      if (result.isError || result.structuredContent === undefined)
        throw new DemoFailure(`${name} failed: ${textOf(result)}`);
      return result.structuredContent as Record<string, unknown>;
    },
    refusal: async (name, input) => {
      const result = await client.callTool({ name, arguments: input });
      if (!result.isError) throw new DemoFailure(`${name} should have been refused`);
      const text = textOf(result);
      return { text, ...JSON.parse(text).error };
    },
    close: () => client.close(),
  };
}

function textOf(result: Awaited<ReturnType<Client['callTool']>>): string {
  return (result.content as { text?: string }[]).map(({ text }) => text ?? '').join('');
}

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

let hasDetails = false;

export function showDetails(): void {
  hasDetails = true;
}

/** What a step found, below its line, with `--details`. */
export function detail(...lines: string[]): void {
  if (hasDetails) tell(...lines);
}

/** What everybody reads, below a step's line. */
export function tell(...lines: string[]): void {
  for (const line of lines.flatMap((text) => text.split('\n'))) process.stdout.write(`    ${line}\n`);
}
