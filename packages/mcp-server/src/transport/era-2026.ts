/**
 * Hosts that speak 2026-07-28, without a handshake. Only this file and `http-2026.ts` import
 * `@modelcontextprotocol/server`. A host that falls back to `initialize` after `server/discover` is served here too.
 */
import { isObject } from '@countersign/core/text/fields';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type McpRequestContext,
  MissingRequiredClientCapabilityError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { answerIn, type HostPerson, InputRequired, modesIn, questionParams } from '../handlers/ask.ts';
import { type Call, coding } from '../handlers/call.ts';
import type { Handlers } from '../handlers/handlers.ts';
import { followsTasks, TASKS_EXTENSION } from '../handlers/tasks.ts';
import type { Connect } from './era.ts';

const coded = coding({ 'nothing-there': -32_602, invalid: -32_602, internal: -32_603 });

/** No schema validation here: the desk reports every problem at once, and accepts more spellings. */
const NO_VALIDATION = {
  getValidator: () => (input: unknown) => ({ valid: true as const, data: input as never, errorMessage: undefined }),
};

/** So long a host need not ask again. What an update or a setting changes is known everywhere after that. */
const CONSTANT_MS = 10 * 60_000;
/** The same for everybody. */
const CONSTANT = { ttlMs: CONSTANT_MS, cacheScope: 'public' } as const;

/** Whatever is not named here changes with what a person does: `private`, and old at once. */
const CACHE_HINTS = {
  'tools/list': CONSTANT,
  'prompts/list': CONSTANT,
  'resources/templates/list': CONSTANT,
  // Over stdio its instructions name a file of this machine.
  'server/discover': { ...CONSTANT, cacheScope: 'private' },
} as const;

export const connect: Connect = async (handlers, transport, { onInitialized, onProblem }) => {
  const served = serveStdio(({ era }) => createServer(handlers, era), { transport, onerror: onProblem });
  onInitialized();
  return served;
};

/** @param era `legacy`: of a host that falls back to `initialize`, for which there are no tasks */
export function createServer(handlers: Handlers, era: McpRequestContext['era'] = 'modern'): Server {
  const { info, instructions, capabilities } = handlers;
  const isModern = era === 'modern';
  const tasks = isModern ? { [TASKS_EXTENSION]: {} } : {};
  const server = new Server(info, {
    capabilities: { ...capabilities, extensions: { ...capabilities.extensions, ...tasks } },
    instructions,
    jsonSchemaValidator: NO_VALIDATION,
    cacheHints: CACHE_HINTS,
  });
  server.setRequestHandler('tools/list', handlers.listTools);
  server.setRequestHandler('tools/call', ({ params }, context) =>
    coded(async () => {
      const call = callOf(context);
      const task = followsTasks(declaredIn(context)) ? await handlers.waitAsTask(params, call) : undefined;
      return (task as typeof task & EmptyToolResult) ?? (await handlers.callTool(params, call).catch(asResult));
    }),
  );
  if (isModern) serveTasks(server, handlers);
  server.setRequestHandler('resources/list', () => coded(handlers.listResources));
  server.setRequestHandler('resources/templates/list', handlers.listResourceTemplates);
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const read = await coded(() => handlers.readResource(params, callOf(context)));
    return handlers.isConstantResource(params.uri) ? constant(read, context) : read;
  });
  server.setRequestHandler('skills/list', { params: z.looseObject({}) }, (_, context) =>
    constant(handlers.listSkills(), context),
  );
  server.setRequestHandler('skills/get', { params: z.looseObject({ uri: z.string() }) }, async (params, context) =>
    constant(await coded(() => handlers.getSkill(params)), context),
  );
  server.setRequestHandler('prompts/list', handlers.listPrompts);
  server.setRequestHandler('prompts/get', ({ params }) => coded(() => handlers.getPrompt(params)));
  server.setRequestHandler('completion/complete', ({ params }) => coded(() => handlers.complete(params)));
  return server;
}

/** The type of the library's handler knows no tasks; it passes them on as they are. */
type EmptyToolResult = { readonly content: [] };

const TASK_PARAMS = { params: z.looseObject({ taskId: z.string() }) };

function serveTasks(server: Server, handlers: Handlers): void {
  const read = (params: { readonly taskId: string }, context: ServerContext) => {
    if (!followsTasks(declaredIn(context))) {
      throw new MissingRequiredClientCapabilityError({
        requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
      });
    }
    return coded(() => handlers.readTask(params, callOf(context)));
  };
  server.setRequestHandler('tasks/get', TASK_PARAMS, read);
  // A task asks for nothing, and its end ends no more than the wait: the step discard ends what was prepared.
  for (const method of ['tasks/update', 'tasks/cancel']) {
    server.setRequestHandler(method, TASK_PARAMS, async (params, context) => {
      await read(params, context);
      return {};
    });
  }
}

const declaredIn = ({ mcpReq: { envelope } }: ServerContext): unknown =>
  isObject(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : undefined;

/** The envelope is there from 2026-07-28; earlier revisions know no such fields. */
const constant = <T>(result: T, { mcpReq }: ServerContext): T =>
  mcpReq.envelope === undefined ? result : { ...result, ...CONSTANT };

function callOf(context: ServerContext): Call {
  const { mcpReq } = context;
  const { signal, _meta, notify } = mcpReq;
  const modes = modesIn(declaredIn(context));
  return {
    signal,
    meta: _meta,
    sendProgress: (params) => notify({ method: 'notifications/progress', params }),
    ...(modes.size === 0 ? {} : { person: personOf(mcpReq, modes) }),
  };
}

function personOf({ requestState, inputResponses }: ServerContext['mcpReq'], modes: HostPerson['modes']): HostPerson {
  const { asked, ...kept } = stateIn(requestState());
  return {
    modes,
    kept,
    ask: (key, question, keep) => {
      const reply = inputResponses?.[key];
      // A host that repeats the call without the answer would otherwise be asked again and again.
      if (reply === undefined && asked !== key) throw new InputRequired(key, question, { ...keep, asked: key });
      return Promise.resolve(answerIn(reply));
    },
  };
}

/** What the host sent back of our own: nothing where it cannot be read. */
function stateIn(text: unknown): Readonly<Record<string, unknown>> {
  try {
    const state: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    return isObject(state) ? state : {};
  } catch {
    return {};
  }
}

/** @throws what is no question to the person */
function asResult(thrown: unknown): InputRequiredResult {
  if (!(thrown instanceof InputRequired)) throw thrown;
  const { key, question, kept } = thrown;
  const params = questionParams(question) as ElicitRequestFormParams;
  return {
    resultType: 'input_required',
    inputRequests: { [key]: { method: 'elicitation/create', params } },
    requestState: JSON.stringify(kept),
  };
}
