/** Every tool, and the lists of them as hosts read them, generated into tools.json and tools-elsewhere.json. */
import { DIALECT_NAMES, NETWORKS, type Network, networkWith } from '@countersign/core/network';
import { type Abilities, abilitiesOf } from '@countersign/core/settings/abilities';
import * as z from 'zod';
import { cardMetaOf } from './card.ts';
import { deployEscrow } from './deploy-escrow.ts';
import { findEscrows, getEscrow } from './escrows.ts';
import { explainXdr } from './explain-xdr.ts';
import { getBalances } from './get-balances.ts';
import { submitSignedXdr } from './outcomes.ts';
import { prepareStep } from './prepare-step.ts';
import { type ByAbilities, ICONS, LEAD_TO_PAGE, type Tool } from './tool.ts';
import { updateEscrow } from './update-escrow.ts';

/** In the order in which a person meets them. */
export const TOOLS: readonly Tool[] = [
  deployEscrow,
  prepareStep,
  updateEscrow,
  submitSignedXdr,
  getEscrow,
  findEscrows,
  getBalances,
  explainXdr,
];

const DEFAULT_SANDBOX = abilitiesOf({
  network: NETWORKS.sandbox,
  serviceUrl: undefined,
  rpcUrls: [],
  withoutRpc: false,
});

/** The list of an installation; that of the default sandbox is the content of tools.json. */
export function listedTools(can: Abilities = DEFAULT_SANDBOX): readonly ListedTool[] {
  return TOOLS.filter(({ isOffered }) => isOffered?.(can) ?? true).map((tool) => listTool(tool, can));
}

type ObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

/**
 * A tool as `tools/list` returns it. The list is generated into tools.json and served from there: converting the
 * schemas at start would load them and their dependencies before a host has asked for anything.
 */
export type ListedTool = Pick<Tool, 'name' | 'annotations'> & {
  readonly description: string;
  readonly title: string;
  readonly icons: typeof ICONS;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly _meta: ReturnType<typeof cardMetaOf>;
};

/** @param can what the installation can do */
function listTool(tool: Tool, can: Abilities): ListedTool {
  return {
    name: tool.name,
    title: tool.annotations.title,
    description: valueFor(tool.description, can),
    icons: ICONS,
    annotations: tool.annotations,
    inputSchema: objectSchema(valueFor(tool.input, can), 'input'),
    outputSchema: objectSchema(outputOf(tool), 'output'),
    _meta: cardMetaOf(tool.name),
  };
}

/** What a tool says or takes where an installation can do this. */
function valueFor<Value extends string | z.ZodObject>(value: ByAbilities<Value>, can: Abilities): Value {
  return typeof value === 'function' ? value(can) : value;
}

/** The output of a tool, with what such a result says more if the person acted while the call waited. */
function outputOf({ name, output }: Pick<Tool, 'name' | 'output'>): z.ZodObject {
  if (!LEAD_TO_PAGE.includes(name)) return output;
  return output.extend({
    status: z.string().optional(),
    outcome: z
      .looseObject({ status: z.string() })
      .optional()
      .describe('If it changed in the meantime, as of get_escrow'),
  });
}

function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    // The keys of a JSON object are always strings; some hosts refuse the keyword.
    override: ({ jsonSchema }) => {
      delete jsonSchema.propertyNames;
      // Instead of a schema without a type.
      const { additionalProperties: more } = jsonSchema;
      if (typeof more === 'object' && Object.keys(more).length === 0) jsonSchema.additionalProperties = true;
    },
  });
  return { ...rest, type: 'object' };
}

export type ToolElsewhere = {
  readonly name: string;
  /** Abilities of the installations, as JSON. */
  readonly where: readonly string[];
  /** Null where it is not offered. */
  readonly listed: Pick<ListedTool, 'description' | 'inputSchema'> | null;
};

type Listed = ToolElsewhere['listed'];

const ANY_FEE_ADDRESS = 'G…';

/** The content of tools-elsewhere.json: every tool as it is not in tools.json, with the installations that have it so. */
export function toolsElsewhere(): readonly ToolElsewhere[] {
  const found = new Map<string, { readonly name: string; readonly where: string[]; readonly listed: Listed }>();
  for (const where of installations()) {
    const here = new Map(listedTools(JSON.parse(where)).map((tool) => [tool.name, tool]));
    for (const usual of listedTools()) {
      const tool = here.get(usual.name);
      const listed = tool === undefined ? null : { description: tool.description, inputSchema: tool.inputSchema };
      const { name, description, inputSchema } = usual;
      if (JSON.stringify(listed) === JSON.stringify({ description, inputSchema })) continue;
      const key = JSON.stringify([name, listed]);
      const known = found.get(key) ?? { name, where: [], listed };
      known.where.push(where);
      found.set(key, known);
    }
  }
  return [...found.values()];
}

/** The abilities of every combination of settings that matters, each once. */
function installations(): ReadonlySet<string> {
  const networks = (['sandbox', 'testnet', 'public'] as const).flatMap((name) =>
    DIALECT_NAMES.flatMap((dialect): Network[] => {
      const network = networkWith(name, dialect);
      return [network, { ...network, feeAddress: ANY_FEE_ADDRESS }];
    }),
  );
  const abilities = networks.flatMap((network) =>
    [true, false].map((withoutRpc) =>
      abilitiesOf({ network, serviceUrl: 'https://service.example', rpcUrls: [], withoutRpc }),
    ),
  );
  return new Set(abilities.map((can) => JSON.stringify(can)));
}
