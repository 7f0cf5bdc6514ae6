/**
 * The list of tools for an installation: that of the default sandbox is tools.json, and tools-elsewhere.json has what
 * differs with other services, networks and ledgers. Both are generated from the definitions, which are too heavy to
 * load at the start.
 */
import type { Abilities } from '@countersign/core/settings/abilities';
import toolList from '../../tools.json' with { type: 'json' };
import elsewhere from '../../tools-elsewhere.json' with { type: 'json' };
import type { ListedTool, ToolElsewhere } from './index.ts';

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

/**
 * With COUNTERSIGN_READ_ONLY nothing is prepared, so there is nothing to sign, to send or to discard, and no outcome to
 * read; `end_escrow` is then only a plan.
 */
export function isOffered(tool: string, readOnly: boolean): boolean {
  if (!readOnly || tool === 'end_escrow') return true;
  const { annotations } = EVERY_TOOL.find(({ name }) => name === tool) ?? {};
  return tool !== 'get_transaction' && annotations?.readOnlyHint === true;
}

const PLAN_TITLE = 'Plan how an escrow ends';
/** What `end_escrow` is where nothing is prepared. */
const PLAN = {
  title: PLAN_TITLE,
  description:
    'Say how an escrow could be cancelled and refunded: who would sign which dispute and refund, and what would come ' +
    'back to whom. It prepares nothing; this installation only reads.',
} as const;

/** Those of a list that a read-only installation transactions, as they are there: each of them only reads. */
export function readOnlyTools(tools: readonly ListedTool[]): readonly ListedTool[] {
  return tools
    .filter(({ name }) => isOffered(name, true))
    .map((tool) =>
      tool.name === 'end_escrow'
        ? { ...tool, ...PLAN, annotations: { ...tool.annotations, title: PLAN_TITLE, readOnlyHint: true } }
        : tool,
    );
}
