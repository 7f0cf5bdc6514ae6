/**
 * The list of tools for an installation: that of the default sandbox is tools.json, and tools-elsewhere.json has what
 * differs with other services, networks and ledgers. Both are generated from the definitions, which are too heavy to
 * load at the start.
 */
import type { Abilities } from '@countersign/core/settings/abilities';
import toolList from '../../tools.json' with { type: 'json' };
import elsewhere from '../../tools-elsewhere.json' with { type: 'json' };
import type { ListedTool } from './listed-tool.ts';

export type ToolElsewhere = {
  readonly name: string;
  /** Abilities of the installations, as JSON. */
  readonly where: readonly string[];
  /** Null where it is not offered. */
  readonly listed: Pick<ListedTool, 'description' | 'inputSchema'> | null;
};

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
