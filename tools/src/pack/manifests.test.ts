/** Checks the manifests against the published rules of their formats. */
import { readFileSync } from 'node:fs';
import { VARIABLES } from '@countersign/core/settings/variables';
import { EVERY_TOOL, readOnlyTools } from '@countersign/mcp-server/tools-for';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { mcpbManifest, npmManifest, pluginManifest, readOnlyManifest, registryManifest, VERSION } from './manifests.ts';

/**
 * The rules of the MCP registry for `server.json` of 2025-12-11, as its schema and its pages state them
 * (modelcontextprotocol/registry, MIT), for the parts that ours has. `mcp-publisher validate` is asked before publishing.
 */
const line = z.string().min(1);
const input = z.strictObject({
  name: line,
  description: line,
  format: z.enum(['string', 'number', 'boolean', 'filepath']),
  isRequired: z.boolean(),
  isSecret: z.boolean(),
  choices: z.array(line).optional(),
});
const packaged = {
  runtimeHint: z.enum(['npx', 'uvx', 'docker', 'dnx']),
  transport: z.strictObject({ type: z.literal('stdio') }),
  environmentVariables: z.array(input),
};
const exactVersion = z.string().regex(/^\d+\.\d+\.\d+$/);
const REGISTRY_RULES = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: exactVersion,
  packages: z.tuple([
    z.strictObject({ registryType: z.literal('npm'), identifier: line, version: exactVersion, ...packaged }),
    // An image's version is only in its tag.
    z.strictObject({
      registryType: z.literal('oci'),
      identifier: z.string().regex(/^[\w.-]+\/[\w./-]+:[\w.-]+$/),
      ...packaged,
    }),
  ]),
});

/** As its authors publish it; `distribution/schemas/README.md` says where it is from. */
const MCPB_SCHEMA = new URL('../../../distribution/schemas/mcpb-manifest-v0.3.schema.json', import.meta.url);

const BUNDLES = [mcpbManifest(), readOnlyManifest()];

test.each(BUNDLES)('the manifest of the bundle $name matches its published schema', (bundle) => {
  const ajv = new Ajv({ allErrors: true, strict: false });
  formats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(MCPB_SCHEMA, 'utf8')));
  const manifest = JSON.parse(JSON.stringify(bundle));
  validate(manifest);
  expect(validate.errors ?? []).toEqual([]);
  expect(validate({ ...manifest, server: { ...manifest.server, type: 'other' } })).toBe(false);
});

test('the bundle that only reads asks for no credential but the address of a ledger, and says what it does', () => {
  const { description, server, tools, user_config: form } = readOnlyManifest();
  expect(server.mcp_config.env).toMatchObject({ COUNTERSIGN_READ_ONLY: 'true', ESCROW_SERVICE: 'direct' });
  expect(Object.keys(form)).not.toContain('countersign_read_only');
  const secret = VARIABLES.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  expect(Object.keys(server.mcp_config.env).filter((name) => secret.includes(name))).toEqual(['STELLAR_RPC_URL']);
  expect(description).toContain('prepares, signs and sends nothing');
  expect(tools.map(({ name }) => name)).toEqual(readOnlyTools(EVERY_TOOL).map(({ name }) => name));
});

test('server.json follows the registry’s rules', () => {
  const manifest = JSON.parse(JSON.stringify(registryManifest()));
  expect(REGISTRY_RULES.safeParse(manifest).error?.issues ?? []).toEqual([]);
});

test('server.json names every variable, and the package that identifies itself as this server', () => {
  const { name, packages } = registryManifest();
  for (const { environmentVariables } of packages)
    expect(environmentVariables.map((variable) => variable.name)).toEqual(VARIABLES.map((variable) => variable.name));
  expect(npmManifest()).toMatchObject({ mcpName: name, name: packages[0]?.identifier, version: VERSION });
});

test('every manifest has the version that hosts see, and no Markdown', () => {
  for (const manifest of [npmManifest(), ...BUNDLES, registryManifest(), pluginManifest()]) {
    expect(manifest.version).toBe(VERSION);
  }
  for (const { user_config: form } of BUNDLES) expect(JSON.stringify(form)).not.toMatch(/`|\\n/);
});

test('the npm package has no dependencies', () => {
  expect(Object.keys(npmManifest()).filter((key) => /dependencies|scripts/i.test(key))).toEqual([]);
});
