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

/** The tools with COUNTERSIGN_READ_ONLY: nothing is prepared, so there are no transactions to look up. */
const READ_ONLY_TOOLS: ReadonlySet<string> = new Set(['end_escrow', 'get_balances', 'explain_xdr']);

export function isOffered(tool: string, readOnly: boolean): boolean {
  return !readOnly || READ_ONLY_TOOLS.has(tool);
}
