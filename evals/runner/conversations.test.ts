/** Every conversation goes as it is written, against the real server; README.md says what that costs, and what people ask has an answer. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Transcript } from '../rules/transcript.ts';
import { readConversations } from './conversation.ts';
import { play } from './play.ts';
import { answersIn, LIFE, QUESTIONS, questionsTable } from './questions.ts';
import { figuresTable, type Row, staleFigures, withBlock } from './table.ts';

const CONVERSATIONS = readConversations();
const played = new Map<string, Row & { readonly transcript: Transcript }>();
const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

// Side by side, since most of their time is waiting for a person or a ledger.
test.concurrent.each(CONVERSATIONS)('$name', async (conversation) => {
  const { problems, tokens, transcript } = await play(conversation);
  expect(problems).toEqual([]);
  played.set(conversation.name, { ...conversation, tokens, transcript });
});

test('README.md says what they cost; `pnpm evals --write` writes it', () => {
  const inOrder = CONVERSATIONS.flatMap(({ name }) => played.get(name) ?? []);
  expect(inOrder).toHaveLength(CONVERSATIONS.length);
  expect(staleFigures(README, figuresTable(inOrder))).toEqual([]);
});

test('README.md has the table of questions; `pnpm evals --write` writes it', () => {
  expect(withBlock(README, 'questions', questionsTable())).toBe(README);
});

test('every question is answered by one field, from structuredContent alone and from content alone', () => {
  const life = CONVERSATIONS.find(({ name }) => name === LIFE);
  const transcript = played.get(LIFE)?.transcript;
  if (life === undefined || transcript === undefined) throw new Error(`the conversation ${LIFE} was not played`);
  const answers = answersIn(life, transcript);
  expect(answers).toHaveLength(2 * QUESTIONS.length);
  const unanswered = answers.flatMap(({ question, half, field, problems }) =>
    problems.map((each) => `${question} (${field} of ${half}): ${each}`),
  );
  expect(unanswered).toEqual([]);
});

test('a question whose field is missing has no answer', () => {
  const [first] = QUESTIONS;
  if (first === undefined) throw new Error('there are no questions');
  const steps = [{ call: first.tool, with: {}, as: first.of }];
  const result = { kind: 'result', call: 0, value: { other: 1 }, text: '{"other":1}', isError: false } as const;
  const answers = answersIn({ steps }, { given: '', events: [result] }, [{ ...first, answer: { is: 'present' } }]);
  expect(answers.map(({ half, problems }) => [half, problems.length])).toEqual([
    ['structuredContent', 1],
    ['content', 1],
  ]);
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
