/** Every conversation goes as it is written, against the real server; and README.md says what that costs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConversations } from './conversation.ts';
import { play } from './play.ts';
import { figuresTable, type Row, staleFigures } from './table.ts';

const CONVERSATIONS = readConversations();
const rows = new Map<string, Row>();

// Side by side, since most of their time is waiting for a person or a ledger.
test.concurrent.each(CONVERSATIONS)('$name', async (conversation) => {
  const { problems, tokens } = await play(conversation);
  expect(problems).toEqual([]);
  rows.set(conversation.name, { ...conversation, tokens });
});

test('README.md says what they cost; `pnpm evals --write` writes it', () => {
  const page = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const inOrder = CONVERSATIONS.flatMap(({ name }) => rows.get(name) ?? []);
  expect(inOrder).toHaveLength(CONVERSATIONS.length);
  expect(staleFigures(page, figuresTable(inOrder))).toEqual([]);
});

test('every tool is called in a conversation', () => {
  const listed = readFileSync(join(import.meta.dirname, '../../packages/mcp-server/tools.json'), 'utf8');
  const tools = (JSON.parse(listed) as readonly { readonly name: string }[]).map(({ name }) => name);
  const called = new Set(
    CONVERSATIONS.flatMap(({ steps }) => steps.flatMap((step) => ('call' in step ? step.call : []))),
  );
  expect([...called].sort()).toEqual(tools.sort());
});

test('nothing is copied: ids, hashes and contracts of results are references', () => {
  for (const { name, steps } of CONVERSATIONS) {
    expect(JSON.stringify(steps).match(/\b(?:[0-9a-f]{32}|[0-9a-f]{64}|C[A-Z2-7]{55})\b/g), name).toBeNull();
  }
});

test('an assistant acts when it is spoken to, so that a model can play it too', () => {
  for (const { name, steps } of CONVERSATIONS) {
    for (const [index, step] of steps.entries()) {
      if ('does' in step || 'world' in step) {
        const next = steps.slice(index + 1).find((each) => !('does' in each || 'world' in each));
        expect(next === undefined || 'person' in next, `${name}, step ${index + 1}`).toBe(true);
      }
    }
  }
});
