/** Everything that the server answers, for one person's desk. */

import type { Metrics } from '@countersign/core/metrics';
import type { Log } from '@countersign/core/platform/log';
import type { SecretScanner } from '@countersign/core/secrets';
import type { Settings } from '@countersign/core/settings';
import { abilitiesOf } from '@countersign/core/settings/abilities';
import packageJson from '../package.json' with { type: 'json' };
import { createCallTool } from './call-tool.ts';
import { createCompletions } from './completions.ts';
import { createHandlers, type Handlers } from './eras/handlers.ts';
import { instructionsFor } from './instructions.ts';
import type { OwnEscrows } from './own-escrows.ts';
import { createPrompts } from './prompts.ts';
import { createResources } from './resources/resources.ts';
import { isOffered } from './tools/read-only-tools.ts';
import type { AssistantDesk, Tool } from './tools/tool.ts';
import { EVERY_TOOL, toolsFor } from './tools/tools-for.ts';

type Parts = {
  readonly settings: Pick<Settings, 'network' | 'serviceUrl' | 'rpcUrls' | 'withoutRpc' | 'readOnly' | 'feeStop'>;
  readonly openDesk: () => Promise<AssistantDesk>;
  readonly own: OwnEscrows;
  readonly scanner: SecretScanner;
  readonly log: Log;
  readonly metrics?: Pick<Metrics, 'toolCall'> | undefined;
  /** How the person calls this program in a terminal; absent if they have none on this machine. */
  readonly command?: string;
};

export function handlersOf({ settings, command, ...more }: Parts): Handlers {
  const { network, readOnly, feeStop } = settings;
  const parts = { ...more, network, readOnly, feeStop };
  const can = abilitiesOf(settings);
  const tools = toolsFor(can).filter(({ name }) => isOffered(name, readOnly));
  return createHandlers({
    version: packageJson.version,
    instructions: instructionsFor({
      network: network.name,
      hasLedger: can.hasLedger,
      tools: tools.map(({ name }) => name),
      readOnly,
      ...(command === undefined ? {} : { command }),
    }),
    tools,
    names: EVERY_TOOL.map(({ name }) => name),
    callTool: createCallTool({ ...parts, findTool }),
    resources: createResources(parts),
    prompts: createPrompts(parts),
    complete: createCompletions(parts),
  });
}

async function findTool(name: string): Promise<Tool> {
  const { TOOLS } = await import('./tools/index.ts');
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`tools.json lists a tool that there is not: ${name}`);
  return tool;
}
