/**
 * Hosts that begin with `initialize` (revisions up to 2025-11-25). Only this file and `http-2025.ts` import
 * `@modelcontextprotocol/sdk`.
 * It uses the low-level `Server`, because `McpServer` validates input before a handler runs, answers in its own words,
 * and converts every schema again for each `tools/list`.
 */
import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  type ElicitRequest,
  ElicitResultSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { answerIn, modesIn, questionParams } from '../handlers/ask.ts';
import { type Call, coding } from '../handlers/call.ts';
import type { Handlers } from '../handlers/handlers.ts';
import type { Connect } from './era.ts';

const coded = coding({ 'nothing-there': -32_002, invalid: -32_602, internal: -32_603 });

/** Of the skills extension, which the library does not know. */
const ListSkills = z.object({ method: z.literal('skills/list') });
const GetSkill = z.object({ method: z.literal('skills/get'), params: z.object({ uri: z.string() }) });

export const connect: Connect = async (handlers, transport, { onInitialized, onProblem }) => {
  const server = createServer(handlers);
  server.oninitialized = onInitialized;
  // The library's own message may quote what it could not read, which may contain a secret.
  server.onerror = onProblem;
  await server.connect(transport);
  return { close: () => server.close() };
};

export function createServer(handlers: Handlers): Server {
  const { info, instructions, capabilities } = handlers;
  const server = new Server(info, { capabilities, instructions });
  server.setRequestHandler(ListToolsRequestSchema, handlers.listTools);
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    coded(() => handlers.callTool(params, callOf(extra, modesIn(server.getClientCapabilities())))),
  );
  server.setRequestHandler(ListResourcesRequestSchema, () => coded(handlers.listResources));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, handlers.listResourceTemplates);
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
    coded(() => handlers.readResource(params, callOf(extra))),
  );
  server.setRequestHandler(ListSkills, handlers.listSkills);
  server.setRequestHandler(GetSkill, ({ params }) => coded(() => handlers.getSkill(params)));
  server.setRequestHandler(ListPromptsRequestSchema, handlers.listPrompts);
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => coded(() => handlers.getPrompt(params)));
  server.setRequestHandler(CompleteRequestSchema, ({ params }) => coded(() => handlers.complete(params)));
  return server;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

function callOf(
  { signal, _meta, sendNotification, sendRequest }: Extra,
  modes: ReturnType<typeof modesIn> = new Set(),
): Call {
  const call: Call = {
    signal,
    meta: _meta,
    sendProgress: (params) => sendNotification({ method: 'notifications/progress', params }),
  };
  if (modes.size === 0) return call;
  return {
    ...call,
    person: {
      modes,
      kept: {},
      ask: async (_key, question, _kept, ending) => {
        const own = question.mode === 'url' ? { elicitationId: randomUUID() } : {};
        const params = { ...questionParams(question), ...own } as ElicitRequest['params'];
        // An error, an answer that cannot be read and a lost connection are alike: the person was not asked.
        const reply = await sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema, {
          signal: ending,
        }).catch(() => undefined);
        return answerIn(reply);
      },
    },
  };
}
