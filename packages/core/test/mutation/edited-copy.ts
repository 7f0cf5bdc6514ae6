/** The comparison with one line changed: a copy of its source in a folder of its own, imported by that folder's name. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Comparison } from './judge.ts';
import type { Rule } from './rules.ts';

const CORE = join(import.meta.dirname, '../..');

/** What the comparison is made of: the two rooms that it lives in, and the files that stand beside them. */
const isPart = (name: string) => name === 'transaction' || name === 'escrow' || name.endsWith('.ts');

/** @throws Error if the rule's line does not stand exactly once in its file */
export async function editedComparison(folder: string, rule?: Rule): Promise<Comparison> {
  mkdirSync(join(folder, 'src'), { recursive: true });
  // Node resolves the link, so that all copies share one Stellar SDK.
  symlinkSync(join(CORE, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const part of readdirSync(join(CORE, 'src')).filter(isPart)) {
    cpSync(join(CORE, 'src', part), join(folder, 'src', part), {
      recursive: true,
      filter: (name) => !name.endsWith('.test.ts'),
    });
  }
  if (rule !== undefined) {
    const path = join(folder, 'src/transaction', rule.file);
    const pieces = readFileSync(path, 'utf8').split(rule.line);
    if (pieces.length !== 2) throw new Error(`${rule.file} holds ${pieces.length - 1} times: ${rule.line}`);
    writeFileSync(path, pieces.join(rule.instead));
  }
  const load = (file: string) => import(pathToFileURL(join(folder, 'src/transaction', file)).href);
  const [{ readTransaction }, { checkUnsigned }, { summariseAny }] = await Promise.all([
    load('read-transaction.ts'),
    load('check-unsigned.ts'),
    load('summarise-any.ts'),
  ]);
  return { readTransaction, checkUnsigned, summariseAny };
}
