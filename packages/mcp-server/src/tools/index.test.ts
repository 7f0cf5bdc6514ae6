import { readFile } from 'node:fs/promises';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { parseSettings } from '@countersign/core/settings';
import { abilitiesOf } from '@countersign/core/settings/abilities';
import { tokensOf } from '@countersign/testkit/mcp/tokens';
import { expect, test } from 'vitest';
import { type ListedTool, listedTools, TOOLS } from './index.ts';
import { EVERY_TOOL, readOnlyTools, toolsFor } from './tools-for.ts';

/** What a host shows its model. */
const modelPart = ({ name, description, inputSchema }: ListedTool) => ({ name, description, inputSchema });

/** For all tools together. */
const MOST_TOKENS = 3_600;

test('tools.json is what the definitions say; `pnpm fix` writes it', async () => {
  const committed = JSON.parse(await readFile(new URL('../../tools.json', import.meta.url), 'utf8'));
  expect(committed).toEqual(JSON.parse(JSON.stringify(listedTools())));
});

test.each(listedTools().map((tool) => [tool.name, tool] as const))('%s keeps to its budget', (_, tool) => {
  expect(tokensOf(modelPart(tool))).toBeLessThanOrEqual(780);
  // With the output schema, which hosts do not show to models.
  const { icons, ...words } = tool;
  expect(JSON.stringify(words).length).toBeLessThanOrEqual(9_600);
  expect(JSON.stringify(icons).length).toBeLessThanOrEqual(350);
});

const SERVICE = { ESCROW_API_URL: 'https://service.example', ESCROW_API_KEY: 'a-key', ESCROW_ACCESS_TOKEN: 'a-token' };
const V1 = { ...SERVICE, ESCROW_API_DIALECT: 'v1' };
const RPC = { STELLAR_RPC_URL: 'https://rpc.example' };
const WITHOUT_RPC = { COUNTERSIGN_WITHOUT_RPC: 'true' };
const FEE_ADDRESS = { ESCROW_PINS: JSON.stringify({ feeAddress: SANDBOX_ACCOUNTS[0].address }) };

test.each([
  ['the embedded sandbox', {}],
  ['the embedded sandbox that speaks v1', { ESCROW_API_DIALECT: 'v1' }],
  ['a sandbox elsewhere', { ...SERVICE, STELLAR_NETWORK: 'sandbox' }],
  ['a sandbox elsewhere without a ledger', { ...SERVICE, STELLAR_NETWORK: 'sandbox', ...WITHOUT_RPC }],
  ['a sandbox elsewhere that speaks v1, without a ledger', { ...V1, STELLAR_NETWORK: 'sandbox', ...WITHOUT_RPC }],
  ['a foreign service on testnet', { ...SERVICE, STELLAR_NETWORK: 'testnet' }],
  ['a foreign service on testnet without a ledger', { ...SERVICE, STELLAR_NETWORK: 'testnet', ...WITHOUT_RPC }],
  ['a foreign service on public', { ...SERVICE, STELLAR_NETWORK: 'public', ...RPC }],
  ['a v1 service on testnet', { ...V1, STELLAR_NETWORK: 'testnet' }],
  ['a v1 service on testnet with a fee address', { ...V1, STELLAR_NETWORK: 'testnet', ...FEE_ADDRESS }],
  ['a v1 service on public', { ...V1, STELLAR_NETWORK: 'public', ...RPC }],
  ['a v1 service without a ledger', { ...V1, STELLAR_NETWORK: 'public', ...WITHOUT_RPC }],
  ['the live service', { ...SERVICE, ESCROW_SERVICE: 'trustless-work', STELLAR_NETWORK: 'testnet' }],
])('the stored list for %s is what the definitions say', (_, env) => {
  const can = abilitiesOf(parseSettings(env));
  const generated = listedTools(can);
  expect(toolsFor(can)).toEqual(JSON.parse(JSON.stringify(generated)));
  expect(tokensOf(generated.map(modelPart))).toBeLessThanOrEqual(MOST_TOKENS);
  const words = generated.map(modelPart);
  // Only words that the installation can keep.
  expect(/\bsingle\b/.test(JSON.stringify(words))).toBe(can.makesSingleRelease);
  expect(/receiverMemo/.test(JSON.stringify(words))).toBe(can.takesReceiverMemo);
  expect(/only the service lists/.test(JSON.stringify(words))).toBe(can.listsEscrows);
  expect(/client, provider/.test(JSON.stringify(words))).toBe(can.isSandbox);
  const enums = schemasOf(generated).flatMap(({ path, schema }) =>
    path === 'prepare_step input.step' ? (schema['enum'] as readonly string[]) : [],
  );
  const others = ['fund', 'trustline', 'end', 'discard'];
  expect(enums.filter((name) => !others.includes(name)).toSorted()).toEqual(
    can.steps.filter((name) => name !== 'update').toSorted(),
  );
  expect(enums.includes('fund')).toBe(can.hasLedger);
});

const READING = ['get_escrow', 'find_escrows', 'get_balances', 'explain_xdr'];

test('only tools that read are annotated as read-only', () => {
  const found = TOOLS.filter((tool) => tool.annotations.readOnlyHint).map((tool) => tool.name);
  expect(found).toEqual(READING);
});

test('a read-only installation has the tools that read, and a plan to end an escrow, but no outcomes', () => {
  expect(readOnlyTools(EVERY_TOOL).map(({ name }) => name)).toEqual(['prepare_step', ...READING]);
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

const schemasOf = (tools: readonly ListedTool[]) =>
  tools.flatMap(({ name, inputSchema, outputSchema }) => [
    ...schemasWithin(inputSchema, `${name} input`),
    ...schemasWithin(outputSchema, `${name} output`),
  ]);
const SCHEMAS = schemasOf(listedTools());

test('no schema has several types, a union or nothing: hosts drop such tools, or warn about them', () => {
  expect(SCHEMAS.length).toBeGreaterThan(100);
  for (const { path, schema } of SCHEMAS) {
    expect(schema['type'], path).toEqual(expect.any(String));
    for (const keyword of ['oneOf', 'anyOf', 'allOf', 'not']) expect(schema, path).not.toHaveProperty(keyword);
  }
});
