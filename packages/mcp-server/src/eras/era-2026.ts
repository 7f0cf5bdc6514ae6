/**
 * Hosts that speak 2026-07-28, without a handshake. Only this file and `http-2026.ts` import
 * `@modelcontextprotocol/server`. A host that falls back to `initialize` after `server/discover` is served here too.
 */
import { Server, type ServerContext } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Call, coding } from './call.ts';
import type { Connect } from './era.ts';
import type { Handlers } from './handlers.ts';

const coded = coding({ 'nothing-there': -32_602, invalid: -32_602, internal: -32_603 });

/** No schema validation here: the desk reports every problem at once, and accepts more spellings. */
const NO_VALIDATION = {
  getValidator: () => (input: unknown) => ({ valid: true as const, data: input as never, errorMessage: undefined }),
};

export const connect: Connect = async (handlers, transport, { onInitialized, onProblem }) => {
  const served = serveStdio(() => createServer(handlers), { transport, onerror: onProblem });
  onInitialized();
  return served;
};

export function createServer(handlers: Handlers): Server {
  const { info, instructions, capabilities } = handlers;
  const server = new Server(info, { capabilities, instructions, jsonSchemaValidator: NO_VALIDATION });
  server.setRequestHandler('tools/list', handlers.listTools);
  server.setRequestHandler('tools/call', ({ params }, context) =>
    coded(() => handlers.callTool(params, callOf(context))),
  );
  server.setRequestHandler('resources/list', () => coded(handlers.listResources));
  server.setRequestHandler('resources/templates/list', handlers.listResourceTemplates);
  server.setRequestHandler('resources/read', ({ params }, context) =>
    coded(() => handlers.readResource(params, callOf(context))),
  );
  server.setRequestHandler('prompts/list', handlers.listPrompts);
  server.setRequestHandler('prompts/get', ({ params }) => coded(() => handlers.getPrompt(params)));
  server.setRequestHandler('completion/complete', ({ params }) => coded(() => handlers.complete(params)));
  return server;
}

function callOf({ mcpReq: { signal, _meta, notify } }: ServerContext): Call {
  return { signal, meta: _meta, sendProgress: (params) => notify({ method: 'notifications/progress', params }) };
}
