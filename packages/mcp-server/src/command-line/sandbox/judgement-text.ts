/** What a person should weigh before signing, for a terminal: first what they must confirm. */
import type { Judgement } from '@countersign/core/judgement';
import { wrapped } from '@countersign/core/text/layout';
import { stopLines, warningText } from '@countersign/core/words';

/** Texts get at least this width, however narrow the terminal. */
const NARROWEST = 30;

/** @param columns of the terminal; absent where there is none. Empty where there is nothing to weigh */
export function judgementText(
  { stops, warnings, facts }: Judgement,
  columns: number = Number.POSITIVE_INFINITY,
): string {
  const fold = (text: string) => wrapped(text, Math.max(columns - 4, NARROWEST), '    ');
  const part = (title: string, mark: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [title, ...texts.map((text) => `  ${mark} ${fold(text)}`), ''];
  return [
    ...part('Confirm before anything is signed:', '!', stopLines(stops)),
    ...part('Look twice:', '!', warnings.map(warningText)),
    ...part('Good to know:', '-', facts.map(warningText)),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
