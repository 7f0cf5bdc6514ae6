import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { listedTools, TOOLS } from './index.ts';
import type { ListedTool } from './listed-tool.ts';

/** What a host puts before its model. Characters, about four to a token. */
const modelPart = ({ name, description, inputSchema }: ListedTool) =>
  JSON.stringify({ name, description, inputSchema }).length;

test('tools.json is what the definitions say; `pnpm fix` writes it', async () => {
  const committed = JSON.parse(await readFile(new URL('../../tools.json', import.meta.url), 'utf8'));
  expect(committed).toEqual(JSON.parse(JSON.stringify(listedTools())));
});

test.each(listedTools().map((tool) => [tool.name, tool] as const))('%s keeps to its budget', (_, tool) => {
  expect(modelPart(tool)).toBeLessThanOrEqual(1_800);
  // With the schema of its result, which hosts keep to themselves.
  const { icons, ...words } = tool;
  expect(JSON.stringify(words).length).toBeLessThanOrEqual(5_100);
  expect(JSON.stringify(icons).length).toBeLessThanOrEqual(350);
});

test.each(listedTools().map((tool) => [tool.name, tool] as const))('%s is listed in full', (_, tool) => {
  expect(tool.annotations).toEqual({
    title: tool.title,
    readOnlyHint: expect.any(Boolean),
    destructiveHint: expect.any(Boolean),
    idempotentHint: expect.any(Boolean),
    // What is explained here is asked of nobody.
    openWorldHint: tool.name !== 'explain_xdr',
  });
  for (const schema of [tool.inputSchema, tool.outputSchema]) {
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  }
});

test('only what reads is said to be read-only', () => {
  expect(TOOLS.filter((tool) => tool.annotations.readOnlyHint).map((tool) => tool.name)).toEqual([
    'get_transaction',
    'get_balances',
    'explain_xdr',
  ]);
});
