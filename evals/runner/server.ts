/** The real server over stdio, as a host runs it, with the SDK's own client. */
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { World } from './world.ts';

const CLI = fileURLToPath(new URL('../../packages/mcp-server/src/cli.ts', import.meta.url));
const { PATH = '', NODE_COMPILE_CACHE } = process.env;

/** What of a tool a host puts before its model. */
export type ToolForModel = { readonly name: string; readonly description: string; readonly inputSchema: object };

export type Reply = { readonly value: unknown; readonly text: string; readonly isError: boolean };

export type Server = {
  readonly instructions: string;
  readonly tools: readonly ToolForModel[];
  readonly call: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<Reply>;
  close(): Promise<void>;
};

export async function startServer({ env, clock: { aheadMs } }: World): Promise<Server> {
  const ahead = `--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+${aheadMs}`;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI],
    env: {
      PATH,
      ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
      ...(aheadMs === 0 ? {} : { NODE_OPTIONS: ahead }),
      ...env,
    },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'countersign-evals', version: '0.1.0' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  return {
    instructions: client.getInstructions() ?? '',
    tools: tools.map(({ name, description = '', inputSchema }) => ({ name, description, inputSchema })),
    call: async (name, input) => {
      try {
        return readReply(await client.callTool({ name, arguments: { ...input } }));
      } catch (thrown) {
        // A tool that there is not is an error of the protocol.
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        return { value: { message }, text: message, isError: true };
      }
    },
    close: () => client.close(),
  };
}

function readReply({ content, structuredContent, isError }: Awaited<ReturnType<Client['callTool']>>): Reply {
  const text = (content as readonly { readonly text?: string }[])[0]?.text ?? '';
  if (isError === true) return { value: (JSON.parse(text) as { error: unknown }).error, text, isError };
  return { value: structuredContent, text: JSON.stringify(structuredContent), isError: false };
}
