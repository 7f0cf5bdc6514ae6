/**
 * Messages of hosts that begin with `initialize` (revisions up to 2025-11-25), over HTTP. Nothing remembers that
 * handshake: each message gets a server of its own, so that two hosts that number theirs alike never meet.
 *
 * A connection that is lost does not end the call, as these revisions want it.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { OpenEra } from './answer-http.ts';
import { createServer } from './era-2025.ts';
import { makeErrorsSafe } from './protocol-error.ts';

export const openEra: OpenEra = () => ({
  answer: async ({ handlers, request, message, redact }) => {
    const transport = new WebStandardStreamableHTTPServerTransport();
    makeErrorsSafe(transport, redact);
    await createServer(handlers).connect(transport as Transport);
    return await transport.handleRequest(request, { parsedBody: message });
  },
  close: async () => {},
});
