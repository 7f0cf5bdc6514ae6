/** Messages over HTTP from hosts that speak 2026-07-28. A lost connection ends its call. */
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import type { EraRequest, OpenEra } from './era.ts';
import { createServer } from './era-2026.ts';
import { makeErrorsSafe } from './message.ts';

/** A stream that stays open. Our lists never change, so nothing is ever sent over it. */
const LISTEN = 'subscriptions/listen';
const MOST_STREAMS = 200;

export const openEra: OpenEra = () => {
  const calls = createMcpHandler(serverOf, { legacy: 'reject', maxSubscriptions: 0 });
  const streams = createMcpHandler(serverOf, { legacy: 'reject', maxSubscriptions: MOST_STREAMS });
  return {
    answer: async (eraRequest) => {
      const { request, message } = eraRequest;
      // The library passes this on to the server's factory; it never sees a token.
      const authInfo = { token: '', clientId: '', scopes: [], extra: { eraRequest } };
      return await (message.method === LISTEN ? streams : calls).fetch(request, { parsedBody: message, authInfo });
    },
    close: () => streams.close(),
  };
};

const serverOf: McpServerFactory = ({ authInfo }) => {
  const { handlers, redact } = (authInfo as unknown as { readonly extra: { readonly eraRequest: EraRequest } }).extra
    .eraRequest;
  const server = createServer(handlers);
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    makeErrorsSafe(transport, redact);
    return connect(transport);
  };
  return server;
};
