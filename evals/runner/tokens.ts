/** How much of a model's attention a conversation takes: tokens of o200k, as the models of a large provider count them. */
import { createHash } from 'node:crypto';
import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base';
import type { Transcript } from '../rules/transcript.ts';
import type { ToolForModel } from './server.ts';

export type Tokens = {
  /** Of the tool list. */
  readonly tools: number;
  /** Of all results, each as a host shows it once. */
  readonly results: number;
  /** Of all that a model has read and written at the end: instructions, tools, what was said, called and answered. */
  readonly conversation: number;
  readonly calls: number;
};

type Counted = {
  readonly instructions: string;
  readonly tools: readonly ToolForModel[];
  readonly transcript: Transcript;
};

export function countTokens({ instructions, tools, transcript: { events } }: Counted): Tokens {
  const steady = createSteadier();
  const tokensOf = (value: unknown) => count(steady(typeof value === 'string' ? value : JSON.stringify(value)));
  let results = 0;
  let rest = tokensOf(instructions);
  const toolTokens = tokensOf(tools);
  for (const event of events) {
    if (event.kind === 'result') results += tokensOf(event.value);
    if (event.kind === 'person' || event.kind === 'assistant') rest += tokensOf(event.text);
    if (event.kind === 'call') rest += tokensOf(event.input);
  }
  return {
    tools: toolTokens,
    results,
    conversation: toolTokens + rest + results,
    calls: events.filter(({ kind }) => kind === 'call').length,
  };
}

/** Ids, hashes, signatures and times are new in each run, and not two of them take the same number of tokens. */
const NEW_EACH_TIME = /[A-Za-z0-9+/]{120,}={0,2}|\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b/g;
const TIMES: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, '2026-11-22T10:00:00.000Z'],
  [/\b\d{1,2} [A-Z][a-z]+ \d{4}\b/g, '22 November 2026'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:3418'],
];

/** @returns puts in place of what is new each time what is the same in every run, and takes about as many tokens */
function createSteadier(): (text: string) => string {
  const known = new Map<string, string>();
  const steady = (text: string) => {
    const found = known.get(text) ?? filler(text, known.size);
    known.set(text, found);
    return found;
  };
  return (text) =>
    TIMES.reduce((left, [time, instead]) => left.replace(time, instead), text.replace(NEW_EACH_TIME, steady));
}

function filler({ length }: { readonly length: number }, number: number): string {
  const encoding = length > 64 ? 'base64' : 'hex';
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(`${number} ${index}`).digest(encoding),
  );
  return blocks.join('').replaceAll('=', '').slice(0, length);
}
