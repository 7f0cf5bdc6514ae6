/** The documents link only to files and headings that exist, and their lists are complete. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { settlementSchema, transactionStatusSchema } from '@countersign/core/results';
import { DEFINITIONS } from '@countersign/discord-bot/definitions';
import { listedTools } from '@countersign/mcp-server/tools';
import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { MAY_IMPORT } from './boundaries.ts';
import { discordNames } from './generated-files.ts';

const root = resolve(import.meta.dirname, '../../..');
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'distribution/**/*.md', 'evals/*.md'], {
  cwd: root,
}).sort();
const textOf = (document: string): string => readFileSync(join(root, document), 'utf8');

const LINK = /\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g;

/** The links to a file or heading that does not exist. */
function brokenLinks(document: string, text: string): string[] {
  return [...text.matchAll(LINK)]
    .filter(([, path, anchor]) => {
      const target = path === '' ? document : join(dirname(document), path as string);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(path === '' ? text : textOf(target)).includes(anchor);
    })
    .map(([link]) => link.slice(2, -1));
}

/** As GitHub makes them from headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    (heading as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(DOCUMENTS)('%s links to files and headings that exist', (document) => {
  expect(brokenLinks(document, textOf(document))).toEqual([]);
});

test('a link to a missing file or heading is found', () => {
  const text = '# A heading, `here`\n[1](gone.md) [2](README.md#gone) [3](#a-heading-here) [4](https://example.org#a)';
  expect(brokenLinks('README.md', text)).toEqual(['gone.md', 'README.md#gone']);
});

test('README.md has at most 900 words and the command that tests a checkout', () => {
  expect(textOf('README.md').split(/\s+/).length).toBeLessThanOrEqual(900);
  expect(textOf('README.md')).toContain('`npx -y pnpm@12.21.0 test`');
});

test('README.md and SECURITY.md name the same three promises', () => {
  const promises = (document: string) =>
    [...textOf(document).matchAll(/^\d\. \*\*(.*?)\*\*/gm)].map(([, promise]) => promise);
  expect(promises('README.md')).toHaveLength(3);
  expect(promises('SECURITY.md')).toEqual(promises('README.md'));
});

test('docs/architecture.md names every module', () => {
  const text = textOf('docs/architecture.md');
  const modules = Object.keys(MAY_IMPORT).filter((path) =>
    /^(?:packages\/core\/src\/[\w-]+|(?:packages\/)?[\w-]+)\/$/.test(path),
  );
  expect(modules.length).toBeGreaterThan(25);
  expect(modules.filter((path) => !text.includes(`\`${path.slice(0, -1)}\``))).toEqual([]);
});

test('no document and no source names the package manager’s own command of the same name', () => {
  const places = ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'packages/*/src/**/*.ts', 'tools/src/**/*.ts'];
  const texts = globSync(places, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter((file) => /pnpm(?:@[\d.]+)? doctor/.test(textOf(file)))).toEqual([]);
});

test('docs/commands.md names every script of package.json', () => {
  const text = textOf('docs/commands.md');
  expect(Object.keys(manifest.scripts).filter((name) => !RegExp(`\`pnpm (run )?${name}[\` ]`).test(text))).toEqual([]);
});

test('packages/mcp-server/README.md names every tool', () => {
  const text = textOf('packages/mcp-server/README.md');
  expect(listedTools().filter(({ name }) => !text.includes(`\n| \`${name}\` |`))).toEqual([]);
});

test('docs/results.md names every status of a transaction', () => {
  const text = textOf('docs/results.md');
  const statuses = [...transactionStatusSchema.shape.status.options, ...settlementSchema.shape.status.options];
  expect(statuses.filter((status) => !text.includes(`\n| \`${status}\` |`))).toEqual([]);
});

test('docs/discord.md names every command, and the page for an admin has at most 700 words', () => {
  expect(textOf('packages/discord-bot/README.md').split(/\s+/).length).toBeLessThanOrEqual(700);
  const text = textOf('docs/discord.md');
  const commands = DEFINITIONS.flatMap(
    (each) => ('options' in each ? each.options?.map(({ name }) => name) : undefined) ?? [],
  );
  expect(commands.filter((name) => !RegExp(`\\n\\| \`/escrow ${name}[\` ]`).test(text))).toEqual([]);
});

test('docs/settings.md names every setting of the bot', () => {
  const text = textOf('docs/settings.md');
  expect(discordNames().filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

const DECISIONS = globSync('docs/decisions/0*.md', { cwd: root }).map((path) => path.slice('docs/decisions/'.length));

/** What a decision says of itself: its status, and the files that replace it. */
function statusIn(decision: string): string[] {
  const [, kind, by] =
    /^# .*\n+\*(Partly replaced|Replaced) by (.*)\*$/m.exec(textOf(`docs/decisions/${decision}`)) ?? [];
  return kind === undefined ? ['in force'] : [`${kind.toLowerCase()} by`, ...filesIn(by as string)];
}

const filesIn = (text: string): string[] => [...text.matchAll(/\((\d{4}[^)]*)\)/g)].map(([, file]) => file as string);

test('docs/decisions/README.md lists each decision once, with the status that its own file has', () => {
  const rows = [
    ...textOf('docs/decisions/README.md').matchAll(/^\| \[(\d+)\. [^\]]+\]\(([^)]+)\) \| ([a-z ]+)(.*) \|$/gm),
  ];
  expect(rows.map(([, , file]) => file).sort()).toEqual(DECISIONS.sort());
  for (const [, number, file, status, by] of rows) {
    expect(file).toMatch(RegExp(`^0*${number}-`));
    expect([status?.trim(), ...filesIn(by as string)], file).toEqual(statusIn(file as string));
  }
});
