import { readFile } from 'node:fs/promises';
import { NETWORKS, networkWith } from '@countersign/core/network';
import { tokensOf } from '@countersign/testkit/mcp/tokens';
import { expect, test } from 'vitest';
import { listedTools, TOOLS } from './index.ts';
import { type ListedTool, listTool } from './listed-tool.ts';
import { prepareAction } from './prepare-action.ts';
import { PHRASES, toolsFor } from './tools-for.ts';

/** What a host shows its model. Characters, about four per token. */
const modelPart = ({ name, description, inputSchema }: ListedTool) =>
  JSON.stringify({ name, description, inputSchema }).length;

test('tools.json is what the definitions say; `pnpm fix` writes it', async () => {
  const committed = JSON.parse(await readFile(new URL('../../tools.json', import.meta.url), 'utf8'));
  expect(committed).toEqual(JSON.parse(JSON.stringify(listedTools())));
});

test.each(listedTools().map((tool) => [tool.name, tool] as const))('%s keeps to its budget', (_, tool) => {
  expect(modelPart(tool)).toBeLessThanOrEqual(1_800);
  // With the output schema, which hosts do not show to models.
  const { icons, ...words } = tool;
  expect(JSON.stringify(words).length).toBeLessThanOrEqual(6_700);
  expect(JSON.stringify(icons).length).toBeLessThanOrEqual(350);
});

test.each(listedTools().map((tool) => [tool.name, tool] as const))('%s is listed in full', (_, tool) => {
  expect(tool.annotations).toEqual({
    title: tool.title,
    readOnlyHint: expect.any(Boolean),
    destructiveHint: expect.any(Boolean),
    idempotentHint: expect.any(Boolean),
    // explain_xdr asks nobody.
    openWorldHint: tool.name !== 'explain_xdr',
  });
  for (const schema of [tool.inputSchema, tool.outputSchema]) {
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  }
});

test('where the service makes multi-release escrows alone, nothing else is promised', () => {
  const written = JSON.stringify(listedTools());
  for (const [phrase] of PHRASES) expect(written.split(phrase), phrase).toHaveLength(2);
  expect(toolsFor(networkWith('testnet', 'v1'), listedTools())).toEqual(listedTools());
  const tools = toolsFor(NETWORKS.testnet, listedTools());
  // Where the words stand for a value that a result may have.
  const inputs = tools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }));
  expect(inputs.join('\n')).not.toMatch(/\bsingle\b|only be added|"kind"/);
  const update = tools.find(({ name }) => name === 'update_escrow');
  expect(update?.description).toContain('Only while it holds no money.');
  expect(JSON.stringify(update?.inputSchema).match(/"receiver"/g)).toHaveLength(1);
});

test('only tools that read are annotated as read-only', () => {
  expect(TOOLS.filter((tool) => tool.annotations.readOnlyHint).map((tool) => tool.name)).toEqual([
    'get_transaction',
    'find_escrows',
    'get_escrow',
    'get_balances',
    'explain_xdr',
  ]);
});

/** What a host shows its model for all tools together. */
const MOST_TOKENS = 3_200;

test('the tool for most steps of an escrow takes few tokens', () => {
  const { name, description, inputSchema } = listTool(prepareAction);
  expect(tokensOf({ name, description, inputSchema })).toBeLessThanOrEqual(450);
});

test('the whole list takes few tokens', () => {
  const parts = listedTools().map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(tokensOf(parts)).toBeLessThanOrEqual(MOST_TOKENS);
});

type Schema = { readonly [keyword: string]: unknown };
type Placed = { readonly path: string; readonly schema: Schema };

/** The schema and all schemas inside it. */
function schemasWithin(schema: Schema, path: string): Placed[] {
  const { properties = {}, items, additionalProperties } = schema;
  const inner = Object.entries({ ...(properties as object), items, additionalProperties }).filter(
    (entry): entry is [string, Schema] => typeof entry[1] === 'object',
  );
  return [{ path, schema }, ...inner.flatMap(([name, value]) => schemasWithin(value, `${path}.${name}`))];
}

const SCHEMAS = listedTools().flatMap(({ name, inputSchema, outputSchema }) => [
  ...schemasWithin(inputSchema, `${name} input`),
  ...schemasWithin(outputSchema, `${name} output`),
]);

test('no schema has several types, a union or nothing: hosts drop such tools, or warn about them', () => {
  expect(SCHEMAS.length).toBeGreaterThan(100);
  for (const { path, schema } of SCHEMAS) {
    expect(schema['type'], path).toEqual(expect.any(String));
    for (const keyword of ['oneOf', 'anyOf', 'allOf', 'not']) expect(schema, path).not.toHaveProperty(keyword);
  }
});

test('every role says what it does, in a few words', () => {
  const roles = SCHEMAS.filter(({ path }) => path.startsWith('deploy_escrow input.roles.'));
  expect(roles).toHaveLength(6);
  for (const { path, schema } of roles) expect(String(schema['description'] ?? ''), path).toMatch(/^.{6,30}$/);
});
