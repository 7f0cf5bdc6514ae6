/**
 * What the server answers to each method, in every version of the protocol. Nothing here knows a protocol library; the
 * adapters in `transport` only pass calls on.
 */

import { currentCall } from '../tools/earlier-names.ts';
import type { ListedTool } from '../tools/index.ts';
import { type Call, createProgress, Refusal } from './call.ts';
import type { CallTool, ToolReply } from './call-tool.ts';
import { EMBEDDED_ICONS, type Icon } from './icons.ts';
import type { Completions } from './own-escrows.ts';
import type { Prompts } from './prompts.ts';
import type { Resources } from './resources.ts';
import { SKILLS_EXTENSION, type Skills } from './skills.ts';
import { readTask, waitAsTask } from './tasks.ts';

type ToolCall = { readonly name: string; readonly arguments?: unknown };

type HandlerParts = {
  readonly version: string;
  /** For the host's model, sent with the first answer. */
  readonly instructions: string;
  /** What `tools/list` shows. */
  readonly tools: readonly ListedTool[];
  /** Every known tool; a call to any other name is a protocol error. */
  readonly names: readonly string[];
  readonly callTool: CallTool;
  readonly resources: Resources;
  readonly skills: Skills;
  readonly prompts: Prompts;
  readonly complete: Completions;
  /** By address, where there is one; absent: they are in the answers. */
  readonly icons?: readonly Icon[] | undefined;
};

export type Handlers = ReturnType<typeof createHandlers>;

export function createHandlers(parts: HandlerParts) {
  const { version, instructions, names, callTool, resources, skills, prompts, complete, icons } = parts;
  const tools = parts.tools.map((tool) => ({
    ...tool,
    annotations: { ...tool.annotations },
    icons: [...(icons ?? tool.icons)],
  }));
  const answer = async (call: ToolCall, { signal, meta, sendProgress, person }: Call) => {
    const { name, input } = currentCall(call);
    if (!names.includes(name)) {
      throw new Refusal('invalid', `Unknown tool. The tools are: ${names.join(', ')}.`);
    }
    const progress = createProgress(name, meta?.['progressToken'], sendProgress);
    return toolResult(await callTool(name, input, { signal, ...progress }, { _meta: meta }, person));
  };
  const askAgain = (call: Call) => (input: object) => answer({ name: 'get_escrow', arguments: input }, call);
  return {
    info: { name: 'countersign', title: 'Countersign', version, icons: [...(icons ?? EMBEDDED_ICONS)] },
    instructions,
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, extensions: { [SKILLS_EXTENSION]: {} } },
    listTools: () => ({ tools }),
    callTool: answer,
    /** Nothing where the call is no wait, or what it waits for is decided. */
    waitAsTask: (called: ToolCall, call: Call) => {
      const { name, input } = currentCall(called);
      return waitAsTask(name, input, askAgain(call));
    },
    readTask: (params: { readonly taskId: string }, call: Call) => readTask(params, askAgain(call)),
    listResources: resources.list,
    listResourceTemplates: resources.templates,
    readResource: resources.read,
    isConstantResource: resources.isConstant,
    listSkills: skills.list,
    getSkill: skills.get,
    listPrompts: prompts.list,
    getPrompt: prompts.get,
    complete,
  };
}

function toolResult(reply: ToolReply) {
  const text = { type: 'text' as const, text: reply.text };
  const meta = reply.meta === undefined ? {} : { _meta: { ...reply.meta } };
  // An error has no structured content: clients would check it against the output schema and throw.
  if ('error' in reply) return { content: [text], isError: true, ...meta };
  const links = (reply.links ?? []).map((link) => ({ type: 'resource_link' as const, ...link }));
  return { content: [text, ...links], structuredContent: { ...reply.structuredContent }, ...meta };
}
