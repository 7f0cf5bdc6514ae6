/**
 * The list of tools for a network. tools.json says what the live service's contracts do, of both kinds. Where the
 * service makes multi-release escrows alone, whose terms change only while they hold nothing, the rest is left out.
 */
import { type Network, releasesOf } from '@countersign/core/network';
import type { ListedTool } from './listed-tool.ts';

export function toolsFor(network: Network, tools: readonly ListedTool[]): readonly ListedTool[] {
  return releasesOf(network).includes('single') ? tools : tools.map(ofMultiAlone);
}

/** Fields of the input. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  deploy_escrow: ['kind'],
  update_escrow: ['amount', 'milestones.receiver', 'addMilestones.receiver'],
};

/** Exported for the test that each phrase is still in the list. */
export const PHRASES: readonly (readonly [written: string, here: string])[] = [
  ['(kind, last 3 optional)', '(last 3 optional)'],
  ['While it holds money, milestones can only be added.', 'Only while it holds no money.'],
  ['From 1; to release or dispute a single escrow leave it out', 'From 1'],
  ['In a single escrow', 'Is paid'],
  [', of a single escrow all that it holds', ''],
  ['one escrow of either kind', 'one escrow'],
];

type Schema = { readonly [keyword: string]: unknown };

function ofMultiAlone(tool: ListedTool): ListedTool {
  const text = PHRASES.reduce((said, [written, here]) => said.replace(written, here), JSON.stringify(tool));
  const said = JSON.parse(text) as ListedTool;
  const fields = FIELDS[tool.name] ?? [];
  return { ...said, inputSchema: fields.reduce(without, said.inputSchema) };
}

function without<Of extends Schema>(schema: Of, path: string): Of {
  const [name = '', ...rest] = path.split('.');
  const { [name]: field, ...others } = schema['properties'] as Readonly<Record<string, Schema>>;
  if (rest.length === 0) return { ...schema, properties: others };
  const items = without(field?.['items'] as Schema, rest.join('.'));
  return { ...schema, properties: { ...others, [name]: { ...field, items } } };
}
