/**
 * Messages over HTTP from hosts that begin with `initialize` (revisions up to 2025-11-25). The handshake is not
 * remembered: each message gets its own server, so hosts that use the same ids never collide.
 *
 * As these revisions require, a lost connection does not end the call.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { OpenEra } from './era.ts';
import { createServer } from './era-2025.ts';
import { makeErrorsSafe } from './message.ts';

export const openEra: OpenEra = () => ({
  answer: async ({ handlers, request, message, redact }) => {
    const transport = new WebStandardStreamableHTTPServerTransport();
    makeErrorsSafe(transport, redact);
    await createServer(handlers).connect(transport as Transport);
    return await transport.handleRequest(request, { parsedBody: message });
  },
  close: async () => {},
});
