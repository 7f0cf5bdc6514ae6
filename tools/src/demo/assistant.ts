/** An assistant's host: starts the MCP server as a child process and calls its tools with the SDK's own client. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { DemoFailure } from './narrator.ts';

export type Assistant = {
  readonly tools: readonly string[];
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

export async function startAssistant(environment: Record<string, string>): Promise<Assistant> {
  const client = new Client({ name: 'countersign-demo', version: '0.1.0' });
  const cli = new URL('../../../packages/mcp-server/src/cli.ts', import.meta.url);
  const transport = new StdioClientTransport({
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
  const { tools } = await client.listTools();
  return {
    tools: tools.map(({ name }) => name),
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
