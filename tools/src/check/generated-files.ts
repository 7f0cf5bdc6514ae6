/** Files that are made from the code, and how to tell that one is stale. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ERROR_CATALOGUE } from '@countersign/core/errors';
import { listedTools } from '@countersign/mcp-server/tools';

export type GeneratedFile = {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly content: string;
};

export function generatedFiles(): readonly GeneratedFile[] {
  return [
    { path: 'packages/mcp-server/tools.json', content: `${JSON.stringify(listedTools(), undefined, 2)}\n` },
    { path: 'docs/errors.md', content: errorTable() },
  ];
}

/** Those that differ from what stands under `root`, or do not stand there. */
export async function staleFiles(root: string): Promise<readonly GeneratedFile[]> {
  const checked = await Promise.all(
    generatedFiles().map(async (file) => {
      const found = await readFile(join(root, file.path), 'utf8').catch(() => undefined);
      return found === file.content ? [] : [file];
    }),
  );
  return checked.flat();
}

function errorTable(): string {
  const rows = Object.entries(ERROR_CATALOGUE).map(
    ([code, { message, remedy, retryable }]) =>
      `| \`${code}\` | ${cell(message)} | ${cell(remedy)} | ${retryable ? 'yes' : 'no'} |`,
  );
  return [
    '# Errors',
    'Every error that Countersign shows. Made from the table in `packages/core/src/errors/errors.ts`: change it there and run `pnpm fix`.',
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
