/**
 * The only file that knows the MCP SDK. The low-level `Server`, because `McpServer` validates input before a
 * handler runs and answers in its own words, and converts every schema again for each `tools/list`.
 */

import type { Log } from '@countersign/core/platform/log';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { CallTool } from './call-tool.ts';
import { createStdioTransport } from './stdio-transport.ts';
import type { ListedTool } from './tools/listed-tool.ts';

export type ServeOptions = {
  readonly version: string;
  /** For the host's model, sent with the answer to `initialize`. */
  readonly instructions: string;
  /** What `tools/list` shows. */
  readonly tools: readonly ListedTool[];
  /** Every tool there is; a call to another name is a protocol error. */
  readonly names: readonly string[];
  readonly callTool: CallTool;
  readonly onInitialized: () => void;
  readonly log: Log;
};

export type StdioServer = {
  /** Ends calls that are still running. */
  close(): Promise<void>;
  /** Settles when the connection is over. */
  readonly closed: Promise<void>;
};

export async function serveStdio(options: ServeOptions): Promise<StdioServer> {
  const server = new Server(
    { name: 'countersign', title: 'Countersign', version: options.version },
    { capabilities: { tools: {} }, instructions: options.instructions },
  );
  const list = { tools: options.tools.map((tool) => ({ ...tool, annotations: { ...tool.annotations } })) };
  server.setRequestHandler(ListToolsRequestSchema, () => list);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    if (!options.names.includes(params.name)) {
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool. The tools are: ${options.names.join(', ')}.`);
    }
    const progress = createProgress(extra._meta?.progressToken, (params) =>
      extra.sendNotification({ method: 'notifications/progress', params }),
    );
    // A progress token is sent back, so it is scanned for secrets as well.
    const beside = { _meta: params._meta };
    const reply = await options.callTool(params.name, params.arguments, { signal: extra.signal, ...progress }, beside);
    const links = 'links' in reply ? (reply.links ?? []) : [];
    const content: CallToolResult['content'] = [
      { type: 'text', text: reply.text },
      ...links.map((link) => ({ type: 'resource_link' as const, ...link })),
    ];
    // An error carries no structured content: clients hold it to the output schema even then, and throw.
    return 'error' in reply ? { content, isError: true } : { content, structuredContent: reply.structuredContent };
  });
  server.oninitialized = options.onInitialized;
  // The SDK's own message may quote the line that it could not parse, which may contain a secret.
  server.onerror = () => options.log('warn', 'a message on stdin could not be read or answered');
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  // biome-ignore lint/plugin: stdout belongs to the protocol, and this is what speaks it
  await server.connect(createStdioTransport(process.stdin, process.stdout));
  return { close: () => server.close(), closed };
}

type ProgressParams = { progressToken: string | number; progress: number; total: number };

/** Sends progress only where it was requested, and only increasing, as the protocol demands. */
function createProgress(
  token: string | number | undefined,
  send: (params: ProgressParams) => Promise<void>,
): { onProgress?: (done: number, total: number) => void } {
  if (token === undefined) return {};
  let last = -1;
  return {
    onProgress: (done, total) => {
      // The last step is the reply itself; a notification right before it would only race it.
      if (done <= last || done >= total) return;
      last = done;
      // A lost notification must not fail the call; a host that is gone ends the connection anyway.
      send({ progressToken: token, progress: done, total }).catch(() => {});
    },
  };
}
