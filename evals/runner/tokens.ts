/** How much of a model's attention a conversation takes: tokens of o200k, as the models of a large provider count them. */
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

const tokensOf = (value: unknown): number => count(typeof value === 'string' ? value : JSON.stringify(value));
