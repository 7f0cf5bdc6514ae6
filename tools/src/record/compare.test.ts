/** The record fails for the smallest change of what it holds. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endClock, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createStable } from '@countersign/testkit/record/stable';
import { afterEach, expect, test } from 'vitest';
import { differences, type Files } from './compare.ts';
import { inDiscord } from './discord-life.ts';
import { overHttp, overMcp } from './mcp-life.ts';
import { sqliteSchema } from './schemas.ts';
import { texts } from './texts.ts';

const FOLDER = resolve(import.meta.dirname, '../../../tests/record');
const recorded = (names: readonly string[]): Files =>
  Object.fromEntries(names.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]));

test('the sentences and the tables of SQLite are as recorded', async () => {
  const fresh = { ...texts(), ...(await sqliteSchema()) };
  expect(differences(recorded(Object.keys(fresh)), fresh)).toEqual([]);
});

afterEach(endClock);

// CI also runs these lives in processes of their own, with one in a browser: `pnpm record`.
test.each([
  ['over MCP', overMcp],
  ['over HTTP', overHttp],
  ['in Discord', inDiscord],
])('a whole life %s is as recorded, with every byte that is sent', async (_, live) => {
  restartClock();
  const fresh = await live();
  expect(differences(recorded(Object.keys(fresh)), fresh)).toEqual([]);
});

test.each([
  ['sentence', 'texts-of-fixtures.txt', 'is in dispute', 'is in a dispute'],
  ['byte sent to the service', 'life-over-mcp.txt', '"platformFee": 5', '"platformFee": 6'],
  ['column', 'schema-of-postgresql.txt', 'offer.claim bigint', 'offer.claim integer'],
])('reports the line when a %s changes', (_, name, before, after) => {
  const record = recorded([name]);
  const text = record[name] as string;
  expect(text).toContain(before);
  const line = text.slice(0, text.indexOf(before)).split('\n').length;
  const [found = '', ...more] = differences(record, { [name]: text.replace(before, after) });
  expect(found).toContain(`${name} differs from line ${line} on:`);
  expect(found).toContain(after);
  expect(more).toEqual([]);
});

test('reports files that are missing and files that are new', () => {
  expect(differences({ 'a.txt': '1' }, { 'b.txt': '1' })).toEqual([
    'a.txt is in the record, but no longer made.',
    'b.txt is not in the record.',
  ]);
});

test('gives equal values the same number, and different values different ones', () => {
  const [one, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
  expect(createStable().of({ one, other, again: `hash ${one}` })).toEqual({
    one: '<hash 1>',
    other: '<hash 2>',
    again: 'hash <hash 1>',
  });
});
