/** The MCP server in this process: everything of it but the process, over two streams in place of stdin and stdout. */
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseSettings } from '@countersign/core/settings';
import { createLocalServer } from '@countersign/mcp-server/internal/local-server';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

export const CLI = fileURLToPath(new URL('../../../mcp-server/src/cli.ts', import.meta.url));

/**
 * @param patienceMs how long a call waits for the person whom the host asks
 * @returns what a client of either library connects to; closing it closes the server
 */
export function serveHere(env: Readonly<Record<string, string>>, patienceMs?: number) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let stderr = '';
  const write = (line: string) => {
    stderr += line;
  };
  const server = createLocalServer(parseSettings(env), write, CLI, patienceMs).serve(input, output);
  const read = new ReadBuffer();
  const transport: Transport = {
    start: async () => {
      output.on('data', (chunk: Buffer) => {
        read.append(chunk);
        for (let more = true; more; ) {
          try {
            const message = read.readMessage();
            more = message !== null;
            if (message !== null) transport.onmessage?.(message);
          } catch (thrown) {
            transport.onerror?.(thrown as Error);
          }
        }
      });
    },
    send: async (message) => void input.write(serializeMessage(message)),
    close: async () => {
      await server.handedOn();
      await server.close();
      transport.onclose?.();
    },
  };
  return { transport, stderr: () => stderr };
}
