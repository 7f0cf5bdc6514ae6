/** How much of a model's attention a conversation takes: tokens of o200k, as the models of a large provider count them. */
import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base';
import type { Transcript } from '../rules/transcript.ts';
import type { ToolForModel } from './server.ts';

export type Tokens = {
  /** Of the tool list. */
  readonly tools: number;
  /** Of all results, each as a host shows it once. */
  readonly results: number;
  /** Of all that a model has read and written at the end: instructions, tools, messages, calls and results. */
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

const tokensOf = (value: unknown): number =>
  count(withSampleIds(typeof value === 'string' ? value : JSON.stringify(value)));

/** Each id, hash and contract address is new in every run, and takes some tokens more or fewer: one of each is counted. */
function withSampleIds(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{64}\b/g, '7c3c98444cc2e34b5cecd946f7ac13c905ee870d6588bc1bf883b973362ef0de')
    .replaceAll(/\b[0-9a-f]{32}\b/g, '53084fa8008fcb2624422318b1eba8ee')
    .replaceAll(/\bC[A-Z2-7]{55}\b/g, 'CCY5S2PSNUBVONFKTI6MECN4VGPPY2IEGJAYEZ3J6CR6VIONEI4EFG2M');
}
