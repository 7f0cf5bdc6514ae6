/** One message of a host that speaks 2026-07-28, over HTTP. A connection that is lost ends its call. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { AnswerHttp } from './answer-http.ts';
import { createServer } from './era-2026.ts';
import { makeErrorsSafe } from './protocol-error.ts';

export const answer: AnswerHttp = async ({ handlers, request, message, redact }) => {
  const served = createMcpHandler(
    () => {
      const server = createServer(handlers);
      const connect = server.connect.bind(server);
      server.connect = (transport) => {
        makeErrorsSafe(transport, redact);
        return connect(transport);
      };
      return server;
    },
    // No list of ours changes while a host looks, so that there is nothing to subscribe to.
    { legacy: 'reject', maxSubscriptions: 0 },
  );
  return await served.fetch(request, { parsedBody: message });
};
