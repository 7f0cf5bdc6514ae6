/**
 * Messages over HTTP from hosts that begin with `initialize` (revisions up to 2025-11-25). The handshake is not
 * remembered: each message gets its own server, so hosts that use the same ids never collide.
 *
 * As these revisions require, a lost connection does not end the call. Only a host that wants progress gets an event
 * stream: where a server or a proxy dies, the library's client waits for the rest of a stream until its own time is over,
 * while an answer in one piece fails at once.
 */
import { isObject } from '@countersign/core/text/fields';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { OpenEra } from './era.ts';
import { createServer } from './era-2025.ts';
import { type Message, makeErrorsSafe } from './message.ts';

export const openEra: OpenEra = () => ({
  answer: async ({ handlers, request, message, redact }) => {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !wantsProgress(message) });
    makeErrorsSafe(transport, redact);
    await createServer(handlers).connect(transport as Transport);
    return await transport.handleRequest(request, { parsedBody: message });
  },
  close: async () => {},
});

const wantsProgress = ({ params }: Message): boolean =>
  isObject(params?.['_meta']) && params['_meta']['progressToken'] !== undefined;
