/** Whatever command one of our texts names can be typed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFINITIONS } from '../src/definitions.ts';

const SOURCE = join(import.meta.dirname, '../src');
/** “The command /escrow is registered”. */
const NO_SUBCOMMAND = ['is'];

test('every command that a text names is registered', () => {
  const texts = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(SOURCE, name), 'utf8'));
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(/\/escrow ([a-z][a-z-]*)/g)].map(([, name]) => name)),
  );
  const registered = DEFINITIONS.flatMap((command) => ('options' in command ? (command.options ?? []) : [])).map(
    ({ name }) => name,
  );
  expect(named.size).toBeGreaterThan(10);
  expect(
    [...named].filter((name) => !registered.includes(name as never) && !NO_SUBCOMMAND.includes(name as never)),
  ).toEqual([]);
});
