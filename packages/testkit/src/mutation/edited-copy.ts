/**
 * The comparison, or the desk, with one line changed: its modules loaded again from their own files, under addresses that end in
 * a number, and with them everything that they import from core.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Rule } from './rules.ts';

const SOURCES = new URL('../../../core/src/', import.meta.url);
const NUMBER = /\?copy=(\d+)$/;

/** The rule that each copy lacks, by the copy's number. */
const lacking: (Rule | undefined)[] = [];

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const [number] = NUMBER.exec(context.parentURL ?? '') ?? [];
    // Sentences are not code: a copy shares them.
    const isShared = number === undefined || !specifier.startsWith('.') || specifier.endsWith('.json');
    return isShared ? found : { ...found, url: found.url + number };
  },
  load(address, context, next) {
    const [number, copy] = NUMBER.exec(address) ?? [];
    if (number === undefined) return next(address, context);
    const file = address.slice(0, -number.length);
    const text = readFileSync(fileURLToPath(file), 'utf8');
    const rule = lacking[Number(copy)];
    const isEdited = rule !== undefined && file === new URL(rule.file, SOURCES).href;
    return { format: 'module-typescript', source: isEdited ? without(rule, text) : text, shortCircuit: true };
  },
});

/**
 * A copy of these modules of core, by their files under its source.
 * @returns everything that they export
 * @throws Error if the rule's line does not stand exactly once in its file
 */
export async function editedCopy(files: readonly string[], rule?: Rule): Promise<Readonly<Record<string, unknown>>> {
  const number = lacking.push(rule) - 1;
  const modules = await Promise.all(files.map((file) => import(`${new URL(file, SOURCES)}?copy=${number}`)));
  return Object.assign({}, ...modules);
}

function without({ file, line, instead }: Rule, text: string): string {
  const pieces = text.split(line);
  if (pieces.length !== 2) throw new Error(`${file} holds ${pieces.length - 1} times: ${line}`);
  return pieces.join(instead);
}
