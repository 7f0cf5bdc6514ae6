/**
 * The list of tools for an installation: that of the default sandbox is tools.json, and tools-elsewhere.json has what
 * differs with other services, networks and ledgers. Both are generated from the definitions, which are too heavy to
 * load at the start.
 */
import type { Abilities } from '@countersign/core/settings/abilities';
import toolList from '../../tools.json' with { type: 'json' };
import elsewhere from '../../tools-elsewhere.json' with { type: 'json' };
import type { ListedTool, ToolElsewhere } from './index.ts';
import { READS } from './tool.ts';

export const EVERY_TOOL = toolList as readonly ListedTool[];

export function toolsFor(can: Abilities): readonly ListedTool[] {
  const here = JSON.stringify(can);
  const differences = (elsewhere as readonly ToolElsewhere[]).filter(({ where }) => where.includes(here));
  return EVERY_TOOL.flatMap((tool) => {
    const difference = differences.find(({ name }) => name === tool.name);
    if (difference === undefined) return [tool];
    return difference.listed === null ? [] : [{ ...tool, ...difference.listed }];
  });
}

/** With COUNTERSIGN_READ_ONLY nothing is prepared; `prepare_step` then only plans how an escrow ends. */
export function isOffered(tool: string, readOnly: boolean): boolean {
  if (!readOnly || tool === 'prepare_step') return true;
  return EVERY_TOOL.find(({ name }) => name === tool)?.annotations.readOnlyHint === true;
}

/** What `prepare_step` is where nothing is prepared. */
const PLAN = {
  title: 'Plan how an escrow ends',
  description:
    'Say how an escrow could be cancelled and refunded (step end): who would sign which dispute and refund, and what ' +
    'would come back to whom. It prepares nothing; this installation only reads.',
} as const;

/** Those of a list that a read-only installation offers, as they are there: each of them only reads. */
export function readOnlyTools(tools: readonly ListedTool[]): readonly ListedTool[] {
  return tools
    .filter(({ name }) => isOffered(name, true))
    .flatMap((tool) => (tool.name === 'prepare_step' ? planIn(tool) : [tool]));
}

function planIn({ annotations, inputSchema, ...tool }: ListedTool): readonly ListedTool[] {
  const properties = inputSchema['properties'] as Readonly<Record<string, unknown>>;
  // Only where an escrow can be ended from here.
  if (!Object.hasOwn(properties, 'refundTo')) return [];
  const own = Object.fromEntries(['escrow', 'signer', 'refundTo'].map((name) => [name, properties[name]]));
  return [
    {
      ...tool,
      ...PLAN,
      annotations: { ...annotations, ...READS, title: PLAN.title },
      inputSchema: {
        ...inputSchema,
        properties: { step: { type: 'string', enum: ['end'] }, ...own },
        required: ['step', 'escrow'],
      },
    },
  ];
}
