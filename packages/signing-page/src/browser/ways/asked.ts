/** Calls a wallet, whose answers and errors may have any shape. */
import { CountersignError } from '@countersign/core/errors';
import { isObject } from '@countersign/core/text/fields';
import { type Named, type Refusal, refusal } from './refusal.ts';

/** By a wallet's error codes, or by the texts that it uses as codes. */
export type Codes = Readonly<Record<string, Refusal>>;

/** SEP-43's code for a declined request, and the one that multi-chain wallets use from Ethereum. */
const DECLINED: Codes = { '-4': 'declined', '4001': 'declined' };

/**
 * @param codes what the errors of this wallet mean, where they are known
 * @returns what `run` does. @throws CountersignError in the person's words, whatever the wallet threw
 */
export async function asked<Answer>(wallet: Named, run: () => Promise<Answer>, codes: Codes = {}): Promise<Answer> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof CountersignError) throw thrown;
    throw refused(wallet, thrown, codes);
  }
}

/** @param error a text, or an object with a message or a code, or one that holds such an error */
export function refused(wallet: Named, error: unknown, codes: Codes = {}): CountersignError {
  const { code, text } = partsOf(error);
  const known = new Map(Object.entries({ ...DECLINED, ...codes }));
  const byCode = known.get(code);
  if (byCode !== undefined) return refusal(wallet, byCode, text);
  const byText = known.get(text);
  // A text that is only a code means nothing to a person.
  return byText === undefined ? refusal(wallet, 'other', text) : refusal(wallet, byText);
}

/** The text that the wallet returned. @throws CountersignError if it is not a text */
export function signedText(wallet: Named, answer: unknown): string {
  if (typeof answer === 'string' && answer !== '') return answer;
  throw refused(wallet, (answer as { readonly error?: unknown } | undefined)?.error);
}

function partsOf(error: unknown): { readonly code: string; readonly text: string } {
  if (typeof error === 'string') return { code: '', text: error };
  if (!isObject(error)) return { code: '', text: '' };
  const { code, message, error: inner } = error;
  if (message === undefined && inner !== undefined) return partsOf(inner);
  return { code: String(code ?? ''), text: typeof message === 'string' ? message : '' };
}
