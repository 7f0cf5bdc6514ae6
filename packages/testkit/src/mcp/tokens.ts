/** The size of something in a model's context: tokens of o200k, as a large provider's models count them. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * Addresses, hashes and ids are made by chance, and some take more tokens than others: each is counted as an
 * ordinary one of its length, so that a text has the same size in each run.
 * @param value a text as it is, everything else as its JSON
 */
export function tokensOf(value: unknown): number {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return countTokens(
    text
      .replace(/[GC][A-Z2-7]{55}/g, ([kind]) => `${kind}${ADDRESS}`)
      .replace(/\b(?:[0-9a-f]{32}){1,2}\b/g, ({ length }) => HASH.slice(0, length)),
  );
}

const ADDRESS = 'MREBGGQDJEWZADWIWUYVMRPHORJFE3GL53WZ4KBKSHURODNOAXDSSYV';
const HASH = '298fb22d0dbdfa05bce3e451ad958d6ac86a4762a6e6de5dd96eaf80e8814031';
