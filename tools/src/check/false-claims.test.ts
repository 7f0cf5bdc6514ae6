import { expect, test } from 'vitest';
import { claimChecker, isDocument } from './false-claims.ts';

const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'countersign',
    scripts: { demo: 'node demo.ts', doctor: 'node doctor.ts', check: 'tsc && knip' },
  }),
  'packages/core/package.json': JSON.stringify({
    name: '@countersign/core',
    exports: { '.': './a.ts', './errors': './b.ts' },
  }),
  'packages/core/src/words/en.ts': "export const readOnly = { explain, options: { 'page-port': { type: 'string' } } };",
  'packages/core/src/words/es.ts': '',
  'packages/core/src/words/en.test.ts': 'onlyInTests()',
  'packages/ledger/src/escrow/milestones.ts': '',
  'packages/ledger/src/live/functions.ts': '',
  'evals/conversations/01-first.json': '{}',
  'evals/conversations/02-second.json': '{}',
  'README.md': 'gone_from_code',
};
const falseClaims = claimChecker({ files: Object.keys(FILES), read: (file) => FILES[file] as string });

test.each([
  ['`functions.ts`, `live/functions.ts`, `words/`, `words/{en,es}.ts`, `*.test.ts`, `<name>/src/words/en.ts`', []],
  ['`gone.ts`', ['`gone.ts` does not exist']],
  ['`words/{en,pt}.ts`', ['`words/{en,pt}.ts` does not exist']],
  ['`packages/core/src/gone`', ['`packages/core/src/gone` does not exist']],
  ['a["packages/core"] --> b["packages/core/src/gone<br/>a module"]', ['`packages/core/src/gone` does not exist']],
  ['`packages/ledger/src/escrow/`: in `milestones.ts`', []],
  ['`packages/ledger/src/escrow/`: a row in `functions.ts`', ['`functions.ts` is not in packages/ledger/src/escrow/']],
  ['`@countersign/core`, `@countersign/core/errors`', []],
  ['`@countersign/core/gone`', ['`@countersign/core/gone` is exported by no package']],
  ['`readOnly`, `dist/cli.js`, `coverage/bench.json`', []],
  ['`onlyInTests()`', ['`onlyInTests()` does not occur in the code']],
  ['`gone_from_code`', ['`gone_from_code` does not occur in the code']],
  ['`ESCROW_API_KEY`, `ESCROW_API_KEY_FILE`, `DISCORD_TOKEN`', []],
  ['`COUNTERSIGN_GONE`', ['`COUNTERSIGN_GONE` is not a setting']],
  [
    '`pnpm demo`, `npx -y pnpm@12.21.0 install`, `./countersign doctor`, `countersign-mcp doctor`, `/escrow deploy`',
    [],
  ],
  ['`pnpm gone`', ['`pnpm gone` is not a command']],
  ['`./countersign check`', ['`./countersign check` is not a command']],
  ['`countersign-mcp explain`', ['`countersign-mcp explain` is not a command']],
  ['`countersign-mcp escrows`, `explain` and `doctor`', ['`countersign-mcp explain` is not a command']],
  ['`/escrow gone`', ['`/escrow gone` is not a command']],
  [
    '```sh\npnpm gone --now  # pnpm and more\n```',
    ['`pnpm gone` is not a command', '`pnpm gone --now` is not an option'],
  ],
  ['```sh\nexport ESCROW_API_KEY=… COUNTERSIGN_GONE=…\n```', ['`COUNTERSIGN_GONE` is not a setting']],
  ['`pnpm demo --page-port 1`', []],
  ['Eight tools, all 8 tools, both tools', []],
  ['all 14 tools', ['“14 tools”: there are 8']],
  ['Two conversations between', []],
  ['Thirty-four conversations between', ['“Thirty-four conversations between”: there are 2']],
  [
    '# A\n| a | measured |\n# B\n2026-11-28 at `1bb358bb`\n| b | measured |',
    [expect.stringContaining('“# A” has figures')],
  ],
])('finds what is false in %j', (text, found) => {
  expect(falseClaims('docs/page.md', text)).toEqual(found);
});

test('checks only whole paths in a decision, which describes the code of its day', () => {
  const text = '`gone.ts`, `packages/core/src/gone.ts`, `goneFunction`, 8 tools';
  expect(falseClaims('docs/decisions/0001-page.md', text)).toEqual(['`packages/core/src/gone.ts` does not exist']);
});

test.each([
  ['README.md', true],
  ['docs/decisions/README.md', true],
  ['packages/core/README.md', true],
  ['packages/core/src/words/en.ts', false],
])('knows whether %s is a document', (file, is) => {
  expect(isDocument(file)).toBe(is);
});
