/** Calls a wallet, whose answers and errors may have any shape, and says in the person's words why it did not sign. */
import { CountersignError } from '@countersign/core/errors';
import { cleanLine, quoted } from '@countersign/core/text';
import { isObject } from '@countersign/core/text/fields';
import { format } from '@countersign/core/text/message';
import { type PageWords, pageError, words } from '../words/words.ts';

/** By a wallet's error codes, or by the texts that it uses as codes. */
export type Codes = Readonly<Record<string, Refusal>>;

/** SEP-43's code for a declined request, and the one that multi-chain wallets use from Ethereum. */
const DECLINED: Codes = { '-4': 'declined', '4001': 'declined' };

/**
 * @param codes what the errors of this wallet mean, where they are known
 * @returns what `run` does. @throws CountersignError in the person's words, whatever the wallet threw
 */
export async function askWallet<Answer>(wallet: Named, run: () => Promise<Answer>, codes: Codes = {}): Promise<Answer> {
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

/** `other`: an error without a code of ours; only the wallet's words describe it. */
export type Refusal = keyof PageWords['ways']['refusals'];

export type Named = {
  /** As its maker writes it. */
  readonly name: string;
  /** Where to get it. */
  readonly site: string;
};

const MOST_SAID = 200;

/** Why it did not sign, followed by its own words. @param text what the wallet answered: a stranger's text */
export function refusal({ name, site }: Named, code: Refusal, text = ''): CountersignError {
  const sentences = words().ways.refusals[code];
  const message = format(sentences.message, { wallet: name });
  const remedy = format(sentences.remedy, { wallet: name, site });
  const answer = cleanLine(text) === '' ? '' : ` ${format(words().ways.said, { words: quoted(text, MOST_SAID) })}`;
  return pageError('CANCELLED', { message: message + answer, remedy });
}

/** @param found the account that the wallet would sign with, as it says. @throws CountersignError where it is not the signer's */
export function needAccount({ name }: Named, signer: string, found: string): void {
  if (found === signer) return;
  const { refusals, selected } = words().ways;
  const { message, remedy } = refusals.account;
  const account = format(selected, { address: cleanLine(found, 60) });
  throw pageError('CANCELLED', { message: `${format(message, { wallet: name })} ${account}`, remedy });
}

export type Answer43 = Readonly<Partial<Record<'signedTxXdr' | 'signedMessage' | 'signerAddress' | 'error', unknown>>>;

/** What a wallet signed, as it answers by SEP-43. @throws CountersignError where it did not, or as another account */
export function signedBy(wallet: Named, signer: string, answer: Answer43 | null | undefined): string {
  const { error, signedMessage, signedTxXdr = signedMessage, signerAddress: by } = answer ?? {};
  if (error !== undefined) throw refused(wallet, error);
  // Not every wallet says who signed, and the desk checks the signature itself.
  if (typeof by === 'string' && by !== '' && by !== signer) {
    const message = format(words().ways.signedWithAnother, { wallet: wallet.name, address: cleanLine(by, 60) });
    throw pageError('SIGNED_BY_ANOTHER', { message });
  }
  return signedText(wallet, signedTxXdr);
}

/** From opening its window until the wallet in it says that it is there. */
const READY_MS = 30_000;
const LOOK_MS = 300;

/** Waits for a wallet in a window of its own. @throws CountersignError where no answer will come */
export async function patiently<Answer>(
  wallet: Named,
  answer: Promise<Answer>,
  state: () => 'opening' | 'ready' | 'closed',
  signal: AbortSignal,
): Promise<Answer> {
  const begun = Date.now();
  let watch: ReturnType<typeof setInterval> | undefined;
  const hopeless = new Promise<never>((_, reject) => {
    watch = setInterval(() => {
      const now = state();
      if (now === 'closed' || signal.aborted) reject(refusal(wallet, 'closed'));
      else if (now === 'opening' && Date.now() - begun > READY_MS) reject(refusal(wallet, 'silent'));
    }, LOOK_MS);
  });
  try {
    return await Promise.race([answer, hopeless]);
  } finally {
    clearInterval(watch);
  }
}
