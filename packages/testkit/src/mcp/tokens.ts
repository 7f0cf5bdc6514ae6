/** The size of something in a model's context: tokens of o200k, as a large provider's models count them. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** @param value a text as it is, everything else as its JSON */
export function tokensOf(value: unknown): number {
  return countTokens(typeof value === 'string' ? value : JSON.stringify(value));
}
