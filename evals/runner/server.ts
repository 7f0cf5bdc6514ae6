/** The real server, in this process or in its own, with the SDK's own client. */
import { CLI, serveHere } from '@countersign/testkit/mcp/serve-here';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { World } from './world.ts';

const { PATH = '', NODE_COMPILE_CACHE } = process.env;

/** What of a tool a host puts before its model. */
export type ToolForModel = { readonly name: string; readonly description: string; readonly inputSchema: object };

/** `value`: `structuredContent`, or the error. `text`: `content`, which some hosts show in its place. */
export type Reply = { readonly value: unknown; readonly text: string; readonly isError: boolean };

export type Server = {
  readonly instructions: string;
  readonly tools: readonly ToolForModel[];
  readonly call: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<Reply>;
  /** Only with a host between the two: resolves once the server has the last call. */
  readonly calling?: () => Promise<void>;
  /** Where a host passes on what the person and the assistant say. */
  readonly hears?: (text: string) => Promise<void>;
  readonly says?: (text: string) => Promise<void>;
  close(): Promise<void>;
};

/** A server for a conversation that is played in `world`. */
export type StartServer = (world: World) => Promise<Server>;

/** In this process, or where its clock must be ahead of ours in one of its own. */
export const startServer: StartServer = async ({ env, clock: { aheadMs } }) => {
  const transport = aheadMs === 0 ? serveHere(env).transport : laterProcess(env, aheadMs);
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
};

/** What makes a process's time that of the conversation. */
export function timeOf({ aheadMs }: World['clock']): Readonly<Record<string, string>> {
  return aheadMs === 0
    ? {}
    : { NODE_OPTIONS: `--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+${aheadMs}` };
}

function laterProcess(env: World['env'], aheadMs: number): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [CLI],
    env: {
      PATH,
      ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
      ...{ ...timeOf({ aheadMs }), ...env },
    },
    stderr: 'ignore',
  });
}

function readReply({ content, structuredContent, isError }: Awaited<ReturnType<Client['callTool']>>): Reply {
  const text = (content as readonly { readonly text?: string }[])[0]?.text ?? '';
  if (isError === true) return { value: (JSON.parse(text) as { error: unknown }).error, text, isError };
  return { value: structuredContent, text, isError: false };
}
