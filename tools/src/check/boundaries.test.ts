import { describe, expect, it } from 'vitest';
import { moduleOf, PURE, whyForbidden, whyUpward } from './boundaries.ts';
import { forbiddenImports, importCycles, type Repository } from './imports.ts';

const fileIn = (module: string) => (module.endsWith('/') ? `${module}probe.ts` : module);

const MANIFEST = {
  'packages/core/package.json': JSON.stringify({
    name: '@countersign/core',
    exports: { './desk': './src/workflow/desk.ts', './internal/*': './src/*.ts' },
  }),
  'packages/escrow-service/package.json': JSON.stringify({
    name: '@countersign/escrow-service',
    exports: { '.': './src/sandbox.ts' },
  }),
};

function repository(files: Readonly<Record<string, string>>): Repository {
  const all: Readonly<Record<string, string>> = { ...MANIFEST, ...files };
  return { files: Object.keys(all), read: (file) => all[file] ?? '' };
}

describe('the import boundaries', () => {
  // Repeated by name, so that no one widens a row without reading this list.
  it.each([
    ['packages/core/src/escrow/a.ts', 'packages/core/src/service/client.ts'],
    ['packages/core/src/words/a.ts', 'packages/core/src/kinds/read-deploy.ts'],
    ['packages/core/src/envelope/a.ts', 'packages/core/src/kinds/read-deploy.ts'],
    ['packages/core/src/kinds/a.ts', 'packages/core/src/actions/differences.ts'],
    ['packages/core/src/actions/deploy/a.ts', 'packages/core/src/workflow/desk.ts'],
    ['packages/core/src/service/a.ts', 'packages/core/src/envelope/read-transaction.ts'],
    ['packages/core/src/ledger/a.ts', 'packages/core/src/workflow/desk.ts'],
    ['packages/core/src/workflow/a.ts', 'packages/signing-page/src/index.ts'],
    ['packages/mcp-server/src/a.ts', 'packages/discord-bot/src/cli.ts'],
    ['packages/discord-bot/src/a.ts', 'packages/escrow-service/src/sandbox.ts'],
    ['packages/escrow-service/src/http/a.ts', 'packages/sandbox-ledger/src/ledger.ts'],
    ['packages/sandbox-ledger/src/a.ts', 'packages/core/src/workflow/desk.ts'],
    ['packages/sandbox-ledger/src/a.ts', 'packages/escrow-service/src/sandbox.ts'],
    ['packages/signing-page/src/a.ts', 'packages/testkit/src/fixtures/deploy-fixture.ts'],
    ['tools/src/start/a.ts', 'packages/testkit/src/fixtures/deploy-fixture.ts'],
  ])('%s may not import %s', (file, target) => {
    expect(whyForbidden(file, target)).toMatch(/may not import/);
  });

  it.each([
    ['core/src/workflow', 'model/requests.ts', 'store/store.ts'],
    ['core/src/workflow', 'prepare/make.ts', 'submit/send.ts'],
    ['core/src/workflow', 'answers/find.ts', 'calls.ts'],
    ['mcp-server/src', 'handlers/call-tool.ts', 'transport/message.ts'],
    ['signing-page/src', 'browser/sign/main.tsx', 'signing-page.ts'],
    ['signing-page/src/browser', 'deal/cards.tsx', 'afterwards/receipt.tsx'],
  ])('lets the higher of two layers of %s import the lower: %s, %s', (name, low, high) => {
    const [lower, higher] = [low, high].map((path) => `packages/${name}/${path}`) as [string, string];
    expect(whyUpward(lower, higher)).toMatch(/is below/);
    expect(whyUpward(higher, lower)).toBeUndefined();
    expect(whyUpward(lower.replace(/\.tsx?$/, '.test.ts'), higher)).toBeUndefined();
  });

  it('lets no folder import another one of its layer', () => {
    const [one, other] = ['packages/mcp-server/src/one/a.ts', 'packages/mcp-server/src/other/b.tsx'] as const;
    expect(whyUpward(one, other)).toMatch(/are in one layer/);
    expect(whyUpward(one, 'packages/mcp-server/src/one/b.ts')).toBeUndefined();
  });

  it.each([...PURE])('%s does no I/O', (pure) => {
    for (const outside of ['node:fs', 'node:fs/promises', 'node:http', 'node:sqlite', 'undici', 'hono', 'bottleneck']) {
      expect(whyForbidden(fileIn(pure), outside)).toMatch(/is pure/);
    }
    expect(whyForbidden(fileIn(pure), 'zod')).toBeUndefined();
  });

  it('lets tests import everything', () => {
    expect(whyForbidden('packages/core/src/escrow/a.test.ts', 'packages/core/src/workflow/desk.ts')).toBeUndefined();
  });

  it('gives a file to the innermost module', () => {
    expect(moduleOf('packages/core/src/workflow/store/store.ts')).toBe('packages/core/src/workflow/');
    expect(moduleOf('packages/mcp-server/src/sandbox.ts')).toBe('packages/mcp-server/src/sandbox.ts');
    expect(moduleOf('docs/errors.md')).toBeUndefined();
  });

  it('gives the words of an action to the words', () => {
    expect(moduleOf('packages/core/src/actions/en.ts')).toBe('packages/core/src/words/');
    expect(moduleOf('packages/core/src/actions/approve/index.ts')).toBe('packages/core/src/actions/');
  });
});

describe('the imports of the sources', () => {
  it.each([
    ["import { a } from '../workflow/desk.ts';", 1],
    ["import type { A } from '../workflow/desk.ts';", 1],
    ["export { a } from '../workflow/desk.ts';", 1],
    ["import {\n  a,\n  b,\n} from '../workflow/desk.ts';", 4],
    ["import '../workflow/desk.ts';", 1],
    ["\nconst a = await import('../workflow/desk.ts');", 2],
    ["const a = import.meta.resolve('../workflow/desk.ts');", 1],
    ["import { a } from '@countersign/core/desk';", 1],
    ["import { a } from '@countersign/escrow-service';", 1],
  ])('are found however they are written: %s', (code, line) => {
    const file = 'packages/core/src/escrow/probe.ts';
    expect(forbiddenImports(repository({ [file]: code }))).toMatchObject([{ file, line }]);
  });

  it('may name a package’s internals only in tests', () => {
    const code = "import { a } from '@countersign/core/internal/workflow/submit';";
    expect(forbiddenImports(repository({ 'packages/mcp-server/src/probe.ts': code }))).toHaveLength(1);
    expect(forbiddenImports(repository({ 'packages/mcp-server/src/probe.test.ts': code }))).toEqual([]);
    expect(forbiddenImports(repository({ 'packages/testkit/src/probe.ts': code }))).toEqual([]);
  });
});

describe('files that import each other', () => {
  const [a, b, c] = [
    'packages/core/src/escrow/a.ts',
    'packages/core/src/escrow/b.ts',
    'packages/core/src/escrow/c.tsx',
  ];

  it('are found, types included, and named in order', () => {
    const files = {
      [a]: "import type { B } from './b.ts';",
      [b]: "export { c } from './c.tsx';",
      [c]: "const a = await import('./a.ts');",
    };
    expect(importCycles(repository(files))).toEqual([[a, b, c, a]]);
  });

  it('are not files that only import the same third file', () => {
    const files = { [a]: "import './b.ts';\nimport './c.tsx';", [b]: "import './c.tsx';", [c]: '' };
    expect(importCycles(repository(files))).toEqual([]);
  });
});
