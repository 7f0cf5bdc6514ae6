/** What people ask of an escrow, and the one field of a result that answers it: `questions.json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Transcript } from '../rules/transcript.ts';
import type { Conversation } from './conversation.ts';
import { mismatches } from './matches.ts';
import { fieldOf, resolveReferences } from './references.ts';

const questionSchema = z.strictObject({
  question: z.string(),
  tool: z.string(),
  /** A path, such as `milestones.1.missing`. */
  field: z.string(),
  /** The name of a result of the life. */
  of: z.string(),
  /** As `matches.ts` reads it. */
  answer: z.unknown(),
});
export type Question = z.output<typeof questionSchema>;

const fileSchema = z.strictObject({
  /** The conversation whose results are asked. */
  life: z.string(),
  questions: z.array(questionSchema),
});

export const { life: LIFE, questions: QUESTIONS } = fileSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../questions.json'), 'utf8')),
);

/** What a host may show its model of a result: some show only one of the two. */
const HALVES = ['structuredContent', 'content'] as const;

export type Answer = Question & {
  readonly half: (typeof HALVES)[number];
  /** Undefined where the field is missing. */
  readonly found: unknown;
  /** How it differs from the answer that is written. */
  readonly problems: readonly string[];
};

/** Every question, answered from each half of the recorded results alone. */
export function answersIn(
  { steps }: Pick<Conversation, 'steps'>,
  transcript: Transcript,
  questions: readonly Question[] = QUESTIONS,
): readonly Answer[] {
  const names = steps.flatMap((step) => ('call' in step ? [step.as ?? ''] : []));
  const results = transcript.events.flatMap((event) => (event.kind === 'result' ? [event] : []));
  const named = new Map(results.map((result, at) => [names[at] ?? '', result]));
  const values = new Map([...named].map(([name, { value }]) => [name, value]));
  return questions.flatMap((question) =>
    HALVES.map((half): Answer => {
      const { value, text = '' } = named.get(question.of) ?? {};
      const found = fieldOf(half === 'content' ? parsed(text) : value, question.field);
      return { ...question, half, found, problems: mismatches(resolveReferences(question.answer, values), found) };
    }),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function questionsTable(questions: readonly Question[] = QUESTIONS): string {
  return [
    '| question | tool | field |',
    '| --- | --- | --- |',
    ...questions.map(({ question, tool, field }) => `| ${question} | \`${tool}\` | \`${field}\` |`),
  ].join('\n');
}
