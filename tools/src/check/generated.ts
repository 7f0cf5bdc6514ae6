/**
 * Files that are made from the code: written by `pnpm fix`, and with `--check` compared, so that a stale one fails
 * `pnpm check`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERROR_CATALOGUE } from '@countersign/core/errors';
import { listedTools } from '@countersign/mcp-server/tools';

const root = new URL('../../../', import.meta.url);

const FILES: readonly { readonly path: string; readonly content: () => string }[] = [
  { path: 'packages/mcp-server/tools.json', content: () => `${JSON.stringify(listedTools(), undefined, 2)}\n` },
  { path: 'docs/errors.md', content: errorTable },
];

function errorTable(): string {
  const rows = Object.entries(ERROR_CATALOGUE).map(
    ([code, { message, remedy, retryable }]) =>
      `| \`${code}\` | ${cell(message)} | ${cell(remedy)} | ${retryable ? 'yes' : 'no'} |`,
  );
  return [
    '# Errors',
    'Every error that Countersign shows, made from the table in `packages/core/src/errors.ts`; change it there and run `pnpm fix`.',
    '',
    '| code | what happened | what to do | may the same call succeed later? |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

const checking = process.argv.includes('--check');
for (const { path, content } of FILES) {
  const file = fileURLToPath(new URL(path, root));
  const wanted = content();
  const found = await readFile(file, 'utf8').catch(() => undefined);
  if (found === wanted) continue;
  if (checking) {
    process.stderr.write(`${path} is ${found === undefined ? 'missing' : 'stale'}: run \`pnpm fix\` and commit it.\n`);
    process.exitCode = 1;
  } else {
    await writeFile(file, wanted);
    process.stdout.write(`wrote ${relative(process.cwd(), file)}\n`);
  }
}
