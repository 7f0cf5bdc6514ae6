import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { byTarball, IS_PUBLISHED } from '@countersign/core/platform/launch';
import { HOSTS } from '@countersign/mcp-server/command-line/hosts';
import { expect, test } from 'vitest';
import { installLines, installText } from './install-text.ts';
import { npmManifest, registryManifest } from './manifests.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** A name without a path: the registry decides what that is. */
const BY_REGISTRY = /(?:npx|npm|pnpm|yarn|bunx?)\b[^\n|`]*\s["']?countersign(?:-mcp)?(?:@[\w.^~-]+)?(?=["'`\s]|$)/m;

test.each([
  ['npx -y countersign-mcp', true],
  ['npm install --global countersign-mcp@0.1.0', true],
  ['npx -y ./dist/countersign-mcp-0.1.0.tgz --help', false],
  ['npx -y file:/somewhere/countersign-mcp-0.1.0.tgz', false],
  ['countersign-mcp sandbox list', false],
])('%s asks the registry: %s', (line, asks) => {
  expect(BY_REGISTRY.test(line)).toBe(asks);
});

const DOCUMENTS = ['README.md', 'packages/*/README.md', 'distribution/**/*.md', 'distribution/docker/*'];

test.skipIf(IS_PUBLISHED).each(globSync(DOCUMENTS, { cwd: ROOT }).sort())(
  '%s never names the registry’s line before there is such a package',
  (document) => {
    expect(readFileSync(join(ROOT, document), 'utf8')).not.toMatch(BY_REGISTRY);
  },
);

test('the switch changes every line at once', () => {
  expect(installLines(false)).toMatch(/npx -y \.\/dist\/countersign-mcp-[\d.]+\.tgz --print-config/);
  expect(installLines(false)).not.toMatch(BY_REGISTRY);
  expect(installLines(true)).toMatch(/npx -y countersign-mcp --print-config/);
  expect(installLines(true)).not.toContain('tgz');
});

test('placeholder names are reserved ones', () => {
  const { name, packages } = registryManifest();
  expect(npmManifest().mcpName).toBe(name);
  const hosts = [name.split('/')[0]?.split('.').reverse().join('.'), packages[1]?.identifier.split('/')[0]];
  if (!IS_PUBLISHED) for (const host of hosts) expect(host).toMatch(/(?:^|\.)example(?:\.com)?$/);
});

test('install.md has a configuration for every host, and its links', () => {
  const text = installText(byTarball('/somewhere/countersign-mcp-0.1.0.tgz'));
  const launch = { ...byTarball('/somewhere/countersign-mcp-0.1.0.tgz'), env: {} };
  for (const { title, configuration, add, link } of Object.values(HOSTS)) {
    if (add !== undefined) expect(text).toContain(add(launch));
    expect(text).toContain(`## ${title}\n`);
    expect(text).toContain(configuration(launch));
    if (link !== undefined) expect(text).toContain(link(launch));
  }
});
