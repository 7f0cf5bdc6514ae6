/** Each question that people ask has an answer in one field, whichever half of a result a host shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConversations } from './conversation.ts';
import { play } from './play.ts';
import { answersIn, LIFE, QUESTIONS, questionsTable } from './questions.ts';
import { withBlock } from './table.ts';

test('every question is answered from structuredContent alone and from content alone', async () => {
  const life = readConversations().find(({ name }) => name === LIFE);
  if (life === undefined) throw new Error(`there is no conversation ${LIFE}`);
  const { transcript, problems } = await play(life);
  expect(problems).toEqual([]);
  const answers = answersIn(life, transcript);
  expect(answers).toHaveLength(2 * QUESTIONS.length);
  const unanswered = answers.flatMap(({ question, half, field, problems: wrong }) =>
    wrong.map((each) => `${question} (${field} of ${half}): ${each}`),
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

test('README.md has the table of questions; `pnpm evals --write` writes it', () => {
  const page = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  expect(withBlock(page, 'questions', questionsTable())).toBe(page);
});
