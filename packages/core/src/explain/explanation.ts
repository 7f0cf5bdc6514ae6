/** What an explanation is made of. */
import type { Language } from '../words/language.ts';
import type { Warning } from './warnings.ts';

export type Explanation = {
  /** One sentence: what it does. */
  readonly heading: string;
  /** Labels are ours; values may hold words of strangers, in quotation marks or in a field of their own. */
  readonly lines: readonly Line[];
  /** What a person should know before signing, the most that could be lost first. */
  readonly warnings: readonly Warning[];
};

/** `feeStop`: what the operator set, in basis points; 2000 where it is absent. `language`: the reader's, else English. */
export type ExplainPolicy = { readonly feeStop?: number; readonly language?: Language };

export type Line = { readonly label: string; readonly value: string };
