/**
 * A tool as `tools/list` returns it. The list is generated into tools.json and served from there: converting the
 * schemas at start would load them and their dependencies before a host has asked for anything.
 */
import * as z from 'zod';
import { ICONS } from '../icons.ts';
import type { Tool } from './tool.ts';

type ObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

export type ListedTool = Pick<Tool, 'name' | 'description' | 'annotations'> & {
  readonly title: string;
  readonly icons: typeof ICONS;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
};

export function listTool(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.annotations.title,
    description: tool.description,
    icons: ICONS,
    annotations: tool.annotations,
    inputSchema: objectSchema(tool.input, 'input'),
    outputSchema: objectSchema(tool.output, 'output'),
  };
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
