/**
 * A tool as `tools/list` returns it. The list is generated into tools.json and served from there: converting the
 * schemas at start would load them and their dependencies before a host has asked for anything.
 */
import type { Abilities } from '@countersign/core/settings/abilities';
import * as z from 'zod';
import { ICONS } from '../icons.ts';
import type { ByAbilities, Tool } from './tool.ts';

type ObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

export type ListedTool = Pick<Tool, 'name' | 'annotations'> & {
  readonly description: string;
  readonly title: string;
  readonly icons: typeof ICONS;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
};

/** @param can what the installation can do */
export function listTool(tool: Tool, can: Abilities): ListedTool {
  return {
    name: tool.name,
    title: tool.annotations.title,
    description: valueFor(tool.description, can),
    icons: ICONS,
    annotations: tool.annotations,
    inputSchema: objectSchema(valueFor(tool.input, can), 'input'),
    outputSchema: objectSchema(tool.output, 'output'),
  };
}

/** What a tool says or takes where an installation can do this. */
export function valueFor<Value extends string | z.ZodObject>(value: ByAbilities<Value>, can: Abilities): Value {
  return typeof value === 'function' ? value(can) : value;
}

function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    // The keys of a JSON object are always strings; some hosts refuse the keyword.
    override: ({ jsonSchema }) => {
      delete jsonSchema.propertyNames;
    },
  });
  return { ...rest, type: 'object' };
}
