/** Why a wallet did not sign: a code each, in the person's words, and after them what the wallet itself said. */
import type { CountersignError } from '@countersign/core/errors';
import { cleanLine, quoted } from '@countersign/core/text';
import type { PageWords } from '../words/en.ts';
import { pageError } from '../words/said.ts';
import { words } from '../words/words.ts';
import { wayProblem } from './way.ts';

/** `other`: an error without a code of ours; only the wallet's words describe it. */
export type Refusal = keyof PageWords['ways']['refusals'];

/** A wallet, as a person is told about it. */
export type Named = {
  /** As its maker writes it. */
  readonly name: string;
  /** Where to get it. */
  readonly site: string;
};

/** Characters of a wallet's own words. */
const MOST_SAID = 200;

/** @param said what the wallet answered: a stranger's text */
export function refusal({ name, site }: Named, code: Refusal, said = ''): CountersignError {
  const { message, remedy } = words().ways.refusals[code](name, site);
  const isSilent = cleanLine(said) === '';
  return wayProblem(isSilent ? message : `${message} ${words().ways.said(quoted(said, MOST_SAID))}`, remedy);
}

/** @param found the account that the wallet would sign with, as it says. @throws CountersignError where it is not the signer's */
export function needAccount({ name }: Named, signer: string, found: string): void {
  if (found === signer) return;
  const { message, remedy } = words().ways.refusals.account(name);
  throw wayProblem(`${message} ${words().ways.selected(cleanLine(found, 60))}`, remedy);
}

/** @param by who signed, as the wallet says: not every one does, and the desk checks the signature itself */
export function needSigner({ name }: Named, signer: string, by: unknown): void {
  if (typeof by !== 'string' || by === '' || by === signer) return;
  throw pageError('SIGNED_BY_ANOTHER', {
    message: words().ways.signedWithAnother(name, cleanLine(by, 60)),
  });
}
